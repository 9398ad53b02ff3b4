import type { MatrixSource } from './matrix-source.js';

/**
 * The linear problem of one evaluation: `A λ = b` with `A = J W Jᵀ`, symmetric and positive semidefinite; singular where constraints are
 * redundant, without solution where they contradict each other. What is wanted then is a `λ` with the least `‖A λ − b‖`.
 */
export interface MultiplierProblem {
  /** Number of rows. */
  readonly size: number;
  /** `b`. */
  readonly rightHandSide: Float64Array;
  /** In: an estimate to start from. Out: the solution. */
  readonly multipliers: Float64Array;
  /**
   * `A` written out, for solvers that need its entries. The same object as long as the structure is the same. Absent where only products are
   * known.
   */
  readonly matrix?: MatrixSource | undefined;
  /** Present where `A` is that of chains. */
  readonly chain?: ChainProblem | undefined;
  /** `out = A x`. */
  multiply(x: Float64Array, out: Float64Array): void;
}

/** The equations of motion where they are those of chains: solved without being written out. */
export interface ChainProblem {
  /** `λᵀ b` of the last solution: one entry. */
  readonly work: Float64Array;
  /**
   * Finds the multipliers and the accelerations, and fills in `report`. Returns false, with everything as it was, where a row comes so close to depending on others
   * that the solution would need a second look.
   */
  solve(report: SolverReport): boolean;
  /** `x = A⁻¹ b` with the factors of the last solution. */
  solveAgain(b: Float64Array, x: Float64Array): void;
}

/** What a solver tells about its last solution. */
export interface SolverReport {
  /** Products with `A`, for iterative solvers. */
  iterations: number;
  /** `‖b − A λ‖₂ / ‖b‖₂` as the solver knows it; 0 where a direct solver had no reason to look. */
  residual: number;
  /** False where the solver gave up before reaching its tolerance. */
  converged: boolean;
  /** True where a part of `b` lies outside the range of `A`, so that the residual cannot be reduced further. */
  contradictory: boolean;
  /** Factorisations of `A`, or of an approximation to it, for this solution. */
  factorizations: number;
  /** Entries of the factor below the diagonal, and operations of a factorisation; 0 without one. */
  fill: number;
  flops: number;
  /** True where rows are so close to depending on others that multipliers have lost half of their figures. */
  nearSingular: boolean;
  /**
   * How far, at the least, an independent row is from depending on others: the squared sine of the angle between them, in the metric of `W`. NaN
   * where the solver does not know.
   */
  leastPivot: number;
  /** Rows found to depend on others, as far as the solver knows. */
  dependent: number;
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
}

/** A solver at work for one world: holds its workspace. */
export interface MultiplierSolver {
  /** Solves and fills in `report`. Allocates nothing unless the size of the problem has changed. */
  solve(problem: MultiplierProblem, report: SolverReport): void;
  /**
   * Like {@link solve} for a problem with the same matrix, but with the factorization of the last solution, whatever the matrix has become since: for
   * iterations that converge with an old one. Absent from solvers that keep none.
   */
  solveAgain?(problem: MultiplierProblem, report: SolverReport): void;
  /** Solves the equations of motion of chains, if {@link ChainProblem.solve} can. Absent from solvers that do not solve by elimination. */
  solveChain?(chain: ChainProblem, report: SolverReport): boolean;
}

/** A choice of solver and its options. One can serve any number of worlds: each gets its own {@link MultiplierSolver} from it. */
export interface Solver {
  readonly name: string;
  create(): MultiplierSolver;
}
