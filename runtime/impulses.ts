import { RegularizedMatrix } from './linear/regularized-matrix.js';
import type { MatrixSource } from './linear/matrix-source.js';
import type { MultiplierEquations } from './multiplier-equations.js';
import type { ChainProblem, MultiplierProblem, MultiplierSolver, SolverReport } from './solvers/solver.js';
import { clear } from './vector.js';

/** Counts of what solvers did. */
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

/**
 * The equations of impulses, at the last evaluation of the constraints:
 *
 *     A μ = b,   x += W Bᵀ Jᵀ μ
 *
 * with the matrix of the equations of motion, and so with `J B x = b` for the change `x`: of velocities, or of positions to first order. Of all
 * changes that give `b` it is the one with the least kinetic energy `½ x·M x`.
 */
export class Impulses implements MultiplierProblem {
  readonly rightHandSide: Float64Array;
  readonly multipliers: Float64Array;
  /** Of the last solution. */
  readonly report: SolverReport;
  readonly #equations: MultiplierEquations;
  readonly #solver: MultiplierSolver;
  readonly #counts: SolverCounts;
  readonly #createSolver: () => MultiplierSolver;
  #regularized: RegularizedImpulses | undefined;

  /** `createSolver` makes one more solver like `solver`, for the regularized matrix. */
  constructor(
    equations: MultiplierEquations,
    solver: MultiplierSolver,
    createSolver: () => MultiplierSolver,
    counts: SolverCounts,
    report: SolverReport,
  ) {
    this.rightHandSide = new Float64Array(equations.size);
    this.multipliers = new Float64Array(equations.size);
    this.#equations = equations;
    this.#solver = solver;
    this.#createSolver = createSolver;
    this.#counts = counts;
    this.report = report;
  }

  get size(): number {
    return this.rightHandSide.length;
  }

  get matrix(): MatrixSource {
    return this.#equations.matrix;
  }

  get chain(): ChainProblem | undefined {
    return this.#equations.chain;
  }

  multiply(x: Float64Array, out: Float64Array): void {
    this.#equations.multiply(x, out);
  }

  /** `A μ = b`, from no estimate. */
  solve(): void {
    clear(this.multipliers);
    this.solveFromEstimate();
  }

  /** `A μ = b`; iterative solvers start from the `μ` that is there. */
  solveFromEstimate(): void {
    if (this.size === 0) return;
    this.#solver.solve(this, this.report);
    countSolution(this.#counts, this.report);
  }

  /** Like {@link solve}, but with the last factorization, whatever has become of `A` since, where the solver has one. */
  solveAgain(): void {
    if (this.size === 0) return;
    clear(this.multipliers);
    if (this.#solver.solveAgain) this.#solver.solveAgain(this, this.report);
    else this.#solver.solve(this, this.report);
    countSolution(this.#counts, this.report);
  }

  /** `(A + ε diag(A)) μ = b`. */
  solveRegularized(epsilon: number): void {
    if (this.size === 0) return;
    const regularized = (this.#regularized ??= new RegularizedImpulses(this, this.#createSolver()));
    clear(this.multipliers);
    regularized.solve(epsilon, this.report);
    countSolution(this.#counts, this.report);
  }

  /** `x += W Bᵀ Jᵀ μ`, over the velocities. */
  addTo(x: Float64Array): void {
    this.#equations.addResponse(this.multipliers, x);
  }
}

/** `(A + ε diag(A)) μ = b` for the `b` and `μ` of given impulses. */
class RegularizedImpulses implements MultiplierProblem {
  readonly matrix: RegularizedMatrix;
  readonly #impulses: Impulses;
  readonly #solver: MultiplierSolver;

  constructor(impulses: Impulses, solver: MultiplierSolver) {
    this.matrix = new RegularizedMatrix(impulses.matrix);
    this.#impulses = impulses;
    this.#solver = solver;
  }

  get size(): number {
    return this.#impulses.size;
  }

  get rightHandSide(): Float64Array {
    return this.#impulses.rightHandSide;
  }

  get multipliers(): Float64Array {
    return this.#impulses.multipliers;
  }

  multiply(x: Float64Array, out: Float64Array): void {
    this.#impulses.multiply(x, out);
    const { diagonal, epsilon } = this.matrix;
    for (let i = 0; i < out.length; i++) out[i]! += epsilon * diagonal[i]! * x[i]!;
  }

  solve(epsilon: number, report: SolverReport): void {
    this.matrix.epsilon = epsilon;
    this.matrix.updateDiagonal();
    this.#solver.solve(this, report);
  }
}
