import type { ConstraintType } from './constraint-type.js';
import { showTime } from '../base/text.js';
import { describeInputs, findFaulty, type EvaluatedConstraints } from './faulty-rows.js';
import { HolonomicRuntimeError } from '../base/errors.js';

/**
 * Makes an E_SINGULAR_POINT. `subject` begins its sentence; `args` are the values of inputs and
 * parameters.
 */
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
 * Throws E_SINGULAR_POINT, with the constraint and its inputs, if a row of a constraint whose type
 * throws at singular points (see {@link ConstraintType}) is infinite or NaN. `step` is the number
 * of the current step, 0 outside steps.
 */
export function checkSingularPoints(system: EvaluatedConstraints, step: number): void {
  for (const batch of system.batches) {
    const { type } = batch;
    if (type.singularPoints === undefined || batch.isFinite()) continue;
    const found = findFaulty(batch, system);
    // Values that stem from a state that is not finite are no singular point.
    if (!found) continue;
    const when = `${step > 0 ? `In step ${step}, at` : 'At'} t = ${showTime(system.time)}, `;
    throw singularPointError(when + found.label, type, `, with ${describeInputs(found, system)}`);
  }
}
