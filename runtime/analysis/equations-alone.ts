import { HolonomicRuntimeError } from '../base/errors.js';
import { bindingOf, type Constraint } from '../model/constraint.js';
import type { ConstraintBinding } from '../model/constraint-binding.js';
import type { ConstraintSystem } from '../model/constraint-system.js';
import { RowKind } from '../model/row-table.js';
import { singleEvaluation } from '../model/single-evaluation.js';
import { internalsOf, type AnyWorld } from '../world/internals.js';

/** A constraint with the first of its rows among all. */
export interface PlacedConstraint {
  readonly constraint: Constraint;
  readonly row: number;
  /** Stiffness of each of its rows that is soft; 0 for those that are hard. */
  readonly stiffness: Float64Array;
}

/** How equations that an analysis takes may move: not at all, with the time, or also as equations of velocities. */
export type Motion = 'none' | 'driven' | 'any';

/**
 * Returns the constraints of an evaluated system, and their hard rows, in their order. `stiffness` is over the rows.
 * Throws E_ANALYSIS where one is no equation, or moves in another way than `motion`; `what` is the analysis.
 */
export function readEquations(
  { all, rowTable: { kind, isSoft, isRate } }: ConstraintSystem,
  stiffness: ArrayLike<number> | undefined,
  what: string,
  motion: Motion,
): { readonly constraints: readonly PlacedConstraint[]; readonly hardRows: Int32Array } {
  const placed: PlacedConstraint[] = [];
  const hard: number[] = [];
  for (const { type, constraints, firstRow } of all.batches) {
    constraints.forEach((constraint, k) => {
      const row = firstRow + k * type.rows;
      if (kind[row] === RowKind.stiff) return;
      const binding = bindingOf(constraint);
      const { label } = binding;
      if (motion === 'none' && movesWithTime(binding))
        throw refusal(
          what,
          'that stand still',
          `${label} moves with the time`,
          'Put one without the time in its place; what rests in a frame that moves can be a body whose formulas have the time.',
        );
      for (let r = row; r < row + type.rows; r++) {
        if (isRate[r] === 1 && motion !== 'any')
          throw refusal(what, 'of positions alone', `${label} is an equation of velocities`);
        if (kind[r] !== RowKind.equation)
          throw refusal(what, 'alone', `${label} has bounds: an inequality, friction or a largest force`);
        if (isSoft[r] === 0) hard.push(r);
      }
      const own = Float64Array.from({ length: type.rows }, (_, r) =>
        isSoft[row + r] === 1 ? (stiffness?.[row + r] ?? 0) : 0,
      );
      placed.push({ constraint, row, stiffness: own });
    });
  }
  return { constraints: placed, hardRows: Int32Array.from(hard) };
}

const refusal = (
  what: string,
  which: string,
  fault: string,
  hint = 'Remove it from the world for the analysis, or put an equation in its place that holds what it would hold.',
): HolonomicRuntimeError =>
  new HolonomicRuntimeError('E_ANALYSIS', `${what} takes equations ${which}, and ${fault}.`, hint);

/**
 * True where `C` or its Jacobian changes with the time at the present positions: where `Cdot` and `gamma` of inputs at
 * rest are not zero, or `gamma` has a part that is linear in their rates.
 */
function movesWithTime(binding: ConstraintBinding): boolean {
  const { type, connectors } = binding;
  if (type.dependsOnTime !== true) return false;
  const evaluation = singleEvaluation(type);
  binding.read(evaluation);
  const { v, a, Cdot, gamma } = evaluation;
  const time = connectors[0]?.world.time ?? 0;
  a.fill(0);
  const gammaAt = (rate: number): Float64Array => {
    v.forEach((_, i) => (v[i] = rate * Math.sqrt(2 + i)));
    evaluation.evaluate(time);
    return gamma.slice();
  };
  const [ahead, back] = [gammaAt(1), gammaAt(-1)];
  return [...gammaAt(0), ...Cdot, ...ahead.map((entry, r) => entry - back[r]!)].some((entry) => entry !== 0);
}

/**
 * Checks that no shapes can touch on the way that an analysis takes a world: those that are apart have no rows.
 * Throws E_WORLD, E_STEPPING, E_ANALYSIS.
 */
export function checkShapes(world: AnyWorld, what: string): void {
  const internals = internalsOf(world);
  internals.structure.checkOpen();
  internals.layOutContacts(0);
  const opponents = internals.collisionParts?.collisions.opponents;
  if (!opponents) return;
  const [a, b] = opponents.map(({ label }) => label);
  throw new HolonomicRuntimeError(
    'E_ANALYSIS',
    `${what} takes equations alone, and the shapes of ${a} and ${b} keep each other out where they meet.`,
    'Leave the shapes out of the world for the analysis, or give those that never meet one group.',
  );
}
