import type { ConstraintType } from '../../runtime/model/constraint-type.js';
import { exact } from '../../src/reference/big.js';
import { referenceValues } from '../../src/reference/derivatives.js';
import { ReferenceMachine } from '../../src/reference/machine.js';
import { readFormula } from '../../src/reference/read-formula.js';
import { TaylorConstraint } from '../../src/reference/taylor/constraint.js';
import { normwise } from '../../src/reference/taylor/normwise.js';
import { named, programInputs, type Configuration } from '../../src/sampling/configuration.js';
import { batchEvaluations, entriesOf, levelsOf, QUANTITIES, totalSize } from '../../src/sampling/evaluation.js';
import { judge } from './judge.js';
import type { Outcome } from './outcome.js';
import { smoothness } from './smooth.js';

/** Compares a class with its formula at 64 digits at each of the places. */
export function checkConstraint(type: ConstraintType, places: readonly Configuration[]): Outcome[] {
  const program = readFormula(type);
  const levels = levelsOf(type);
  const machine = new ReferenceMachine(program);
  const taylor = new TaylorConstraint(program, levels, totalSize(type.inputs));
  const evaluations = batchEvaluations(type, places);
  /** The entries of each quantity, in the order of kernels. */
  const inOrder = <T>(values: Readonly<Record<(typeof QUANTITIES)[number], readonly (T | readonly T[])[]>>) =>
    new Map<string, T[]>(
      QUANTITIES.map((quantity) => [
        quantity,
        entriesOf(type, quantity).map(({ row, column }) => {
          const entry = values[quantity][row]!;
          return column === undefined ? (entry as T) : (entry as readonly T[])[column]!;
        }),
      ]),
    );
  return places.map((at, index): Outcome => {
    const { x, v, p, t } = at;
    const kind = smoothness(program, programInputs(at), [...v, ...p.map(() => 0), 1, ...v.map(() => 0)]);
    if (kind !== 'smooth') return { kind };
    const big = { x: x.map(exact), v: v.map(exact), p: p.map(exact), t: exact(t) };
    const expected = inOrder(referenceValues(machine, big, levels));
    const mismatches = judge({ ...evaluations[index]! }, expected, inOrder(normwise(taylor.at(at), type.inputs, at.v)));
    return mismatches.length === 0 ? { kind: 'right' } : { kind: 'wrong', mismatches, place: named(type, at) };
  });
}
