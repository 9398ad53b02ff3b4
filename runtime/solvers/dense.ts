import { cubed } from '../base/powers.js';
import { printAs } from '../base/printing.js';
import { dotInto } from '../base/vector.js';
import { apply, applyTranspose, factorize } from './orthogonal-decomposition.js';
import {
  clearReport,
  type MultiplierProblem,
  type MultiplierSolver,
  type Solver,
  type SolverReport,
} from '../equations/solver.js';

/**
 * Relative size, to the first pivot, below which a pivot counts as zero: well above rounding in
 * `J W Jᵀ`, well below any real stiffness.
 */
const RANK_TOLERANCE = 1e-12;

/**
 * Dense solver: assembles `A = J W Jᵀ` and finds the shortest of its least-squares solutions by a
 * complete orthogonal decomposition (Golub & Van Loan, Matrix Computations, section 5.4.7).
 * Redundant and contradictory rows are no special case. Costs `O(rows³)`; meant for small systems,
 * and as a reference for other solvers.
 */
export function dense(): Solver {
  return printAs({ name: 'dense', create: () => new DenseSolver() }, 'dense');
}

class DenseSolver implements MultiplierSolver {
  #size = 0;
  #A = new Float64Array(0);
  #tau = new Float64Array(0);
  #order = new Int32Array(0);
  #c = new Float64Array(0);
  #unit = new Float64Array(0);
  #column = new Float64Array(0);
  /** `‖b‖²` and `‖b − A x‖²`. */
  readonly #squares = new Float64Array(2);
  /** Transpose of the leading rows of `R`, for the shortest solution. */
  #T = new Float64Array(0);
  #tauT = new Float64Array(0);

  solve(problem: MultiplierProblem, report: SolverReport): void {
    const n = problem.size;
    const { rightHandSide: b, multipliers: x } = problem;
    this.#reserve(n);
    this.#assemble(problem);

    // A Π = Q R,  c = Qᵀ b.
    const A = this.#A;
    const c = this.#c;
    const rank = factorize(A, n, n, this.#tau, this.#order, RANK_TOLERANCE);
    c.set(b);
    applyTranspose(A, n, rank, this.#tau, c);
    if (rank === n) this.#substitute(rank);
    else this.#shortest(rank);
    for (let j = 0; j < n; j++) x[this.#order[j]!] = c[j]!;

    problem.multiply(x, this.#column);
    for (let i = 0; i < n; i++) this.#column[i] = b[i]! - this.#column[i]!;
    const squares = this.#squares;
    dotInto(squares, 0, b, b);
    dotInto(squares, 1, this.#column, this.#column);
    const normB = Math.sqrt(squares[0]!);
    clearReport(report);
    report.factorizations = 1;
    report.fill = (n * (n - 1)) / 2;
    report.flops = Math.round((4 / 3) * cubed(n));
    report.residual = normB === 0 ? 0 : Math.sqrt(squares[1]!) / normB;
    report.contradictory = rank < n && report.residual > 1e-12;
  }

  #assemble(problem: MultiplierProblem): void {
    const n = problem.size;
    for (let j = 0; j < n; j++) {
      this.#unit[j] = 1;
      problem.multiply(this.#unit, this.#column);
      this.#unit[j] = 0;
      this.#A.set(this.#column, j * n);
    }
  }

  /** `c = R⁻¹ c`. */
  #substitute(rank: number): void {
    const n = this.#size;
    const c = this.#c;
    for (let j = rank - 1; j >= 0; j--) {
      c[j]! /= this.#A[j * n + j]!;
      for (let i = 0; i < j; i++) c[i]! -= this.#A[j * n + i]! * c[j]!;
    }
  }

  /** Finds the shortest `y` with `[R₁₁ R₁₂] y = c`: with `[R₁₁ R₁₂]ᵀ = Q' R'`, `y = Q' R'⁻ᵀ c`. */
  #shortest(rank: number): void {
    const n = this.#size;
    const T = this.#T;
    const c = this.#c;
    for (let i = 0; i < rank; i++) {
      for (let j = 0; j < n; j++) T[i * n + j] = j < i ? 0 : this.#A[j * n + i]!;
    }
    factorize(T, n, rank, this.#tauT, null, 0);
    for (let j = 0; j < rank; j++) {
      for (let i = 0; i < j; i++) c[j]! -= T[j * n + i]! * c[i]!;
      c[j]! /= T[j * n + j]!;
    }
    c.fill(0, rank);
    apply(T, n, rank, this.#tauT, c);
  }

  #reserve(size: number): void {
    if (this.#size === size) return;
    this.#size = size;
    this.#A = new Float64Array(size * size);
    this.#T = new Float64Array(size * size);
    this.#tau = new Float64Array(size);
    this.#tauT = new Float64Array(size);
    this.#order = new Int32Array(size);
    this.#c = new Float64Array(size);
    this.#unit = new Float64Array(size);
    this.#column = new Float64Array(size);
  }
}
