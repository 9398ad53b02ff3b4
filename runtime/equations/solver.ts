import type { Batch } from '../model/batch.js';
import type { DiagonalMobility } from './diagonal-mobility.js';
import type { MatrixSource } from './matrix-source.js';

/**
 * The linear problem of one evaluation: `A λ = b` with `A = J W Jᵀ`, symmetric and positive
 * semidefinite; singular where constraints are redundant, without solution where they contradict
 * each other. What is wanted then is a `λ` with the least `‖A λ − b‖`.
 */
export interface MultiplierProblem {
  /** Number of rows. */
  readonly size: number;
  /** `b`. */
  readonly rightHandSide: Float64Array;
  /** In: an estimate to start from. Out: the solution. */
  readonly multipliers: Float64Array;
  /**
   * `A` written out, for solvers that need its entries. The same object as long as the structure is
   * the same. Absent where only products are known.
   */
  readonly matrix?: MatrixSource | undefined;
  /**
   * Present where the problem is that of the equations of motion, and its bodies are their own
   * connectors.
   */
  readonly motion?: MotionTerms | undefined;
  /** `out = A x`. */
  multiply(x: Float64Array, out: Float64Array): void;
}

/**
 * What the equations of motion consist of besides `J`, in a world whose bodies are their own
 * connectors: for solvers that find accelerations along with the multipliers.
 */
export interface MotionTerms {
  readonly batches: readonly Batch[];
  /**
   * Number of velocities, which are the first of what is over the connectors; the others are fixed.
   */
  readonly velocities: number;
  /** `W`, a diagonal. */
  readonly mobility: DiagonalMobility;
  /** Per row. */
  readonly gamma: Float64Array;
  readonly feedback: Float64Array;
  readonly lambda: Float64Array;
  /** `W Q`, over the connectors. */
  readonly free: Float64Array;
  /** `v̇`, over the connectors: to be filled in, unless the report says that it has not been. */
  readonly accelerations: Float64Array;
}

/** What a solver reports of its last solution. */
export interface SolverReport {
  /** Products with `A`, for iterative solvers. */
  iterations: number;
  /** `‖b − A λ‖₂ / ‖b‖₂` as the solver knows it; 0 where a direct solver had no reason to look. */
  residual: number;
  /** False where the solver failed to reach its tolerance. */
  converged: boolean;
  /**
   * True where a part of `b` lies outside the range of `A`, so that the residual cannot be reduced
   * further.
   */
  contradictory: boolean;
  /** Factorisations of `A`, or of an approximation to it, for this solution. */
  factorizations: number;
  /** Entries of the factor below the diagonal, and operations of a factorisation; 0 without one. */
  fill: number;
  flops: number;
  /**
   * True where rows are so close to depending on others that multipliers have lost half of their
   * figures.
   */
  nearSingular: boolean;
  /**
   * How far, at the least, an independent row is from depending on others: the squared sine of the
   * angle between them, in the metric of `W`. NaN where the solver does not know.
   */
  leastPivot: number;
  /** Rows found to depend on others, as far as the solver knows. */
  dependent: number;
  /** `λᵀ b`, where the solver found it along the way; NaN where it did not. */
  work: number;
  /** True where the solver found the accelerations as well: see {@link MotionTerms}. */
  accelerated: boolean;
}

/** A report to be filled in. */
export function emptyReport(): SolverReport {
  return {
    iterations: 0,
    residual: 0,
    converged: true,
    contradictory: false,
    factorizations: 0,
    fill: 0,
    flops: 0,
    nearSingular: false,
    leastPivot: NaN,
    dependent: 0,
    work: NaN,
    accelerated: false,
  };
}

/** Makes `report` that of a solution that went well without any work. */
export function clearReport(report: SolverReport): void {
  report.iterations = 0;
  report.residual = 0;
  report.converged = true;
  report.contradictory = false;
  report.factorizations = 0;
  report.fill = 0;
  report.flops = 0;
  report.nearSingular = false;
  report.leastPivot = NaN;
  report.dependent = 0;
  report.work = NaN;
  report.accelerated = false;
}

/** Counts of what a solver did. */
export interface SolverCounts {
  iterations: number;
  factorizations: number;
  nearSingular: number;
}

/** Adds a solution to `counts`. */
export function countSolution(counts: SolverCounts, { iterations, factorizations, nearSingular }: SolverReport): void {
  counts.iterations += iterations;
  counts.factorizations += factorizations;
  if (nearSingular) counts.nearSingular++;
}

/** A solver at work for one world: holds its workspace. */
export interface MultiplierSolver {
  /** Solves and fills in `report`. Allocates nothing unless the size of the problem has changed. */
  solve(problem: MultiplierProblem, report: SolverReport): void;
  /**
   * Like {@link solve} for a problem with the same matrix, but with the factorization of the last
   * solution, whatever the matrix has become since: for iterations that converge with an old one.
   * Absent from solvers that keep none.
   */
  solveAgain?(problem: MultiplierProblem, report: SolverReport): void;
}

/**
 * A choice of solver and its options. One can serve any number of worlds: each gets its own
 * {@link MultiplierSolver} from it.
 */
export interface Solver {
  readonly name: string;
  create(): MultiplierSolver;
}
