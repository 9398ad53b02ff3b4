import type { Space } from './constraint-type.js';
import type { FeedbackOption } from './feedback.js';
import type { Force } from './force.js';
import type { Integrator } from './integrators/integrator.js';
import type { Solver } from './solvers/solver.js';
import type { StepGuard } from './step-guard.js';

/** What `new BareWorld()` takes. */
export interface BareWorldOptions {
  /** Dimension of the ambient space. */
  readonly space: Space;
  /** Such as `dense()` for a few rows, `conjugateResiduals()`, or `blockLDL()`. */
  readonly solver: Solver;
  /** Such as `rk4()`. */
  readonly integrator: Integrator;
  readonly forces?: readonly Force[];
  /** How constraint errors are fed back. Critically damped at a rate that fits the step if left out; see {@link FeedbackOption}. */
  readonly feedback?: FeedbackOption;
  /** Looks after steps that break down, and projects; see {@link stepGuard}. Not if left out. */
  readonly guard?: StepGuard;
}

/** Names of the options of a bare world, for checks. */
export const BARE_OPTION_NAMES: readonly (keyof BareWorldOptions)[] = [
  'space',
  'solver',
  'integrator',
  'forces',
  'feedback',
  'guard',
];
