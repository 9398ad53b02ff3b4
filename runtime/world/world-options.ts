import type { Space } from '../model/constraint-type.js';
import type { FeedbackOption } from '../equations/feedback.js';
import type { Force } from '../model/force.js';
import type { Integrator } from '../integrators/integrator.js';
import type { ProjectionOption } from '../stabilize/projection.js';
import type { Solver } from '../equations/solver.js';
import type { WorldWarning } from '../recovery/warning.js';

/** What `new World()` takes. */
export interface WorldOptions {
  /** Dimension of the ambient space. */
  readonly space: Space;
  readonly forces?: readonly Force[];
  /** `automatic()` if left out. */
  readonly solver?: Solver;
  /** `rk4()` if left out. */
  readonly integrator?: Integrator;
  /** How constraint errors are fed back. Critically damped at a rate that fits the step if left out; see {@link FeedbackOption}. */
  readonly feedback?: FeedbackOption;
  /** Projects positions and velocities onto the constraints after each step; not if left out. See {@link ProjectionOption}. */
  readonly projection?: ProjectionOption;
  /** Gets every warning, once. Prints with `console.warn` if left out. */
  readonly onWarning?: (warning: WorldWarning) => void;
}

/** Names of the options of a world, for checks. */
export const OPTION_NAMES: readonly (keyof WorldOptions)[] = [
  'space',
  'forces',
  'solver',
  'integrator',
  'feedback',
  'projection',
  'onWarning',
];
