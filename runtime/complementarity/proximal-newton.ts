import { copy } from '../base/vector.js';
import type { FrictionNewton } from './friction-newton.js';
import type { GroupedMatrix } from './grouped-matrix.js';
import { Iterate } from './iterate.js';
import type { ComplementarityProblem } from './problem.js';
import type { RowGroups } from './row-groups.js';

/** Compliance of the first problem, relative to a row's mean diagonal entry, and the most. */
const FIRST = 1e-3;
const MOST = 0.1;
/** Factor between the compliances of two problems. */
const FACTOR = 10;
/** Most Newton steps in one problem, and most problems that may fail or make no progress. */
const MOST_STEPS = 8;
const PATIENCE = 2;
/** Part of its first residual to which a problem is solved, and of the tolerance. */
const SOLVED = 0.01;
const ROUNDED = 0.1;
/** Part of the residual before that is progress. */
const PROGRESS = 0.3;

/**
 * The proximal point method (Rockafellar 1976, "Monotone operators and the proximal point
 * algorithm"), with Newton's method for each of its problems. These have a compliance `η / r` about
 * the multipliers of the one before,
 *
 *     u = (A + Σ + η / r) λ − (b + η / r λ_before)
 *
 * so that rows may depend on each other, and rows that contradict each other by `c` change
 * multipliers by `c r / η` at most. The residual of the problem itself falls with `η`, to nothing or to
 * `c`. Boxes that lie flat and are joined have such contradictions, of the errors that joints feed
 * back and of gaps of nanometres: these decide which corners bear, and a solution without them may
 * be far away.
 */
export class ProximalNewton {
  readonly #matrix: GroupedMatrix;
  readonly #newton: FrictionNewton;
  readonly #groups: RowGroups;
  readonly #diagonal: Float64Array;
  readonly #softened: Float64Array;
  readonly #b: Float64Array;
  readonly #centre: Float64Array;
  #inner: Iterate | undefined;
  /** True where problems were solved that brought no progress: rows contradict each other. */
  contradicts = false;

  constructor(matrix: GroupedMatrix, newton: FrictionNewton, groups: RowGroups) {
    const { size } = groups;
    this.#matrix = matrix;
    this.#newton = newton;
    this.#groups = groups;
    this.#diagonal = new Float64Array(size);
    this.#softened = new Float64Array(size);
    this.#b = new Float64Array(size);
    this.#centre = new Float64Array(size);
  }

  /** Improves `iterate` from its best multipliers. Returns the number of Newton steps. */
  solve(problem: ComplementarityProblem, iterate: Iterate): number {
    const inner = (this.#inner ??= new Iterate(this.#matrix, iterate.map, this.#groups));
    const softened = { ...problem, rightHandSide: this.#b, multipliers: this.#centre };
    this.#matrix.diagonal(this.#diagonal);
    copy(iterate.best, 0, this.#centre, 0, this.#centre.length);
    let steps = 0;
    let eta = FIRST;
    let last = iterate.bestResidual;
    this.contradicts = false;
    for (let patience = PATIENCE; patience >= 0;) {
      this.#soften(problem, iterate.map.r, eta);
      inner.begin(softened);
      const goal = Math.max(ROUNDED * iterate.tolerance, SOLVED * inner.residual);
      steps += this.#byNewton(softened, inner, goal);
      this.#matrix.setDiagonal(this.#diagonal);
      if (!(inner.bestResidual <= goal)) {
        eta = Math.min(MOST, eta * FACTOR);
        patience--;
        continue;
      }
      copy(inner.best, 0, this.#centre, 0, this.#centre.length);
      copy(inner.best, 0, iterate.lambda, 0, iterate.lambda.length);
      iterate.measure();
      if (iterate.isSolved()) break;
      if (!(iterate.residual < PROGRESS * last)) {
        this.contradicts = true;
        patience--;
      }
      last = iterate.residual;
      eta /= FACTOR;
    }
    return steps;
  }

  /** Sets the matrix and the right-hand side to those with the compliance. */
  #soften({ rightHandSide }: ComplementarityProblem, r: Float64Array, eta: number): void {
    for (let i = 0; i < r.length; i++) {
      const compliance = eta / r[i]!;
      this.#softened[i] = this.#diagonal[i]! + compliance;
      this.#b[i] = rightHandSide[i]! + compliance * this.#centre[i]!;
    }
    this.#matrix.setDiagonal(this.#softened);
    this.#newton.reset();
  }

  #byNewton(problem: ComplementarityProblem, inner: Iterate, goal: number): number {
    let steps = 0;
    while (steps < MOST_STEPS && inner.residual > goal) {
      steps++;
      if (!this.#newton.step(problem, inner)) break;
    }
    return steps;
  }
}
