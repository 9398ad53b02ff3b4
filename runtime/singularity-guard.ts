import type { BodyFamily } from './body-family.js';
import type { SolverReport } from './solvers/solver.js';
import { dotInto } from './vector.js';

/** Where no row is closer than this to depending on others (squared sine of the angle), acceleration-level steps are safe. */
const SAFE_PIVOT = 1e-4;
/** The largest difference between the constraints' impulses of a step's evaluations that is sound, relative to the momentum. */
const LARGEST_JUMP = 2e-3;
/** The same, where the solver knows no pivots. */
const LARGEST_JUMP_UNSEEN = 2e-2;
/** Where the multipliers outgrow the impulses by this factor (squared) within a step, they do so along a nearly dependent direction. */
const OUTGROWN = 16;

/** Places of `λᵀ b` and `λᵀ λ` in an array: see vector.ts. */
const WORK = 0;
const SQUARE = 1;

/**
 * Tells steps that break down because constraints all but depend on each other, so that `A` is nearly singular: a flat quadrilateral, a straight arm, a toggle at
 * its dead centre.
 *
 * That `A` is nearly singular does no harm by itself: in a smooth motion `b` has no part that only huge multipliers could give. It has one where errors of
 * the integration have put it there, and then the accelerations of one evaluation and the next have little to do with each other. The length of the constraint
 * forces in the metric of the mass is `√(λᵀ A λ) = √(λᵀ b)`. A step is *struck* if during its evaluations rows were found to be nearly dependent, or the
 * rank changed, and `dt √(λᵀ b)` varied by more than a small part of the momentum `√(v·M v)`. Both are independent of units and of the length of
 * the step; rows that are merely redundant stay so, and are no sign.
 */
export class SingularityGuard {
  readonly #squares = new Float64Array(2);
  #leastPivot = 1;
  #fewestDependent = Infinity;
  #mostDependent = 0;
  #least = Infinity;
  #most = 0;
  #leastRatio = Infinity;
  #mostRatio = 0;

  beginStep(): void {
    this.#leastPivot = 1;
    this.#fewestDependent = Infinity;
    this.#mostDependent = 0;
    this.#least = Infinity;
    this.#most = 0;
    this.#leastRatio = Infinity;
    this.#mostRatio = 0;
  }

  /** Notes a solution `A λ = b`. */
  observe(report: SolverReport, lambda: Float64Array, b: Float64Array): void {
    const squares = this.#squares;
    dotInto(squares, WORK, lambda, b);
    // What stands in for pivots where the solver knows none.
    if (report.leastPivot !== report.leastPivot) {
      dotInto(squares, SQUARE, lambda, lambda);
      const square = squares[SQUARE]!;
      if (square > 0) {
        const ratio = squares[WORK]! / square;
        if (ratio < this.#leastRatio) this.#leastRatio = ratio;
        if (ratio > this.#mostRatio) this.#mostRatio = ratio;
      }
    }
    this.observeWork(report, squares);
  }

  /** The same where pivots and `λᵀ b` are known, which is the first entry of `work`. */
  observeWork({ leastPivot, dependent }: SolverReport, work: Float64Array): void {
    const length = Math.sqrt(Math.max(0, work[WORK]!));
    // Not a number counts as large.
    if (!(length <= this.#most)) this.#most = length;
    if (length < this.#least) this.#least = length;
    if (!(leastPivot >= this.#leastPivot)) this.#leastPivot = leastPivot;
    if (dependent < this.#fewestDependent) this.#fewestDependent = dependent;
    if (dependent > this.#mostDependent) this.#mostDependent = dependent;
  }

  /** Whether the step of `dt`, at whose end the bodies are now, broke down. */
  struck(dt: number, families: readonly BodyFamily[]): boolean {
    const limit = this.#limit();
    if (limit === Infinity) return false;
    let kinetic = 0;
    for (const family of families) kinetic += family.kineticEnergy();
    const jump = dt * (this.#most - this.#least);
    return !(jump <= limit * (Math.sqrt(2 * kinetic) + dt * this.#least));
  }

  #limit(): number {
    if (Number.isNaN(this.#leastPivot)) {
      return this.#mostRatio > OUTGROWN * this.#leastRatio ? LARGEST_JUMP_UNSEEN : Infinity;
    }
    const near = this.#leastPivot < SAFE_PIVOT || this.#mostDependent > this.#fewestDependent;
    return near ? LARGEST_JUMP : Infinity;
  }
}
