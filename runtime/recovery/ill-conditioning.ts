import { dot } from '../base/vector.js';
import type { BodyStore } from '../model/body-store.js';
import type { MultiplierProblem, SolverReport } from '../equations/solver.js';
import { leastPivot } from '../linear/least-pivot.js';
import type { Multiplication } from '../linear/probed-matrix.js';

/**
 * Where no row is closer than this to depending on others (squared sine of the angle),
 * acceleration-level steps are safe.
 */
const SAFE_PIVOT = 1e-4;
/**
 * The largest difference between the constraints' impulses of a step's evaluations that is sound,
 * relative to the momentum.
 */
const LARGEST_JUMP = 1e-2;
/**
 * Where the multipliers outgrow the impulses by this factor (squared) within a step, they do so
 * along a nearly dependent direction.
 */
const OUTGROWN = 16;
/**
 * Of systems with up to so many rows the pivots are found where the solver does not know them: that
 * takes no longer than it took itself.
 */
const MOST_ROWS = 300;

/**
 * What is looked at in each evaluation: `√(λᵀ b)`, the least pivot, dependent rows, and
 * `λᵀ b / λᵀ λ`; and the least and the most of each in a step.
 */
class Range {
  least = Infinity;
  most = 0;

  reset(): void {
    this.least = Infinity;
    this.most = 0;
  }

  include(value: number): void {
    // Not a number counts as large.
    if (!(value <= this.most)) this.most = value;
    if (value < this.least) this.least = value;
  }
}

/**
 * Finds steps that are ill-conditioned because constraints all but depend on each other, so that
 * `A` is nearly singular: a flat quadrilateral, a straight arm, a toggle at its dead centre.
 *
 * That `A` is nearly singular does no harm by itself: in a smooth motion `b` has no part that only
 * huge multipliers could give. It has one where errors of the integration have put it there, and
 * then the accelerations of one evaluation and the next have little to do with each other. The
 * length of the constraint forces in the metric of the mass is `√(λᵀ A λ) = √(λᵀ b)`. A step is
 * *ill-conditioned* if during its evaluations rows were found to be nearly dependent, or the rank
 * changed, and `dt √(λᵀ b)` varied by more than a small part of the momentum `√(v·M v)`. Both are
 * independent of units and of the length of the step; rows that are merely redundant stay so, and
 * are no sign.
 *
 * The difference is of the order of `(ω dt)²` in a motion at the rate `ω`, so that steps that
 * resolve what goes on near a dead centre stand: with the limit as it is those with `ω dt` below a
 * third or so.
 */
export class IllConditioning {
  readonly #length = new Range();
  readonly #pivot = new Range();
  readonly #dependent = new Range();
  readonly #ratio = new Range();
  /** Workspace of {@link leastPivot}. */
  readonly #columns: Float64Array[] = [];

  beginStep(): void {
    this.#length.reset();
    this.#pivot.reset();
    this.#dependent.reset();
    this.#ratio.reset();
  }

  /** Notes a solution `A λ = b`. */
  observe(report: SolverReport, problem: MultiplierProblem): void {
    let { work } = report;
    if (Number.isNaN(work)) {
      const { multipliers, rightHandSide } = problem;
      work = dot(multipliers, rightHandSide);
      this.#ratio.include(work / dot(multipliers, multipliers));
    }
    this.#length.include(Math.sqrt(Math.max(0, work)));
    this.#pivot.include(report.leastPivot);
    this.#dependent.include(report.dependent);
  }

  /**
   * True for a step of `dt`, at whose end the bodies are now and whose last equations have the
   * matrix `A`, that is ill-conditioned.
   */
  isIllConditioned(dt: number, stores: readonly BodyStore[], A: Multiplication): boolean {
    let kinetic = 0;
    for (const store of stores) kinetic += store.kineticEnergy();
    const { least, most } = this.#length;
    const jump = most - least;
    return !(dt * jump <= LARGEST_JUMP * (Math.sqrt(2 * kinetic) + dt * least)) && this.#isNearSingular(A);
  }

  /** True where rows were nearly dependent, or the rank changed. */
  #isNearSingular(A: Multiplication): boolean {
    let pivot = this.#pivot.least;
    if (pivot === Infinity) {
      // The solver knows none.
      if (this.#ratio.most > OUTGROWN * this.#ratio.least) return true;
      if (A.size > MOST_ROWS) return false;
      pivot = leastPivot(A, this.#columns);
    }
    return pivot < SAFE_PIVOT || this.#dependent.most > this.#dependent.least;
  }
}
