import { exact, powerOfTen, type BigNumber } from './big.js';
import { OPERATIONS } from './operations/index.js';
import type { Partials } from './operations/operation.js';
import type { Place } from './program.js';
import { doubleConstant } from './run-on-doubles.js';

/** Step of the differences: see `referenceValues`. */
const STEP = powerOfTen(-15);

/**
 * The derivatives of an operation at a place where it is smooth, by central differences at 64
 * digits.
 */
export function partialsAt(place: Exclude<Place, { kind: 'input' }>, args: readonly number[]): Partials {
  if (place.kind === 'constant') return { value: doubleConstant(place.text), first: [], second: [] };
  const { double, big, isTruth } = OPERATIONS[place.name];
  const indices = args.map((_, j) => j);
  // Truth values have no derivatives.
  if (isTruth)
    return { value: double(...args), first: indices.map(() => 0), second: indices.map(() => indices.map(() => 0)) };
  const f = big();
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
