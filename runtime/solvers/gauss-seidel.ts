import { printAs } from '../base/printing.js';
import { checkPositive, readOptions } from '../base/check.js';
import { permute } from '../linear/elimination.js';
import type { MatrixSource, MatrixWriter } from '../equations/matrix-source.js';
import { ProbedMatrix } from '../linear/probed-matrix.js';
import { dotInto } from '../base/vector.js';
import { ConjugateDirections } from './conjugate-directions.js';
import {
  clearReport,
  type MultiplierProblem,
  type MultiplierSolver,
  type Solver,
  type SolverReport,
} from '../equations/solver.js';

/** Options of {@link gaussSeidel}. */
export interface GaussSeidelOptions {
  /** Sweeps per solution. If left out, as many as necessary. */
  readonly iterations?: number;
}

const TOLERANCE = 1e-13;
/** Number of sweeps that must halve the residual, unless the number of sweeps is given. */
const PATIENCE = 50;

/**
 * Gauss-Seidel, started from the last solution: row after row, `λ_i += (b_i − Σ a_ij λ_j) / a_ii`.
 * It is meant for comparison: game engines use it on velocities, and its errors decay slowly along
 * chains. Redundant rows do no harm.
 *
 * With a given number of sweeps, the world warns where these do not reach a solution. Otherwise it
 * sweeps as long as that reduces the residual, and {@link conjugateResiduals} do the rest. They
 * also solve contradictory rows, for which sweeps do not converge to the least-squares solution.
 */
export function gaussSeidel(options: GaussSeidelOptions = {}): Solver {
  const { iterations } = readOptions(options, 'Options of gaussSeidel', ['iterations']);
  if (iterations !== undefined) checkPositive(iterations, "Option 'iterations' of gaussSeidel");
  return printAs({ name: 'gaussSeidel', create: () => new GaussSeidel(iterations) }, 'gaussSeidel', () => options);
}

class GaussSeidel implements MultiplierSolver {
  readonly #iterations: number | undefined;
  readonly #finish = new ConjugateDirections('residuals', { tolerance: TOLERANCE });
  #matrix: MatrixSource | undefined;
  #probed: MultiplierProblem | undefined;
  #writer!: MatrixWriter;
  /** Entries of each row left of the diagonal and right of it, and the diagonal. */
  #values = new Float64Array(0);
  #leftStart: Int32Array = new Int32Array(0);
  #left: Int32Array = new Int32Array(0);
  #rightStart: Int32Array = new Int32Array(0);
  #right: Int32Array = new Int32Array(0);
  #rightPlace: Int32Array = new Int32Array(0);
  /** `‖b‖²`, and `‖r‖²` as found in the last sweep. */
  readonly #squares = new Float64Array(2);

  constructor(iterations: number | undefined) {
    this.#iterations = iterations;
  }

  solve(problem: MultiplierProblem, report: SolverReport): void {
    const { rightHandSide: b, multipliers: x } = problem;
    clearReport(report);
    const squares = this.#squares;
    dotInto(squares, 0, b, b);
    const normB = Math.sqrt(squares[0]!);
    if (normB === 0) {
      x.fill(0);
      return;
    }
    this.#follow(problem);
    this.#writer.write(this.#values);
    const limit = this.#iterations ?? 10 * x.length + 100;
    const patience = this.#iterations === undefined ? PATIENCE : Infinity;
    let sweeps = 0;
    let mark = Infinity;
    for (; sweeps < limit; sweeps++) {
      this.#sweep(b, x);
      report.residual = Math.sqrt(squares[1]!) / normB;
      if (report.residual <= TOLERANCE) break;
      if (sweeps % patience === 0) {
        if (!(report.residual < 0.5 * mark)) break;
        mark = report.residual;
      }
    }
    report.converged = report.residual <= TOLERANCE;
    if (!report.converged && this.#iterations === undefined) this.#finish.solve(problem, report);
    report.iterations += sweeps;
  }

  /**
   * Sweeps over all rows. Writes down the squared residual, each row's at the time it is reached.
   */
  #sweep(b: Float64Array, x: Float64Array): void {
    const values = this.#values;
    const leftStart = this.#leftStart;
    const left = this.#left;
    const rightStart = this.#rightStart;
    const right = this.#right;
    const rightPlace = this.#rightPlace;
    const diagonal = left.length;
    let sum = 0;
    for (let i = 0; i < x.length; i++) {
      const aii = values[diagonal + i]!;
      let r = b[i]! - aii * x[i]!;
      for (let e = leftStart[i]!; e < leftStart[i + 1]!; e++) r -= values[e]! * x[left[e]!]!;
      for (let e = rightStart[i]! + 1; e < rightStart[i + 1]!; e++) r -= values[rightPlace[e]!]! * x[right[e]!]!;
      sum += r * r;
      if (aii > 0) x[i]! += r / aii;
    }
    this.#squares[1] = sum;
  }

  #follow(problem: MultiplierProblem): void {
    let { matrix } = problem;
    if (!matrix) {
      if (this.#probed === problem) return;
      this.#probed = problem;
      matrix = new ProbedMatrix(problem);
    }
    if (matrix === this.#matrix) return;
    this.#matrix = matrix;
    const { size, start, row } = matrix.pattern;
    const natural = Int32Array.from({ length: size }, (_, i) => i);
    const { upperStart, upperRow, position } = permute(matrix.pattern, natural);
    this.#writer = matrix.writer(position);
    this.#values = new Float64Array(upperRow.length + size);
    this.#leftStart = upperStart;
    this.#left = upperRow;
    this.#rightStart = start;
    this.#right = row;
    this.#rightPlace = position;
  }
}
