import { HolonomicRuntimeError } from '../../base/errors.js';
import type { BodyBinding } from './body-binding.js';
import type { CoordinateLayout } from './coordinate-layout.js';
import { FAULTY_HINT } from '../faulty-rows.js';
import { describeFormulas, showCoordinates } from './coordinate-values.js';

/**
 * Makes an E_SINGULAR_MASS for a body whose velocity `j` moves no mass, and an E_STATE_NOT_FINITE for
 * one whose formulas have no value.
 */
export function singularMass(
  body: BodyBinding,
  layout: CoordinateLayout,
  j: number,
  isDefined: boolean,
): HolonomicRuntimeError {
  if (!isDefined)
    return new HolonomicRuntimeError(
      'E_STATE_NOT_FINITE',
      `The motion leaves the domain of a formula. There is no value for ${describeFormulas(body)}.`,
      FAULTY_HINT,
    );
  const { name } = layout.ofVelocity(j);
  return new HolonomicRuntimeError(
    'E_SINGULAR_MASS',
    `The mass matrix of ${body.label} is not positive definite at ${showCoordinates(body)}: ` +
      `with '${name}' there is a motion that moves no mass.`,
    `Give positive mass or inertia to what '${name}' moves, or keep the body out of this configuration.`,
  );
}
