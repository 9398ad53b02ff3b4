import type { MultiplierEquations } from './multiplier-equations.js';
import type { MultiplierProblem, SolverReport } from './solver.js';

/**
 * Looks on while equations are evaluated and solved: for what a step has to be taken again, a
 * warning given or an error explained.
 */
export interface StepMonitor {
  /** Called where a step begins, or one of several that an integrator makes of it. */
  beginStep(): void;
  /** Called after each solution of the equations of motion. */
  solved(equations: MultiplierEquations, report: SolverReport, withinStep: boolean): void;
  /** Called after each solution for impulses that change velocities. */
  impulsesSolved(problem: MultiplierProblem, report: SolverReport): void;
  /**
   * Called where something evaluated is infinite or NaN. `findForce` looks for a force that is the
   * cause.
   */
  notFinite(findForce?: () => string | undefined): void;
  /**
   * The body that the velocity `i` belongs to and the constraint that loads it most, as the subject
   * of a sentence.
   */
  describeVelocity(i: number): string;
}
