import type { MultiplierEquations } from './multiplier-equations.js';
import type { SolverReport, StatedProblem } from './solver.js';

/** The part of a report on impulses within bounds that monitors read. */
export interface BoundsReport {
  readonly converged: boolean;
  /** The largest error of a row, m/s or rad/s, and that row. */
  readonly residual: number;
  /** Largest rate that impulses were to change, m/s or rad/s. */
  readonly largest: number;
  readonly worstRow: number;
}

/**
 * Monitors the evaluation and solution of the equations in steps. It finds out whether a step must
 * be taken again, a warning given or an error explained.
 */
export interface StepMonitor {
  /** Called at the beginning of a step, or of each of the substeps of an integrator, among steps of `usual` s. */
  beginStep(usual: number): void;
  /** Called after each solution of the equations of motion. */
  solved(equations: MultiplierEquations, report: SolverReport, withinStep: boolean): void;
  /** Called after each solution for impulses that change velocities. */
  impulsesSolved(problem: StatedProblem, report: SolverReport): void;
  /** Called after each solution for impulses within bounds. */
  boundsSolved(report: BoundsReport): void;
  /** Called where an implicit step of `dt` was taken in `parts` parts, since longer ones did not converge. */
  shortened(dt: number, parts: number): void;
  /**
   * Called where an evaluated quantity is infinite or NaN. `findForce` looks for a force that is
   * the cause.
   */
  notFinite(findForce?: () => string | undefined): void;
  /**
   * Describes the body that the velocity `i` belongs to and the constraint that loads it most, as
   * the subject of a sentence.
   */
  describeVelocity(i: number): string;
}
