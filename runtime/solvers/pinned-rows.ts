import { hypot, squared } from '../base/powers.js';
import { copy, norm } from '../base/vector.js';
import { diagonalWriter, type MatrixSource, type MatrixWriter } from '../equations/matrix-source.js';
import type { RedundantRows } from '../equations/permanent-redundancy.js';
import {
  emptyReport,
  type MultiplierProblem,
  type MultiplierSolver,
  type SolverReport,
  type StatedProblem,
  type StatedSolver,
} from '../equations/solver.js';
import { CompliantMatrix } from '../linear/compliant-matrix.js';
import { NullBasis } from '../linear/null-basis.js';

/** How often other rows are pinned for one solution at most. */
const MOST_CHOICES = 4;
/** Relative size of a component of `b` in the null space above which it is more than rounding. */
const ROUNDING = 1e-15;
const CONTRADICTION = 1e-12;

/** `(A + Σ) x = b` with a compliance `Σ` that is zero but in pinned rows. */
export class PinnedProblem implements MultiplierProblem {
  readonly matrix: MatrixSource;
  readonly rightHandSide: Float64Array;
  readonly solution: Float64Array;
  readonly added: Float64Array;
  multipliers: Float64Array;
  readonly compliance: Float64Array;
  /** `√A_ii`. */
  readonly scale: Float64Array;
  readonly basis: NullBasis;
  /** The pinned rows. */
  readonly rows: Int32Array;
  source: MultiplierProblem;
  readonly #diagonal: MatrixWriter;

  constructor(source: MultiplierProblem, matrix: MatrixSource, count: number) {
    const { size } = source;
    this.source = source;
    this.rightHandSide = new Float64Array(size);
    this.solution = new Float64Array(size);
    this.added = new Float64Array(size);
    this.multipliers = this.solution;
    this.compliance = new Float64Array(size);
    this.scale = new Float64Array(size);
    this.basis = new NullBasis(size, count);
    this.rows = new Int32Array(count);
    this.matrix = new CompliantMatrix(matrix, this.compliance);
    this.#diagonal = diagonalWriter(matrix);
  }

  get size(): number {
    return this.rightHandSide.length;
  }

  multiply(x: Float64Array, out: Float64Array): void {
    this.source.multiply(x, out);
    const { compliance } = this;
    for (let i = 0; i < x.length; i++) out[i]! += compliance[i]! * x[i]!;
  }

  /** Takes the matrix as it is now. */
  update(): void {
    const { scale } = this;
    this.#diagonal.write(scale);
    for (let i = 0; i < scale.length; i++) scale[i] = Math.sqrt(scale[i]!);
  }

  /** Pins `rows`: each gets the compliance of its own diagonal entry. */
  pin(rows: Int32Array): void {
    this.rows.set(rows);
    this.compliance.fill(0);
    for (const row of rows) this.compliance[row] = squared(this.scale[row]!) || 1;
  }
}

/**
 * Takes rows that depend on others on the surface `C = 0` alone ({@link RedundantRows}) out of the
 * equations that a solver is given. With `E` the unit vectors of these rows,
 *
 *     M = A + E T Eᵀ,   T_dd = A_dd,   N = M⁻¹ E T
 *
 * `M` is as regular as the mechanism, so that any solver does. On the surface `A N = 0`: of
 * `A n = 0` follows `M n = E T Eᵀ n`. Off it, `N` spans what the null space has become, up to the square
 * of the distance. The component of `b` in it is error alone: rows that depend on each other there
 * contradict each other a little. With `b` without that component, `M λ = b` has `Eᵀ λ = 0` and is
 * `A λ = b`. At last `λ` loses its component, too: it is then the shortest, and its force does no work
 * along the motion that the mechanism has on the surface.
 *
 * With no such rows, problems are passed on as they are.
 */
export class PinnedRows implements StatedSolver {
  readonly #inner: MultiplierSolver;
  readonly #report = emptyReport();
  /** True where all solutions for the null space have converged. */
  #converged = true;
  #matrix: MatrixSource | undefined;
  #pinned: PinnedProblem | undefined;
  #isPinned = false;

  constructor(inner: MultiplierSolver) {
    this.#inner = inner;
  }

  solve(problem: StatedProblem, report: SolverReport): void {
    const { redundant } = problem;
    const matrix = redundant && redundant.rows.length > 0 ? problem.matrix : undefined;
    this.#isPinned = matrix !== undefined;
    if (redundant && matrix) this.#solvePinned(problem, this.#follow(problem, matrix, redundant), redundant, report);
    else this.#inner.solve(problem, report);
  }

