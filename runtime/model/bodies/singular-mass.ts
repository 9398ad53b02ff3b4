import { HolonomicRuntimeError } from '../../base/errors.js';
import type { BodyBinding } from './body-binding.js';
import type { CoordinateLayout } from './coordinate-layout.js';
import { showCoordinates } from './coordinate-values.js';

/** Makes an E_SINGULAR_MASS for a body whose velocity `j` moves no mass. */
export function singularMass(body: BodyBinding, layout: CoordinateLayout, j: number): HolonomicRuntimeError {
  const { name } = layout.ofVelocity(j);
  return new HolonomicRuntimeError(
    'E_SINGULAR_MASS',
    `The mass matrix of ${body.label} is not positive definite at ${showCoordinates(body)}: ` +
      `with '${name}' there is a motion that moves no mass.`,
    `Give positive mass or inertia to what '${name}' moves, or keep the body out of this configuration.`,
  );
}
