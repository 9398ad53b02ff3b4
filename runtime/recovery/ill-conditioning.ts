import type { BodyFamily } from '../model/body-store.js';
import { leastPivot } from '../linear/least-pivot.js';
import type { Multiplication } from '../linear/probed-matrix.js';
import type { SolverReport } from '../equations/solver.js';
import { dotInto } from '../base/vector.js';

/** Where no row is closer than this to depending on others (squared sine of the angle), acceleration-level steps are safe. */
const SAFE_PIVOT = 1e-4;
/** The largest difference between the constraints' impulses of a step's evaluations that is sound, relative to the momentum. */
const LARGEST_JUMP = 1e-2;
/** Where the multipliers outgrow the impulses by this factor (squared) within a step, they do so along a nearly dependent direction. */
const OUTGROWN = 16;
/** Of systems with up to so many rows the pivots are found where the solver does not know them: that takes no longer than it took itself. */
const MOST_ROWS = 300;

/** Places of what is looked at in each evaluation: `√(λᵀ b)`, the least pivot, dependent rows, and `λᵀ b / λᵀ λ`. */
const LENGTH = 0;
const PIVOT = 1;
const DEPENDENT = 2;
const RATIO = 3;

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
 *
 * The difference is of the order of `(ω dt)²` in a motion at the rate `ω`, so that steps that resolve what goes on near a dead centre stand: with the limit as
 * it is those with `ω dt` below a third or so.
 */
export class SingularityGuard {
  readonly #squares = new Float64Array(2);
  /** What the last evaluation had, and the least and the most of the step. */
  readonly #present = new Float64Array(4);
  readonly #least = new Float64Array(4);
  readonly #most = new Float64Array(4);
  /** Workspace of {@link leastPivot}. */
  readonly #columns: Float64Array[] = [];

  beginStep(): void {
    this.#least.fill(Infinity);
    this.#most.fill(0);
  }

  /** Notes a solution `A λ = b`. */
  observe(report: SolverReport, lambda: Float64Array, b: Float64Array): void {
    const squares = this.#squares;
    dotInto(squares, WORK, lambda, b);
    dotInto(squares, SQUARE, lambda, lambda);
    this.#present[RATIO] = squares[WORK]! / squares[SQUARE]!;
    this.observeWork(report, squares);
  }

  /** The same where pivots and `λᵀ b` are known, which is the first entry of `work`. */
  observeWork(report: SolverReport, work: Float64Array): void {
    const present = this.#present;
    const least = this.#least;
    const most = this.#most;
    present[LENGTH] = Math.sqrt(Math.max(0, work[WORK]!));
    present[PIVOT] = report.leastPivot;
    present[DEPENDENT] = report.dependent;
    for (let i = 0; i < present.length; i++) {
      // Not a number counts as large.
      if (!(present[i]! <= most[i]!)) most[i] = present[i]!;
      if (present[i]! < least[i]!) least[i] = present[i]!;
    }
  }

  /** Whether the step of `dt`, at whose end the bodies are now and whose last equations have the matrix `A`, broke down. */
  struck(dt: number, families: readonly BodyFamily[], A: Multiplication): boolean {
    let kinetic = 0;
    for (const family of families) kinetic += family.kineticEnergy();
    const least = this.#least[LENGTH]!;
    const jump = this.#most[LENGTH]! - least;
    return !(dt * jump <= LARGEST_JUMP * (Math.sqrt(2 * kinetic) + dt * least)) && this.#isNear(A);
  }

  /** Whether rows were nearly dependent, or the rank changed. */
  #isNear(A: Multiplication): boolean {
    const least = this.#least;
    const most = this.#most;
    let pivot = least[PIVOT]!;
    if (pivot === Infinity) {
      // The solver knows none.
      if (most[RATIO]! > OUTGROWN * least[RATIO]!) return true;
      if (A.size > MOST_ROWS) return false;
      pivot = leastPivot(A, this.#columns);
    }
    return pivot < SAFE_PIVOT || most[DEPENDENT]! > least[DEPENDENT]!;
  }
}
