import type { BodyFamily } from '../model/body-store.js';
import type { ConstraintSystem } from '../model/constraint-system.js';
import { showTime } from '../model/describe-arguments.js';
import { HolonomicRuntimeError } from '../base/errors.js';
import type { State } from '../model/state.js';
import { findNonFinite } from '../base/vector.js';

/** Throws E_STATE_NOT_FINITE, with the body, the step's number and the constraint that it began with and the values of its inputs, unless coordinates and velocities are finite. */
export function checkState(
  state: State,
  families: readonly BodyFamily[],
  system: ConstraintSystem,
  stepping: { readonly steps: number; readonly start: Float64Array },
): void {
  const q = findNonFinite(state.q);
  const v = findNonFinite(state.v);
  if (q < 0 && v < 0) return;
  const body =
    v >= 0
      ? labelOfVelocity(v, families)
      : families.findLast(({ coordinateOffset }) => coordinateOffset <= q)!.labelOfCoordinate(q);
  system.diagnosis?.note(system);
  const { fault, hint } = system.diagnosis ?? {};
  const cause = fault ? ` ${capitalized(fault)}.` : '';
  throw new HolonomicRuntimeError(
    'E_STATE_NOT_FINITE',
    `In step ${stepping.steps + 1}, from t = ${showTime(stepping.start[0]!)}, the state of ${body} became infinite or NaN.${cause}`,
    hint ?? 'Look for a force that grows without bound or a formula without a value, or take smaller steps.',
  );
}

/** The body that the velocity `i` of the state belongs to. */
export function labelOfVelocity(i: number, families: readonly BodyFamily[]): string {
  return families.findLast(({ velocityOffset }) => velocityOffset <= i)!.labelOfVelocity(i);
}

/** `text` as the beginning of a sentence. */
export const capitalized = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1);

/** Whether coordinates and velocities are finite. */
export function isFinite({ q, v }: State): boolean {
  return findNonFinite(q) < 0 && findNonFinite(v) < 0;
}
