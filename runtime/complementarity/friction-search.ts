import { copy, maxAbs } from '../base/vector.js';
import type { FrictionNewton } from './friction-newton.js';
import type { InteriorPoint } from './interior-point.js';
import type { Iterate } from './iterate.js';
import type { ComplementarityProblem } from './problem.js';
import type { ProximalNewton } from './proximal-newton.js';
import type { RowGroups } from './row-groups.js';

/**
 * Most Newton steps from zero, from an estimate, and from inside the cones. From zero few steps
 * must do: of the solutions that there may be, Newton's method finds one on the edge of the set, from
 * which it continues badly in later steps.
 */
const FROM_ZERO = 2;
const FROM_ESTIMATE = 5;
const FROM_INSIDE = 3;
/** Newton steps that need not reduce the residual, from an estimate and from inside the cones. */
const GRACE = 2;
const GRACE_INSIDE = 1;
/** Growth of the residual over the best at which Newton's method has failed. */
const DIVERGED = 1e3;
/** Parts of the residual before, and of the best, to which later Newton steps must come. */
const CONVERGES = 0.5;
const NEAR_BEST = 1.5;

/** Residual, m/s or rad/s, that counts as none where rows all but depend on each other. */
const NEGLIGIBLE = 1e-9;
/** The same by which rows may contradict each other without a search for multipliers far away. */
const CONTRADICTION = 5e-8;

/**
 * Most interior-point iterations, altogether and without progress before and after the sticking
 * state was tried, and what progress is.
 */
const MAX_INTERIOR = 40;
const PATIENCE = 5;
const MORE_PATIENCE = 15;
const PROGRESS = 0.7;
/**
 * Residual at which Newton's method is tried from inside, relative to the largest entry of `b`, and
 * relative to the residual at which it was tried before.
 */
const CLOSE = 2e-4;
const CLOSER = 0.03;

/**
 * Search for the solution of a problem with friction: Newton steps from the estimate, and again from
 * where the proximal point method comes; the interior-point method, with Newton steps as soon as it
 * is close, as these end it exactly; and where that makes no progress, Newton steps from the state in
 * which every contact sticks, which finds the jammed solutions that rods pushed ahead of themselves
 * have (Painlevé). Then the interior-point method goes on.
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
    let steps = this.#byNewton(problem, iterate, isEstimated ? FROM_ESTIMATE : FROM_ZERO, GRACE);
    if (iterate.isSolved() || (iterate.wasExcessive && iterate.bestResidual <= NEGLIGIBLE)) return steps;
    if (isEstimated) {
      steps += this.#fromEstimate(problem, iterate);
      if (iterate.isSolved() || (this.#proximal().contradicts && iterate.bestResidual <= CONTRADICTION)) return steps;
    }
    this.#interior().begin(problem, iterate.map);
    steps += this.#fromInside(problem, iterate, PATIENCE);
    if (!iterate.isSolved()) steps += this.#fromSticking(problem, iterate);
    if (!iterate.isSolved()) steps += this.#fromInside(problem, iterate, MORE_PATIENCE);
    return steps;
  }

  #byNewton(problem: ComplementarityProblem, iterate: Iterate, most: number, grace: number): number {
    let last = iterate.residual;
    for (let step = 1; step <= most; step++) {
      if (!this.#newton.step(problem, iterate)) return step;
      const { residual, bestResidual } = iterate;
      if (iterate.isSolved() || !(residual < DIVERGED * bestResidual)) return step;
      if (step > grace && residual > CONVERGES * last && residual > NEAR_BEST * bestResidual) return step;
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
    return steps + this.#byNewton(problem, iterate, FROM_INSIDE, GRACE_INSIDE);
  }

  #fromInside(problem: ComplementarityProblem, iterate: Iterate, patience: number): number {
    const { lambda } = iterate;
    let steps = 0;
    let stalled = 0;
    let least = Infinity;
    let goal = CLOSE * maxAbs(problem.rightHandSide);
    this.#interior().moveTo(iterate);
    for (let iteration = 0; iteration < MAX_INTERIOR && !iterate.isSolved(); iteration++) {
      steps++;
      if (!this.#interior().step(iterate)) return steps;
      const { residual } = iterate;
      if (residual < PROGRESS * least) {
        least = residual;
        stalled = 0;
      } else if (++stalled > patience) return steps;
      if (residual > goal) continue;
      goal = CLOSER * residual;
      copy(lambda, 0, this.#inside, 0, lambda.length);
      this.#newton.reset();
      steps += this.#byNewton(problem, iterate, FROM_INSIDE, GRACE_INSIDE);
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
    return 1 + this.#byNewton(problem, iterate, FROM_ESTIMATE, GRACE);
  }
}
