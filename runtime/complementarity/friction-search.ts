import { copy, maxAbs } from '../base/vector.js';
import type { FrictionNewton } from './friction-newton.js';
import type { InteriorPoint } from './interior-point.js';
import type { Iterate } from './iterate.js';
import type { ComplementarityProblem } from './problem.js';
import type { ProximalNewton } from './proximal-newton.js';
import type { RowGroups } from './row-groups.js';

/**
 * Most Newton steps in a row, and most from zero: of the solutions that there may be, Newton's method
 * finds one on the edge of the set from there, from which it continues badly in later steps.
 */
const MOST_STEPS = 5;
const FROM_ZERO = 2;
/** Newton steps that need not converge, and the part of the residual before to which later ones must come. */
const GRACE = 2;
const CONVERGES = 0.5;

/** Residual, m/s or rad/s, by which rows may contradict each other without a search for multipliers far away. */
const CONTRADICTION = 5e-8;

/** Most interior-point iterations, altogether and without progress, and what progress is. */
const MAX_INTERIOR = 40;
const PATIENCE = 5;
const PROGRESS = 0.7;
/** Residual at which Newton's method is tried from inside, relative to the largest entry of `b`. */
const CLOSE = 2e-4;

/**
 * Search for the solution of a problem with friction: Newton steps from the estimate, and again from
 * where the proximal point method comes; the interior-point method, with Newton steps as soon as it
 * is close, as these end it exactly; and where that makes no progress, Newton steps from the state in
 * which every contact sticks, which finds the jammed solutions that rods pushed ahead of themselves
 * have (Painlevé).
 */
export class FrictionSearch {
  readonly #newton: FrictionNewton;
  readonly #proximal: () => ProximalNewton;
  readonly #interior: () => InteriorPoint;
  readonly #inside: Float64Array;

  constructor(
    newton: FrictionNewton,
    proximal: () => ProximalNewton,
    interior: () => InteriorPoint,
    { size }: RowGroups,
  ) {
    this.#newton = newton;
    this.#proximal = proximal;
    this.#interior = interior;
    this.#inside = new Float64Array(size);
  }

  /** Improves `iterate` until it is solved. Returns the number of steps. */
  solve(problem: ComplementarityProblem, iterate: Iterate): number {
    this.#newton.reset();
    const isEstimated = maxAbs(iterate.lambda) > 0;
    let steps = this.#byNewton(problem, iterate, isEstimated ? MOST_STEPS : FROM_ZERO);
    if (iterate.isSolved()) return steps;
    if (isEstimated) {
      steps += this.#fromEstimate(problem, iterate);
      if (iterate.isSolved() || (this.#proximal().contradicts && iterate.bestResidual <= CONTRADICTION)) return steps;
    }
    this.#interior().begin(problem, iterate.map);
    steps += this.#fromInside(problem, iterate);
    return iterate.isSolved() ? steps : steps + this.#fromSticking(problem, iterate);
  }

  #byNewton(problem: ComplementarityProblem, iterate: Iterate, most = MOST_STEPS): number {
    let last = iterate.residual;
    for (let step = 1; step <= most; step++) {
      if (!this.#newton.step(problem, iterate)) return step;
      const { residual } = iterate;
      if (iterate.isSolved() || !(residual < Infinity) || (step > GRACE && residual > CONVERGES * last)) return step;
      last = residual;
    }
    return most;
  }

  /** The proximal point method from the estimate, and Newton steps that end it exactly. */
  #fromEstimate(problem: ComplementarityProblem, iterate: Iterate): number {
    const steps = this.#proximal().solve(problem, iterate);
    if (iterate.isSolved()) return steps;
    copy(iterate.best, 0, iterate.lambda, 0, iterate.lambda.length);
    iterate.measure();
    this.#newton.reset();
    return steps + this.#byNewton(problem, iterate);
  }

  #fromInside(problem: ComplementarityProblem, iterate: Iterate): number {
    const { lambda } = iterate;
    let steps = 0;
    let stalled = 0;
    let least = Infinity;
    const goal = CLOSE * maxAbs(problem.rightHandSide);
    this.#interior().moveTo(iterate);
    for (let iteration = 0; iteration < MAX_INTERIOR && !iterate.isSolved(); iteration++) {
      steps++;
      if (!this.#interior().step(iterate)) return steps;
      const { residual } = iterate;
      if (residual < PROGRESS * least) {
        least = residual;
        stalled = 0;
      } else if (++stalled > PATIENCE) return steps;
      if (residual > goal) continue;
      copy(lambda, 0, this.#inside, 0, lambda.length);
      this.#newton.reset();
      steps += this.#byNewton(problem, iterate);
      copy(this.#inside, 0, lambda, 0, lambda.length);
      iterate.measure();
    }
    return steps;
  }

  #fromSticking(problem: ComplementarityProblem, iterate: Iterate): number {
    iterate.lambda.fill(0);
    iterate.measure();
    this.#newton.reset();
    if (!this.#newton.stick(problem, iterate)) return 1;
    return 1 + this.#byNewton(problem, iterate);
  }
}
