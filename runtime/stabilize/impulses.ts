import { addMultipliedEntries, clear } from '../base/vector.js';
import type { MatrixSource } from '../equations/matrix-source.js';
import type { MultiplierEquations } from '../equations/multiplier-equations.js';
import type { RedundantRows } from '../equations/permanent-redundancy.js';
import { CompliantMatrix } from '../linear/compliant-matrix.js';
import {
  countSolution,
  type SolverCounts,
  type SolverReport,
  type StatedProblem,
  type StatedSolver,
} from '../equations/solver.js';

/**
 * The equations of impulses, at the last evaluation of the constraints:
 *
 *     (A + Σ) μ = b,   x += W Bᵀ Jᵀ μ
 *
 * with the matrix of the equations of motion and a compliance `Σ_ii ≥ 0` per row, none if left out.
 * The change `x` of velocities, or of positions to first order, satisfies `J B x = b` in rows
 * without compliance. Of all changes that do, it has the least `½ x·M x + ½ μ·Σ μ`.
 */
export class Impulses implements StatedProblem {
  readonly rightHandSide: Float64Array;
  readonly multipliers: Float64Array;
  /** Report of the last solution. */
  readonly report: SolverReport;
  readonly equations: MultiplierEquations;
  readonly #solver: StatedSolver;
  readonly counts: SolverCounts;
  /** `Σ`, undefined for none. */
  readonly compliance: Float64Array | undefined;
  /** True where every row has a compliance, so that none has to be taken out. */
  readonly #isRegular: boolean;
  #matrix: MatrixSource | undefined;

  constructor(
    equations: MultiplierEquations,
    solver: StatedSolver,
    counts: SolverCounts,
    report: SolverReport,
    compliance?: Float64Array,
    isRegular = false,
  ) {
    this.compliance = compliance;
    this.#isRegular = isRegular;
    this.rightHandSide = new Float64Array(equations.size);
    this.multipliers = new Float64Array(equations.size);
    this.equations = equations;
    this.#solver = solver;
    this.counts = counts;
    this.report = report;
  }

  get size(): number {
    return this.rightHandSide.length;
  }

  get matrix(): MatrixSource {
    const { matrix } = this.equations;
    return (this.#matrix ??= this.compliance ? new CompliantMatrix(matrix, this.compliance) : matrix);
  }

  get redundant(): RedundantRows | undefined {
    return this.#isRegular ? undefined : this.equations.redundant;
  }

  multiply(x: Float64Array, out: Float64Array): void {
    this.equations.multiply(x, out);
    if (this.compliance) addMultipliedEntries(this.compliance, x, 0, out, 0, out.length);
  }

  /** Solves `A μ = b` without an estimate. */
  solve(): void {
    clear(this.multipliers);
    this.solveFromEstimate();
  }

  /** Solves `A μ = b`. Iterative solvers start from the present `μ`. */
  solveFromEstimate(): void {
    if (this.size === 0) return;
    this.#solver.solve(this, this.report);
    countSolution(this.counts, this.report);
  }

  /**
   * Solves like {@link solve}, but with the last factorization, where the solver has one, even if
   * `A` has changed since.
   */
  solveAgain(): void {
    if (this.size === 0) return;
    clear(this.multipliers);
    this.#solver.solveAgain(this, this.report);
    countSolution(this.counts, this.report);
  }

  /** Readies {@link removeNullSpace} for the present state. Returns false where there are no redundant rows. */
  findNullSpace(): boolean {
    if (!this.redundant || this.redundant.rows.length === 0) return false;
    clear(this.rightHandSide);
    this.solve();
    return true;
  }

  /** See {@link StatedSolver}. */
  removeNullSpace(x: Float64Array): void {
    this.#solver.removeNullSpace(x);
  }

  /** `x += W Bᵀ Jᵀ μ`, over the velocities. */
  addTo(x: Float64Array): void {
    this.equations.addResponse(this.multipliers, x);
  }
}
