import type { FactorizationMethod } from '../equations/solver.js';
import type { WorldInternals } from './internals.js';

/** Counts of a world's work so far; see {@link World.stats}. */
export interface Statistics {
  /** Number of steps completed. */
  readonly steps: number;
  /** Number of steps that an adaptive integrator has rejected for a shorter one. */
  readonly rejected: number;
  /**
   * Number of evaluations of the equations of motion. Each runs every kernel once and solves once.
   */
  readonly evaluations: number;
  /** Iterations of the solver, in all evaluations together and in the last one. */
  readonly iterations: number;
  readonly lastIterations: number;
  /**
   * `‖b − A λ‖ / ‖b‖` of the last solution; 0 where a direct solver, by its pivots, had no reason
   * to compute it.
   */
  readonly residual: number;
  /** Number of factorizations so far. */
  readonly factorizations: number;
  /**
   * How the last of them was made. For `'simd'` and `'fronts'`, which give the same results, see
   * docs/performance.md.
   */
  readonly factorization: FactorizationMethod;
  /**
   * Entries of the last factor below its diagonal, and operations that it took; 0 for solvers that
   * factorize nothing.
   */
  readonly fill: number;
  readonly flops: number;
  /**
   * Number of evaluations in which constraints were so close to depending on each other that
   * multipliers lost half of their figures.
   */
  readonly nearSingular: number;
  /** Number of steps that were rejected, and taken again in shorter ones. */
  readonly shortened: number;
  /**
   * Number of steps that were ill-conditioned, as constraints nearly depend on each other, and were
   * taken again at velocity level.
   */
  readonly fallbacks: number;
  /**
   * Number of steps that an integrator at acceleration level left to velocity level, since
   * inequalities or largest forces acted in them.
   */
  readonly withinBounds: number;
  /** Number of impacts that `dormandPrince()` has stopped at. */
  readonly impacts: number;
  /** Number of projections that did not reach their tolerance. */
  readonly projectionsFailed: number;
}

/** Collects the statistics of a world. */
export function statistics({ stepped, progress, recovery }: WorldInternals): Statistics {
  const { evaluations, counts, report } = stepped;
  return {
    steps: progress.steps,
    rejected: progress.stepper.rejected ?? 0,
    evaluations,
    iterations: counts.iterations,
    lastIterations: report.iterations,
    residual: report.residual,
    factorizations: counts.factorizations,
    factorization: counts.factorization,
    fill: report.fill,
    flops: report.flops,
    nearSingular: counts.nearSingular,
    shortened: recovery.retaken.shortened,
    fallbacks: recovery.retaken.fallbacks,
    withinBounds: recovery.retaken.withinBounds,
    impacts: stepped.impacts,
    projectionsFailed: recovery.projectionsFailed,
  };
}

/** What consoles print of a world: how many things of each sort there are. */
export const summary = ({ structure, stepped, recovery }: WorldInternals): object => ({
  space: structure.world.space,
  time: stepped.time,
  particles: structure.particles.particles.length,
  bodies: structure.bodies.length,
  constraints: structure.constraints.length,
  rows: structure.constraints.reduce((sum, { type }) => sum + type.rows, 0),
  forces: structure.forces.length,
  warnings: recovery.watch.warnings.given.map(({ code }) => code),
});
