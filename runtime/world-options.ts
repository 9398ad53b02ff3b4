import type { Space } from './constraint-type.js';
import type { FeedbackOption } from './feedback.js';
import type { Force } from './force.js';
import type { Integrator } from './integrators/integrator.js';
import type { Solver } from './solvers/solver.js';
import type { WorldWarning } from './warning.js';
import type { World } from './world.js';

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
  /** Gets every warning, once. Prints with `console.warn` if left out. */
  readonly onWarning?: (warning: WorldWarning) => void;
}

/** What {@link World.run} takes. */
export interface RunOptions {
  /** Time to run to, s. The last step is shortened to end there. */
  readonly until: number;
  /** Step, s. 1/240 if left out. */
  readonly dt?: number;
  /** Called after each step. */
  readonly onStep?: (world: World) => void;
}

/** Names of the options of a world, for checks. */
export const OPTION_NAMES: readonly (keyof WorldOptions)[] = [
  'space',
  'forces',
  'solver',
  'integrator',
  'feedback',
  'onWarning',
];
