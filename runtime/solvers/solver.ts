/** Limits of each row's multiplier, for rows that are no equations. */
export interface MultiplierBounds {
  readonly lower: Float64Array;
  readonly upper: Float64Array;
}

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
  /** Absent where every row is an equation. Solvers that know no bounds must refuse a problem that has them. */
  readonly bounds?: MultiplierBounds;
  /** `out = A x`. */
  multiply(x: Float64Array, out: Float64Array): void;
}

/** What a solver tells about its last solution. */
export interface SolverReport {
  /** Products with `A`, for iterative solvers. */
  iterations: number;
  /** `‖b − A λ‖₂ / ‖b‖₂` as the solver knows it. */
  residual: number;
  /** False where the solver gave up before reaching its tolerance. */
  converged: boolean;
  /** True where a part of `b` lies outside the range of `A`, so that the residual cannot be reduced further. */
  contradictory: boolean;
}

/** A solver at work for one world: holds its workspace. */
export interface MultiplierSolver {
  /** Solves and fills in `report`. Allocates nothing unless the size of the problem has changed. */
  solve(problem: MultiplierProblem, report: SolverReport): void;
}

/** A choice of solver and its options. One can serve any number of worlds: each gets its own {@link MultiplierSolver} from it. */
export interface Solver {
  readonly name: string;
  create(): MultiplierSolver;
}
