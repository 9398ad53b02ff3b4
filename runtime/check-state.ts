import type { BodyFamily } from './body-family.js';
import type { ConstraintSystem } from './constraint-system.js';
import { HolonomicRuntimeError } from './errors.js';
import type { State } from './state.js';
import { findNonFinite } from './vector.js';

/** Throws E_STATE_NOT_FINITE, with the body, the likely cause and the step's number, unless coordinates and velocities are finite. */
export function checkState(
  state: State,
  families: readonly BodyFamily[],
  system: ConstraintSystem,
  stepping: { readonly steps: number; readonly start: Float64Array },
): void {
  const q = findNonFinite(state.q);
  const v = findNonFinite(state.v);
  if (q < 0 && v < 0) return;
  const family = families.findLast((candidate) =>
    v >= 0 ? candidate.velocityOffset <= v : candidate.coordinateOffset <= q,
  )!;
  const body = v >= 0 ? family.labelOfVelocity(v) : family.labelOfCoordinate(q);
  const culprit = system.batches.map((batch) => batch.findNonFinite()).find((found) => found !== undefined);
  const cause = culprit ? ` The first value or derivative that is not finite is that of ${culprit.label}.` : '';
  throw new HolonomicRuntimeError(
    'E_STATE_NOT_FINITE',
    `In step ${stepping.steps + 1}, from t = ${Number(stepping.start[0]!.toPrecision(6))} s, the state of ${body} became infinite or NaN.${cause}`,
    culprit
      ? 'Look for a configuration where its formula has no value, such as the root of a negative number.'
      : 'Look for a force that grows without bound, or take smaller steps.',
  );
}

/** Whether coordinates and velocities are finite. */
export function isFinite({ q, v }: State): boolean {
  return findNonFinite(q) < 0 && findNonFinite(v) < 0;
}
