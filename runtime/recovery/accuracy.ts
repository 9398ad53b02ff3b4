import { checkPositive } from '../base/check.js';
import { HolonomicRuntimeError } from '../base/errors.js';
import { showTime } from '../base/text.js';
import { maxAbs } from '../base/vector.js';
import type { ErrorEstimate, Stepper } from '../integrators/integrator.js';
import type { SteppedSystem } from '../integrators/stepped-system.js';
import type { WorldWarning } from './warnings.js';

/** Error of a step, relative to the momentum, above which a motion is wrong sooner or later. */
export const LARGEST_ERROR = 1e-3;
/** Factor by which the estimate from the stages alone usually exceeds the error, or more. */
const CAUTION = 4;
/** Part of a step's forces that counts as momentum: rounding errors of a world at rest are less. */
const FORCE_SHARE = 1e-3;
/** Part of the step with an error that is just small enough that warnings name. */
const MARGIN = 0.5;
/** Factor of growth of the momentum in a step that is beyond the work of forces. */
const LARGEST_GROWTH = 10;
/** Steps without a sharp estimate after one that was good, unless the rough one grows. */
const PAUSE = 8;
const GROWTH = 1.25;

/**
 * Checks the option `accuracy` of a world with the given integrator. Throws E_NOT_POSITIVE,
 * E_NUMBER, E_NOT_FINITE, E_OPTIONS.
 */
export function readAccuracy(accuracy: number | undefined, { error }: Stepper, integrator: string): number | undefined {
  if (accuracy === undefined) return undefined;
  checkPositive(accuracy, "Option 'accuracy' of a world");
  if (error) return accuracy;
  throw new HolonomicRuntimeError(
    'E_OPTIONS',
    `The integrator ${integrator} does not estimate the error of its steps, so that a world with it takes no accuracy.`,
    'Use rk4(), or dormandPrince() with its own tolerances.',
  );
}

/**
 * Judges steps by an estimate `e` of their error in the velocities, in the metric of the masses and
 * relative to the momentum, `√(e·M e) / √(v·M v)`. With Runge-Kutta steps of order 4 it stays below
 * 2e-4 in motions that are right, and exceeds 1e-3 in those that steps do not resolve.
 */
export class Accuracy {
  /** Error of the last step that was judged sharply. */
  error = 0;
  /** Steps that are still not judged sharply. Part of the memory from step to step. */
  pause = 0;
  /** Estimate from the stages of the last step judged, relative to the momentum. The same. */
  rough = 0;
  readonly #stepped: SteppedSystem;
  #e = new Float64Array(0);
  #lambda = new Float64Array(0);

  constructor(stepped: SteppedSystem) {
    this.#stepped = stepped;
  }

  /** `√(v·M v)` of the present velocities. */
  momentum(): number {
    return this.#length(this.#stepped.v);
  }

  /**
   * True for a step of `dt` whose momentum has grown beyond what the applied forces and the rates
   * that prescribed motions ask for can give: constraints that nearly contradict each other then
   * have.
   */
  explodes(dt: number, momentum: number): boolean {
    const { start } = this.#stepped.motion;
    const given = start.momentum + dt * start.force;
    if (momentum <= LARGEST_GROWTH * given) return false;
    this.#reserve();
    const prescribed = (start.rate + dt * start.feedback) * this.#length(this.#e.fill(1));
    return momentum > LARGEST_GROWTH * (given + prescribed);
  }

  /**
   * True unless the error of a step of `dt` exceeds `limit`. `momentum` is that at its end, and
   * `force` the largest length of the constraint forces in it. Where `samples`, some steps of a
   * kind that has been found good are not judged.
   */
  accepts(
    estimate: ErrorEstimate,
    dt: number,
    limit: number,
    momentum: number,
    force: number,
    samples: boolean,
  ): boolean {
    const floor = FORCE_SHARE * dt * force;
    // A step that explodes ends with a momentum beside which everything is small.
    const before = this.#stepped.motion.start.momentum;
    const least = (before > 0 ? Math.min(momentum, before) : momentum) + floor;
    this.#reserve();
    estimate.estimateFromStages(dt, this.#e);
    const rough = this.#length(this.#e);
    if (rough <= CAUTION * limit * least) return true;
    if (samples && this.pause > 0 && rough <= GROWTH * this.rough * least) {
      this.pause--;
      return true;
    }
    this.#estimateAtEnd(estimate, dt);
    this.error = this.#length(this.#e) / (Math.max(momentum, before) + floor);
    // False also for NaN.
    const isAccepted = this.error <= limit;
    this.rough = rough / least;
    this.pause = isAccepted ? PAUSE : 0;
    return isAccepted;
  }

  /** Warns of the last step, of `dt`, that was judged sharply. */
  warning(dt: number, time: number): WorldWarning {
    const e = this.#e;
    const worst = e.findIndex((entry) => Math.abs(entry) === maxAbs(e));
    const enough = MARGIN * dt * (LARGEST_ERROR / this.error) ** 0.25;
    return {
      code: 'W_ACCURACY',
      message:
        `Until t = ${showTime(time)} a step of ${showTime(dt)} was too long for the motion: its error in the velocities is about ` +
        `${this.error.toExponential(0)} of their size, most of it in ${this.#stepped.describeVelocity(Math.max(0, worst))}. ` +
        `Take steps of ${enough.toPrecision(2)} s, or use dormandPrince(). Until then such steps are taken in shorter parts.`,
      time,
      constraints: [],
    };
  }

  /** Evaluates once more, and leaves the multipliers as they were. */
  #estimateAtEnd(estimate: ErrorEstimate, dt: number): void {
    const stepped = this.#stepped;
    const { lambda } = stepped.motion.parts.system.rows;
    this.#lambda.set(lambda);
    estimate.estimateAtEnd(stepped, dt, this.#e);
    lambda.set(this.#lambda);
  }

  /** `√(x·M x)`. */
  #length(x: Float64Array): number {
    let sum = 0;
    for (const store of this.#stepped.motion.parts.stores) sum += store.squaredLength(x);
    return Math.sqrt(sum);
  }

  #reserve(): void {
    const { v, motion } = this.#stepped;
    if (this.#e.length !== v.length) {
      this.#e = new Float64Array(v.length);
    }
    const { lambda } = motion.parts.system.rows;
    if (this.#lambda.length !== lambda.length) this.#lambda = new Float64Array(lambda.length);
  }
}
