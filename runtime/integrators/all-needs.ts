import { createDisplacementConstraint } from '../displacement.js';
import { createVelocityLevel } from '../velocity-level.js';
import type { IntegratorNeeds } from './integrator.js';

/** Code for all that integrators can do. */
export const ALL_NEEDS: IntegratorNeeds = {
  velocities: createVelocityLevel,
  displacements: createDisplacementConstraint,
};
