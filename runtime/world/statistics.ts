import type { WorldInternals } from './internals.js';

/** What a world has done so far; see {@link World.stats}. */
export interface Statistics {
  /** Steps completed. */
  readonly steps: number;
  /** Steps that an adaptive integrator has rejected for a shorter one. */
  readonly rejected: number;
  /** Evaluations of the equations of motion: each runs every kernel once and solves once. */
  readonly evaluations: number;
  /** Iterations of the solver, all evaluations together, and in the last one. */
  readonly iterations: number;
  readonly lastIterations: number;
  /**
   * `‖b − A λ‖ / ‖b‖` of the last solution; 0 where a direct solver, by its pivots, had no reason
   * to look.
   */
  readonly residual: number;
  /** Factorisations so far. */
  readonly factorizations: number;
  /**
   * Entries of the last factor below its diagonal, and operations that it took; 0 for solvers that
   * factorise nothing.
   */
  readonly fill: number;
  readonly flops: number;
  /**
   * Evaluations in which constraints were so close to depending on each other that multipliers lost
   * half of their figures.
   */
  readonly nearSingular: number;
  /**
   * Steps that were ill-conditioned, since constraints all but depend on each other, and were taken
   * again at velocity level.
   */
  readonly fallbacks: number;
  /** Projections that did not reach their tolerance. */
  readonly projectionsFailed: number;
}

/** Collects what a world has done so far. */
export function statistics({ motion, driver, recovery }: WorldInternals): Statistics {
  const { evaluations, counts, report } = motion;
  return {
    steps: driver.steps,
    rejected: driver.stepper.rejected ?? 0,
    evaluations,
    iterations: counts.iterations,
    lastIterations: report.iterations,
    residual: report.residual,
    factorizations: counts.factorizations,
    fill: report.fill,
    flops: report.flops,
    nearSingular: counts.nearSingular,
    fallbacks: recovery.fallbacks,
    projectionsFailed: recovery.projectionsFailed,
  };
}
