import type { Batch } from '../model/batch.js';
import type { DiagonalMobility } from './diagonal-mobility.js';
import type { MatrixSource } from './matrix-source.js';
import type { RedundantRows } from './permanent-redundancy.js';

/**
 * The linear problem of one evaluation: `A λ = b` with `A = J W Jᵀ`, symmetric and positive
 * semidefinite. `A` is singular where constraints are redundant, and there is no solution where
 * they contradict each other. The result is then a `λ` with the least `‖A λ − b‖`.
 */
export interface MultiplierProblem {
  /** Number of rows. */
  readonly size: number;
  /** Right-hand side `b`. */
  readonly rightHandSide: Float64Array;
  /** Estimate to start from; the solver replaces it by the solution. */
  readonly multipliers: Float64Array;
  /**
   * Entries of `A`, for solvers that need them. The object stays the same as long as the structure
   * does. Absent where only products are known.
   */
  readonly matrix?: MatrixSource | undefined;
  /**
   * Terms of the equations of motion, present where the problem is theirs and bodies are their own
   * connectors.
   */
  readonly motion?: MotionTerms | undefined;
  /** `out = A x`. */
  multiply(x: Float64Array, out: Float64Array): void;
}

/** A problem that has not been prepared for solvers yet; see solvers/pinned-rows.ts. */
export interface StatedProblem extends MultiplierProblem {
  /** Rows that depend on others where `C = 0`, once they have been looked for. */
  readonly redundant?: RedundantRows | undefined;
}

/**
 * Terms of the equations of motion besides `J`, in a world whose bodies are their own connectors.
 * They serve solvers that find accelerations along with the multipliers.
 */
export interface MotionTerms {
  readonly batches: readonly Batch[];
  /** Rows that no constraint has; see `ConstraintSystem.vacant`. */
  readonly vacant: readonly number[];
  /**
   * Number of velocities. These are the first entries of vectors over the connectors; the others
   * are fixed.
   */
  readonly velocities: number;
  /** Mobility `W`, a diagonal. */
  readonly mobility: DiagonalMobility;
  /** Terms of `b`, per row. */
  readonly gamma: Float64Array;
  readonly feedback: Float64Array;
  readonly lambda: Float64Array;
  /** `W Q`, over the connectors. */
  readonly free: Float64Array;
  /**
   * `v̇`, over the connectors. The solver fills it in if it sets {@link SolverReport.accelerated}.
   */
  readonly accelerations: Float64Array;
}

/**
 * How a sparse matrix was factorized: not at all, along a planar chain, row by row, or front by
 * front, in JavaScript or in WebAssembly with SIMD. The last two give the same results to the bit.
 */
export type FactorizationMethod = 'none' | 'chain' | 'rows' | 'fronts' | 'simd';

/** Report of a solver on its last solution. */
export interface SolverReport {
  /** Number of products with `A`, for iterative solvers. */
  iterations: number;
  /**
   * `‖b − A λ‖₂ / ‖b‖₂` as known to the solver; 0 where a direct solver had no reason to compute
   * it.
   */
  residual: number;
  /** False where the solver failed to reach its tolerance. */
  converged: boolean;
  /**
   * True where a component of `b` lies outside the range of `A`, so that the residual cannot be
   * reduced further.
   */
  contradictory: boolean;
  /** Number of factorizations of `A`, or of an approximation to it, for this solution. */
  factorizations: number;
  /** How a direct solver for sparse matrices did that. */
  factorization: FactorizationMethod;
  /**
   * Number of entries of the factor below the diagonal, and of operations of a factorization; 0
   * without one.
   */
  fill: number;
  flops: number;
  /**
   * True where rows are so close to depending on others that multipliers have lost half of their
   * figures.
   */
  nearSingular: boolean;
  /**
   * Least squared sine of the angle, in the metric of `W`, between an independent row and the
   * others. It measures how far rows are from depending on others. NaN where the solver does not
   * know it.
   */
  leastPivot: number;
  /** Number of rows found to depend on others, as far as the solver knows. */
  dependent: number;
  /** `λᵀ b` where the solver computes it anyway; NaN where it does not. */
  work: number;
  /** True where the solver also found the accelerations; see {@link MotionTerms}. */
  accelerated: boolean;
}

/** Returns a report to be filled in. */
export function emptyReport(): SolverReport {
  return {
    iterations: 0,
    residual: 0,
    converged: true,
    contradictory: false,
    factorizations: 0,
    factorization: 'none',
    fill: 0,
    flops: 0,
    nearSingular: false,
    leastPivot: NaN,
    dependent: 0,
    work: NaN,
    accelerated: false,
  };
}

/** Sets `report` to that of a solution that succeeded without any work. */
export function clearReport(report: SolverReport): void {
  report.iterations = 0;
  report.residual = 0;
  report.converged = true;
  report.contradictory = false;
  report.factorizations = 0;
  report.factorization = 'none';
  report.fill = 0;
  report.flops = 0;
  report.nearSingular = false;
  report.leastPivot = NaN;
  report.dependent = 0;
  report.work = NaN;
  report.accelerated = false;
}

/** Counts of a solver's work. */
export interface SolverCounts {
  iterations: number;
  factorizations: number;
  /** How the last solution that factorized did so. */
  factorization: FactorizationMethod;
  nearSingular: number;
}

/** Adds a solution to `counts`. */
export function countSolution(counts: SolverCounts, report: SolverReport): void {
  counts.iterations += report.iterations;
  counts.factorizations += report.factorizations;
  if (report.factorizations > 0) counts.factorization = report.factorization;
  if (report.nearSingular) counts.nearSingular++;
}

/** A solver of one world, with its workspace. */
export interface MultiplierSolver {
  /** Solves and fills in `report`. Allocates nothing unless the size of the problem has changed. */
  solve(problem: MultiplierProblem, report: SolverReport): void;
  /**
   * Solves a problem with the same matrix as {@link solve}, with the factorization of the last
   * solution, even if the matrix has changed since. It serves iterations that converge with an old
   * factorization. Absent from solvers that keep none.
   */
  solveAgain?(problem: MultiplierProblem, report: SolverReport): void;
}

/** A solver that takes redundant rows out; see solvers/pinned-rows.ts. */
export interface StatedSolver extends MultiplierSolver {
  solve(problem: StatedProblem, report: SolverReport): void;
  solveAgain(problem: StatedProblem, report: SolverReport): void;
  /**
   * Removes from `x`, over the rows, its part in the null space of redundant rows at the last solution.
   * Returns the length of that.
   */
  removeNullSpace(x: Float64Array): number;
  /** The largest relative pivot of a redundant row there, behind all other rows; 0 without any. */
  redundantPivot(): number;
}

/**
 * A choice of solver and its options. It can serve any number of worlds: each gets its own
 * {@link MultiplierSolver} from it.
 */
export interface Solver {
  readonly name: string;
  create(): MultiplierSolver;
}
