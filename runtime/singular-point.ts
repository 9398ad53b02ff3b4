import type { ConstraintSystem } from './constraint-system.js';
import type { ConstraintType } from './constraint-type.js';
import { showTime } from './describe-arguments.js';
import { HolonomicRuntimeError } from './errors.js';

/** E_SINGULAR_POINT of the constraint `label`; `when` begins the sentence. */
export function singularPointError(
  when: string,
  label: string,
  { singularPoints = [] }: ConstraintType,
  args: string,
): HolonomicRuntimeError {
  return new HolonomicRuntimeError(
    'E_SINGULAR_POINT',
    `${when}${label} has no finite value or derivative, with ${args}.`,
    `${singularPoints.length === 0 ? '' : `It is singular where ${singularPoints.join(', or ')}. `}Keep away from there, or give its spec singular: 'regularize'.`,
  );
}

/** Throws E_SINGULAR_POINT if a row of a constraint whose type throws at singular points (see {@link ConstraintType}) is infinite or NaN. */
export function checkSingularPoints({ batches, table, clock, step }: ConstraintSystem): void {
  for (const batch of batches) {
    if (batch.type.singularPoints === undefined || batch.isFinite()) continue;
    const k = batch.findNonFinite(table);
    // What comes of a state that is not finite is no singular point.
    if (k < 0) continue;
    const when = `${step > 0 ? `In step ${step}, at` : 'At'} t = ${showTime(clock[0]!)}, `;
    throw singularPointError(when, batch.constraints[k]!.label, batch.type, batch.describeArguments(k, table));
  }
}