  solveAgain(problem: StatedProblem, report: SolverReport): void {
    const pinned = this.#pinned;
    if (!this.#inner.solveAgain) this.solve(problem, report);
    else if (!this.#isPinned || !pinned || problem.matrix !== this.#matrix) this.#inner.solveAgain(problem, report);
    else {
      const { rightHandSide, solution, basis, rows } = pinned;
      pinned.source = problem;
      pinned.multipliers = solution;
      copy(problem.rightHandSide, 0, rightHandSide, 0, rightHandSide.length);
      basis.remove(rightHandSide);
      this.#inner.solveAgain(pinned, report);
      basis.remove(solution);
      copy(solution, 0, problem.multipliers, 0, solution.length);
      report.dependent += rows.length;
    }
  }

  removeNullSpace(x: Float64Array): number {
    return this.#isPinned && this.#pinned ? this.#pinned.basis.remove(x) : 0;
  }

  /** With `S` the Schur complement of `A` in the pinned rows, `EᵀN = (S + T)⁻¹ T`, and the pivots are `T⁻¹ S`. */
  redundantPivot(): number {
    if (!this.#isPinned || !this.#pinned) return 0;
    const { basis, rows } = this.#pinned;
    let largest = 0;
    basis.columns.forEach((n, j) => {
      largest = Math.max(largest, 1 - n[rows[j]!]!);
    });
    return largest;
  }

  #follow(problem: MultiplierProblem, matrix: MatrixSource, { rows }: RedundantRows): PinnedProblem {
    if (!this.#pinned || matrix !== this.#matrix || rows.length !== this.#pinned.basis.count) {
      this.#matrix = matrix;
      this.#pinned = new PinnedProblem(problem, matrix, rows.length);
    }
    this.#pinned.source = problem;
    return this.#pinned;
  }

  #solvePinned(
    { rightHandSide: b, multipliers: x }: MultiplierProblem,
    pinned: PinnedProblem,
    { rows }: RedundantRows,
    report: SolverReport,
  ): void {
    const { rightHandSide, solution, basis, scale } = pinned;
    pinned.update();
    this.#converged = true;
    let iterations = 0;
    let factorizations = 0;
    for (let choice = 1; ; choice++) {
      pinned.pin(rows);
      copy(b, 0, rightHandSide, 0, b.length);
      copy(x, 0, solution, 0, x.length);
      this.#startWithout(rows, solution, basis);
      pinned.multipliers = solution;
      this.#inner.solve(pinned, report);
      iterations += report.iterations + this.#findNullSpace(pinned, rows);
      factorizations += report.factorizations;
      if (choice === MOST_CHOICES || !basis.chooseRows(scale, rows)) break;
    }
    const size = norm(b);
    copy(b, 0, rightHandSide, 0, b.length);
    const missed = basis.remove(rightHandSide);
    if (missed > ROUNDING * size) iterations += this.#correct(pinned, b);
    basis.remove(solution);
    copy(solution, 0, x, 0, x.length);
    report.iterations = iterations;
    report.factorizations = factorizations;
    report.dependent += rows.length;
    report.converged &&= this.#converged;
    if (missed > CONTRADICTION * size) report.contradictory = true;
    if (missed > 0) report.residual = hypot(report.residual, missed / size);
  }

  /** Takes the estimate `x` to the one among those with the same force that is zero in `rows`. */
  #startWithout(rows: Int32Array, x: Float64Array, { columns }: NullBasis): void {
    for (let j = 0; j < rows.length; j++) {
      const weight = x[rows[j]!]!;
      const n = columns[j]!;
      for (let i = 0; i < x.length; i++) x[i]! -= weight * n[i]!;
    }
  }

  /** Finds the columns of `N`. Returns the number of iterations. */
  #findNullSpace(pinned: PinnedProblem, rows: Int32Array): number {
    const { basis, rightHandSide, compliance } = pinned;
    let iterations = 0;
    for (let j = 0; j < rows.length; j++) {
      rightHandSide.fill(0);
      rightHandSide[rows[j]!] = compliance[rows[j]!]!;
      pinned.multipliers = basis.columns[j]!;
      iterations += this.#solveSame(pinned);
    }
    basis.update();
    return iterations;
  }

  /** Takes from the solution what the component of `b` in the null space has added to it. */
  #correct(pinned: PinnedProblem, b: Float64Array): number {
    const { rightHandSide, solution, added } = pinned;
    for (let i = 0; i < b.length; i++) rightHandSide[i] = b[i]! - rightHandSide[i]!;
    added.fill(0);
    pinned.multipliers = added;
    const iterations = this.#solveSame(pinned);
    for (let i = 0; i < added.length; i++) solution[i]! -= added[i]!;
    return iterations;
  }

  #solveSame(pinned: PinnedProblem): number {
    if (this.#inner.solveAgain) this.#inner.solveAgain(pinned, this.#report);
    else this.#inner.solve(pinned, this.#report);
    this.#converged &&= this.#report.converged;
    return this.#report.iterations;
  }
}
