import type { Impulses } from './impulses.js';
import { RegularizedMatrix } from '../linear/regularized-matrix.js';
import { countSolution, type MultiplierProblem, type MultiplierSolver } from '../equations/solver.js';
import { clear } from '../base/vector.js';

/** `(A + ε diag(A)) μ = b` for the `b` and `μ` of given impulses, with its own solver. */
export class RegularizedImpulses implements MultiplierProblem {
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

  solve(epsilon: number): void {
    if (this.size === 0) return;
    const { report, counts } = this.#impulses;
    this.matrix.epsilon = epsilon;
    this.matrix.updateDiagonal();
    clear(this.multipliers);
    this.#solver.solve(this, report);
    countSolution(counts, report);
  }
}
