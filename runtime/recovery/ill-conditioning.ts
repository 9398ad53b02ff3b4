import { dot } from '../base/vector.js';
import type { MultiplierProblem, SolverReport } from '../equations/solver.js';
import { leastPivot } from '../linear/least-pivot.js';
import type { Multiplication } from '../linear/probed-matrix.js';

/**
 * Squared sine of the angle between each row and the others above which acceleration-level steps
 * are safe.
 */
const SAFE_PIVOT = 1e-4;
/**
 * Largest acceptable difference between the constraints' impulses in a step's evaluations, relative
 * to the momentum.
 */
const LARGEST_JUMP = 1e-2;
/**
 * Number of rows up to which the pivots are computed where the solver does not know them. That
 * takes no longer than the solver itself.
 */
const MOST_ROWS = 300;

/**
 * Finds steps that are ill-conditioned because constraints nearly depend on each other, so that `A`
 * is nearly singular: a flat quadrilateral, a straight arm, a toggle at its dead centre.
 *
 * A nearly singular `A` does no harm by itself. In a smooth motion `b` has no component that
 * requires huge multipliers. Errors of the integration may add one, and the accelerations of
 * consecutive evaluations are then hardly related. The length of the constraint forces in the
 * metric of the mass is `√(λᵀ A λ) = √(λᵀ b)`. A step is *ill-conditioned* if two conditions hold.
 * Rows were found to be nearly dependent during its evaluations, or the rank changed. And
 * `dt √(λᵀ b)` varied by more than a small part of the momentum `√(v·M v)`. Both are independent of
 * units and of the length of the step. Rows that are always redundant do not count.
 *
 * In a motion at the rate `ω` the difference is of the order of `(ω dt)²`. Steps that resolve the
 * motion near a dead centre are therefore accepted: with the present limit, those with `ω dt` below
 * about a third.
 */
export class IllConditioning {
  /** Least and greatest `λᵀ b` and number of dependent rows of a step. NaN counts as large. */
  #leastWork = Infinity;
  #mostWork = 0;
  #fewestDependent = Infinity;
  #mostDependent = 0;
  /** Least pivot; Infinity where the solver knows none. */
  #leastPivot = Infinity;
  /** Workspace of {@link leastPivot}. */
  readonly #columns: Float64Array[] = [];

  beginStep(): void {
    this.#leastWork = this.#fewestDependent = this.#leastPivot = Infinity;
    this.#mostWork = this.#mostDependent = 0;
  }

  /** Observes a solution `A λ = b`. */
  observe(report: SolverReport, problem: MultiplierProblem): void {
    let { work } = report;
    const { dependent, leastPivot: pivot } = report;
    if (Number.isNaN(work)) {
      const { multipliers, rightHandSide } = problem;
      work = dot(multipliers, rightHandSide);
    }
    work = Math.max(0, work);
    if (!(work <= this.#mostWork)) this.#mostWork = work;
    if (work < this.#leastWork) this.#leastWork = work;
    if (pivot < this.#leastPivot) this.#leastPivot = pivot;
    if (dependent > this.#mostDependent) this.#mostDependent = dependent;
    if (dependent < this.#fewestDependent) this.#fewestDependent = dependent;
  }

  /**
   * True if a step of `dt` is ill-conditioned, with the momentum `√(v·M v)` at its end and the
   * matrix `A` of its last equations. `strictness` divides the largest sound difference.
   */
  isIllConditioned(dt: number, momentum: number, A: Multiplication, strictness = 1): boolean {
    const least = Math.sqrt(this.#leastWork);
    const jump = this.largestForce - least;
    return !(strictness * dt * jump <= LARGEST_JUMP * (momentum + dt * least)) && this.#isNearSingular(A);
  }

  /** True if the next evaluation may show that a step of `dt` is ill-conditioned which has had one alone. */
  isInDoubt(dt: number, momentum: number, A: Multiplication): boolean {
    return dt * this.largestForce > LARGEST_JUMP * momentum && this.#isNearSingular(A);
  }

  /** Largest length `√(λᵀ A λ)` of the constraint forces in the present step. */
  get largestForce(): number {
    return Math.sqrt(this.#mostWork);
  }

  /** True where rows were nearly dependent, or the rank changed. */
  #isNearSingular(A: Multiplication): boolean {
    let pivot = this.#leastPivot;
    if (pivot === Infinity) {
      // The solver knows no pivots.
      if (A.size > MOST_ROWS) return false;
      pivot = leastPivot(A, this.#columns);
    }
    return pivot < SAFE_PIVOT || this.#mostDependent > this.#fewestDependent;
  }
}
