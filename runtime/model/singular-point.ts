import type { ConstraintSystem } from './constraint-system.js';
import type { ConstraintType } from './constraint-type.js';
import { showTime } from './describe-arguments.js';
import { HolonomicRuntimeError } from '../base/errors.js';
import { areFinite } from '../base/vector.js';

/** E_SINGULAR_POINT; `subject` is what begins the sentence, `args` the values of inputs and parameters. */
export function singularPointError(
  subject: string,
  { singularPoints = [] }: ConstraintType,
  args: string,
): HolonomicRuntimeError {
  return new HolonomicRuntimeError(
    'E_SINGULAR_POINT',
    `${subject} has no finite value or derivative${args}.`,
    `${singularPoints.length === 0 ? '' : `It is singular where ${singularPoints.join(', or ')}. `}Keep away from there, or give its spec singular: 'regularize'.`,
  );
}

/**
 * Throws E_SINGULAR_POINT if a row of a constraint whose type throws at singular points (see {@link ConstraintType}) is infinite or NaN. Names the constraint and its
 * inputs where there is a diagnosis, and its type where there is none.
 */
export function checkSingularPoints(system: ConstraintSystem): void {
  const { batches, table, clock, step, diagnosis } = system;
  for (const batch of batches) {
    const { type } = batch;
    if (type.singularPoints === undefined || batch.isFinite()) continue;
    const found = diagnosis?.findNonFinite(batch, system);
    // What comes of a state that is not finite is no singular point.
    if (diagnosis ? !found : !(areFinite(table.x) && areFinite(table.v))) continue;
    const when = `${step > 0 ? `In step ${step}, at` : 'At'} t = ${showTime(clock[0]!)}, `;
    const args = found && diagnosis ? `, with ${diagnosis.describe(found, system)}` : '';
    throw singularPointError(when + (found?.label ?? type.name), type, args);
  }
}
