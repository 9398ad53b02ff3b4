import { show } from '../base/check.js';
import { HolonomicRuntimeError } from '../base/errors.js';
import type { Space } from '../model/constraint-type.js';
import type { FeedbackOption } from '../equations/feedback.js';
import type { Force } from '../model/force.js';
import type { Integrator } from '../integrators/integrator.js';
import type { ProjectionOption } from '../stabilize/projection.js';
import type { Solver } from '../equations/solver.js';
import type { WorldWarning } from '../recovery/warnings.js';
import type { WatchName } from '../watches/watches.js';

/** Options of `new World()`. */
export interface WorldOptions<S extends Space = Space> {
  /** Dimension of the ambient space. */
  readonly space: S;
  readonly forces?: readonly Force[];
  /**
   * Solver for the multipliers; `automatic()` if left out. It does not get rows with bounds, nor the
   * rows beside them: `W_SOLVER_BOUNDS` says so, and which these are.
   */
  readonly solver?: Solver;
  /** Integrator; `rk4()` if left out. */
  readonly integrator?: Integrator;
  /**
   * Feedback of constraint errors. If left out, critically damped at a rate that fits the step; see
   * {@link FeedbackOption}.
   */
  readonly feedback?: FeedbackOption;
  /**
   * Projection of positions and velocities onto the constraints after each step; none if left out.
   * See {@link ProjectionOption}.
   */
  readonly projection?: ProjectionOption;
  /**
   * Largest error of a step in the velocities, relative to the momentum `√(v·M v)`, before it is
   * taken again in shorter ones; for integrators that estimate it, such as `rk4()`. If left out, 1e-3,
   * and `W_ACCURACY` reports the first such step.
   */
  readonly accuracy?: number;
  /**
   * What to watch in each step, by name; everything if left out, and nothing if empty. Each watch
   * takes a little time and tells what would otherwise be wrong in silence: see {@link WatchName}.
   */
  readonly watches?: readonly WatchName[];
  /**
   * True to count impulses for {@link Constraint.impulseOn} where all constraints are plain equations
   * as well; that takes a tenth of a step of rods. Worlds with contacts, limits, friction or soft rows
   * always count them.
   */
  readonly impulses?: boolean;
  /**
   * Rate that contacts with friction may leave in a step at velocity level, m/s, where solving them to
   * rounding would take many times as long: in large piles that move. If left out, a hundredth of what
   * forces change rates by in a step, and 1e-4 of the rates themselves. 0 for rounding always.
   */
  readonly contactTolerance?: number;
  /** Time at which the world starts, s; 0 if left out. */
  readonly time?: number;
  /** Receives every warning, once. Prints with `console.warn` if left out. */
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
  'accuracy',
  'watches',
  'impulses',
  'contactTolerance',
  'time',
  'onWarning',
];

/** Checks the dimension of the ambient space. */
export function checkSpace(value: unknown): Space {
  if (value === 2 || value === 3) return value;
  throw new HolonomicRuntimeError('E_SPACE', `The space of a world is ${show(value)}.`, 'Give 2 or 3.');
}

/** What to write for words of other engines. */
export const MEANT_OPTIONS = {
  gravity: 'Gravity is a force: forces: [gravity([0, -9.81])], with gravity of holonomic/runtime.',
  dimensions: "Write 'space': 2 or 3.",
  dt: 'The length of a step is its argument: world.step(dt).',
  timestep: 'The length of a step is its argument: world.step(dt).',
  fps: 'The length of a step is its argument: world.step(1 / fps).',
  substeps: 'Take shorter steps: world.step(dt / n), n times.',
  timeStep: 'The length of a step is its argument: world.step(dt).',
  iterations: 'They are an option of iterative solvers, as in solver: …({ iterations }).',
  bodies: 'Add them with world.addBody or world.addParticle.',
  constraints: 'Add them with world.add.',
};
