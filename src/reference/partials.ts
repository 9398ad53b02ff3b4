import { exact, powerOfTen, type BigNumber } from './big.js';
import { doubleConstant, DOUBLES, type OperationName } from './doubles.js';
import { OPERATIONS } from './operations.js';
import type { Place } from './program.js';

/** Value, first and second derivatives of an operation by its arguments. */
export interface Partials {
  readonly value: number;
  readonly first: readonly number[];
  readonly second: readonly (readonly number[])[];
}

/** Step of the differences: see `referenceValues`. */
const STEP = powerOfTen(-15);

/** Truth values have no derivatives. */
const TRUTHS: ReadonlySet<OperationName> = new Set(['smaller', 'smallerEq', 'equal', 'and', 'or', 'not']);

/**
 * The derivatives of an operation at a place where it is smooth, by central differences at 64
 * digits.
 */
export function partialsAt(place: Exclude<Place, { kind: 'input' }>, args: readonly number[]): Partials {
  if (place.kind === 'constant') return { value: doubleConstant(place.text), first: [], second: [] };
  const double = DOUBLES[place.name];
  const indices = args.map((_, j) => j);
  if (TRUTHS.has(place.name))
    return { value: double(...args), first: indices.map(() => 0), second: indices.map(() => indices.map(() => 0)) };
  const f = OPERATIONS[place.name]();
  const centre = args.map(exact);
  /** `f` with argument `j` moved by `a` steps and argument `k` by `b`. */
  const at = (j: number, a: number, k: number, b: number): BigNumber =>
    f(...centre.map((arg, n) => arg.plus(STEP.times((n === j ? a : 0) + (n === k ? b : 0)))));
  const value = at(0, 0, 0, 0);
  const square = STEP.times(STEP);
  return {
    value: double(...args),
    first: indices.map((j) =>
      at(j, 1, j, 0)
        .minus(at(j, -1, j, 0))
        .div(STEP.times(2))
        .toNumber(),
    ),
    second: indices.map((j) =>
      indices.map((k) =>
        j === k
          ? at(j, 1, j, 0)
              .plus(at(j, -1, j, 0))
              .minus(value.times(2))
              .div(square)
              .toNumber()
          : at(j, 1, k, 1)
              .minus(at(j, 1, k, -1))
              .minus(at(j, -1, k, 1))
              .plus(at(j, -1, k, -1))
              .div(square.times(4))
              .toNumber(),
      ),
    ),
  };
}
