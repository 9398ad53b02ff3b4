import { cbrt, pow } from '../elementary/index.js';
import { checkPositive } from '../base/check.js';
import { HolonomicRuntimeError } from '../base/errors.js';
import { showTime } from '../base/text.js';
import { squared } from '../base/powers.js';
import { maxAbs } from '../base/vector.js';
import type { ErrorEstimate, Stepper } from '../integrators/integrator.js';
import type { SteppedSystem } from '../integrators/stepped-system.js';
import { RowSizes } from '../equations/row-sizes.js';
import type { HalvedStep } from './halved-step.js';
import { ErrorSum, LARGEST_SUM, SHARP_FACTOR } from './error-sum.js';
import type { StepStart } from './step-start.js';
import { ofDormandPrince, type WorldWarning } from './warnings.js';

/** Largest error of a step, relative to the momentum: with more, a motion goes wrong sooner or later. */
export const LARGEST_ERROR = 1e-3;
/** The estimate from the stages alone usually exceeds the error by at least this factor. */
const CAUTION = 4;
/** Fraction of a step's constraint impulse that counts as momentum, so that rounding at rest is no error. */
const FORCE_SHARE = 1e-3;
/** A momentum below this fraction of the largest so far counts as rest. */
const REST = 1e-4;
/** So does one by which bodies move by this part of the largest coordinate in a step: it is rounding. */
const ROUNDING = 1e-12;
/** Warnings recommend this fraction of the step whose error would just be acceptable. */
const MARGIN = 0.5;
/**
 * Largest mechanical advantage: a linkage may multiply the momentum that forces and prescribed
 * motions supply by up to this factor.
 */
export const LEVER = 10;
/** Part of the size of the world that is rounding, of a radian too, if bodies move by it in a step. */
const INVISIBLE = 1e-11;
/** What supplies momentum: the length of the applied forces, and the largest rate of a row whose bodies do not follow. */
interface Causes {
  readonly force: number;
  readonly rate: number;
}

/** Factor by which the momentum may grow in one step without a cause. */
const LARGEST_GROWTH = 1.5;
/** Factor of the acceptable error, and of the momentum, where a motion begins or comes past rest. */
const UNSTEADY = 10;
/** Largest change of velocity due to uneven accelerations in a step, relative to the largest momentum. */
const LARGEST_BEND = 0.1;
/** Steps that skip the sharp estimate after a good one, unless the rough estimate grows by `GROWTH`. */
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
 * relative to the momentum, `√(e·M e) / √(v·M v)`: at least 1e-3 in motions that the steps do not
 * resolve. Smaller errors may add up, so their sum is judged as well.
 */
export class Accuracy {
  /** Error of the last step with a sharp estimate. */
  error = 0;
  /** That of orientations in the last step. */
  #turns = 0;
  /** Steps left that skip the sharp estimate. Part of the memory from step to step. */
  #pause = 0;
  /** Estimate from the stages of the last step judged, relative to the momentum. The same. */
  #rough = 0;
  readonly #stepped: SteppedSystem;
  #e = new Float64Array(0);
  #lambda = new Float64Array(0);
  /** Largest momentum so far. The same. */
  #largestMomentum = 0;
  /** Errors of all accepted steps. */
  readonly #sum = new ErrorSum();
  /** Steps until the next one whose evenness is checked. The same. */
  #untilEven = 0;

  constructor(stepped: SteppedSystem) {
    this.#stepped = stepped;
  }

  /** Adapts to a change of structure. Forgets the errors of steps so far where bodies come or go. */
  resize(): void {
    if (this.#stepped.v.length === this.#e.length) return;
    this.#sum.forget();
    this.#largestMomentum = 0;
    this.#e = new Float64Array(this.#stepped.v.length);
  }

  /** Saves to `memory` from its third entry on what later steps depend on. */
  save(memory: Float64Array): void {
    memory[2] = this.#pause;
    memory[3] = this.#rough;
    memory[4] = this.#untilEven;
    memory[5] = this.#largestMomentum;
    this.#sum.save(memory);
  }

  load(memory: Float64Array): void {
    const [pause = 0, rough = 0, untilEven = 0, largestMomentum = 0] = memory.subarray(2);
    this.#pause = pause;
    this.#rough = rough;
    this.#untilEven = untilEven;
    this.#largestMomentum = largestMomentum;
    this.#sum.load(memory);
  }

  /** `√(v·M v)` of the present velocities. */
  momentum(): number {
    return this.lengthOf(this.#stepped.v);
  }

  /**
   * True for a step of `dt` whose momentum has grown by more than the applied forces, the energy of
   * soft rows and the rates of prescribed motions can supply: nearly contradictory constraints are
   * then the cause. `growth` is the factor by which the momentum may grow without a cause,
   * `before` the momentum at the start of the step, and `causes` what supplies it: the length of the
   * applied forces, and the largest rate of a prescribed motion.
   */
  explodes(
    dt: number,
    momentum: number,
    growth = LARGEST_GROWTH,
    before = this.#stepped.start.momentum,
    causes: Causes = this.#stepped.start,
  ): boolean {
    const { start, soft } = this.#stepped;
    const { force, rate } = causes;
    const given = growth * before + LEVER * dt * force;
    if (before > this.#largestMomentum) this.#largestMomentum = before;
    // Motions that are driven to and fro stop and start again.
    if (momentum <= given || momentum <= this.#largestMomentum) return false;
    // In a world at rest gamma is the acceleration of prescribed motions alone.
    const imposed = before <= dt * force ? start.gamma : 0;
    const size = new RowSizes(this.#stepped.system.all).length();
    const speed = rate + dt * (start.feedback + imposed) + (INVISIBLE / dt) * size;
    const prescribed = speed * this.lengthOf(this.#e.fill(1));
    // √(v·M v) if the springs released all of their energy.
    const released = soft ? Math.sqrt(2 * soft.energyAtEvaluation()) : 0;
    return momentum > given + LEVER * (prescribed + released);
  }

  /**
   * What acts on the state at `start` at the end of a step of `dt`, where that is more than at its
   * beginning: the force of a spring, say, whose other end has been moved meanwhile, and the rate of a
   * motion that begins with neither velocity nor acceleration. The present state stays.
   */
  causesAhead(dt: number, start: StepStart, end: StepStart): Causes {
    const stepped = this.#stepped;
    const { accelerations, system, stores } = stepped;
    this.#e.set(accelerations);
    start.goBack();
    stepped.time += dt;
    stepped.evaluateForces();
    const force = this.lengthOf(accelerations);
    const rate = maxAbs(system.all.rows.Cdot);
    end.goBack();
    system.all.evaluate(stores);
    accelerations.set(this.#e);
    return { force: Math.max(force, stepped.start.force), rate: Math.max(rate, stepped.start.rate) };
  }

  /**
   * The factor by which errors may exceed their limits without a warning at the end of a step: more than
   * 1 where a motion begins or comes past rest, which soon outgrows them.
   */
  get tolerance(): number {
    const momentum = this.momentum();
    const largest = Math.max(this.#largestMomentum, this.#stepped.start.momentum);
    return momentum <= LARGEST_GROWTH * largest && momentum >= largest / UNSTEADY ? 1 : UNSTEADY;
  }

  /**
   * True for a step whose momentum has grown so much that its own velocities may be the cause, by
   * gyroscopic forces or by violated rates of constraints. In reality neither adds momentum.
   */
  mayFeedItself(momentum: number): boolean {
    const before = this.#stepped.start.momentum;
    return before > 0 && momentum > LARGEST_GROWTH * before && momentum > this.#largestMomentum;
  }

  /**
   * True unless the error of a step of `dt` exceeds `limit`. `momentum` is the momentum at its end,
   * and `force` the largest length of the constraint forces in it. If it `samples`, some steps that
   * resemble a good one are accepted without a sharp estimate.
   */
  accepts(
    estimate: ErrorEstimate,
    dt: number,
    limit: number,
    momentum: number,
    force: number,
    samples: boolean,
  ): boolean {
    const floor = FORCE_SHARE * dt * force + REST * this.#largestMomentum;
    // Beside the momentum at the end of a step that explodes, any error is small.
    const before = this.#stepped.start.momentum;
    const least = (before > 0 ? Math.min(momentum, before) : momentum) + floor;
    estimate.estimateFromStages(dt, this.#e);
    const rough = this.lengthOf(this.#e);
    const isJudged = this.#judge(estimate, dt, limit, rough, least, Math.max(momentum, before) + floor, samples);
    this.#turns = this.#errorOfTurns(dt);
    const isAccepted = isJudged && this.#turns <= limit;
    if (this.#turns > limit) this.error = Math.max(this.error, this.#turns);
    if (isAccepted && least > 0) {
      if (least > this.#largestMomentum) this.#largestMomentum = least;
      this.#sum.add(rough, least, this.error);
    }
    return isAccepted;
  }

  /**
   * The error of orientations in a step of `dt`, relative to the angle `h |ω|` by which a body turns: a method of
   * fourth order takes `exp(i x)`, `x = h |ω| / 2`, for its series up to `x⁴`.
   */
  #errorOfTurns(dt: number): number {
    let fastest = 0;
    for (const { rotation } of this.#stepped.stores) if (rotation) fastest = Math.max(fastest, rotation.fastest(true));
    return squared(squared((dt * fastest) / 2)) / 120;
  }

  /** Judges by the rough estimate if that suffices, and otherwise by the sharp one. */
  #judge(
    estimate: ErrorEstimate,
    dt: number,
    limit: number,
    rough: number,
    least: number,
    most: number,
    samples: boolean,
  ): boolean {
    if (rough <= CAUTION * limit * least) return this.#isEven(estimate, dt);
    if (most <= this.#noise(dt)) return true;
    if (samples && this.#pause > 0 && rough <= GROWTH * this.#rough * least) {
      this.#pause--;
      return true;
    }
    const places = this.#errorOfPlaces(estimate, dt, most);
    this.#estimateAtEnd(estimate, dt);
    this.error = this.lengthOf(this.#e) / most;
    if (places > limit) this.error = Math.max(this.error, places);
    const isAccepted = this.error <= limit;
    this.#rough = rough / least;
    this.#pause = isAccepted ? PAUSE : 0;
    return isAccepted;
  }

  /**
   * The error of places in a step of `dt`, relative to the largest motion. What swings may come to its right
   * velocity, and to a wrong place. At a rate `ω` it is of the order of `(ω h)³`, and the error of velocities
   * of `(ω h)⁴`: its 4/3 power is comparable.
   */
  #errorOfPlaces(estimate: ErrorEstimate, dt: number, most: number): number {
    estimate.estimatePlaces(this.#stepped, dt, this.#e);
    const part = this.lengthOf(this.#e) / Math.max(most, this.#largestMomentum);
    return part * cbrt(part);
  }

  /**
   * False if the accelerations at the beginning, in the middle and at the end of the step are far from
   * linear in time: a prescribed motion then changes faster than the steps resolve. The other estimates
   * compare states at the same time and do not notice. Prescribed motions last, so checking one step in
   * a few is enough.
   */
  #isEven(estimate: ErrorEstimate, dt: number): boolean {
    const most = LARGEST_BEND * this.#largestMomentum;
    if (most === 0 || this.#untilEven-- > 0) return true;
    this.#untilEven = PAUSE;
    estimate.estimateUnevenness(this.#stepped, dt, this.#e);
    const bend = this.lengthOf(this.#e);
    if (bend <= most || this.#largestMomentum <= this.#noise(dt)) return true;
    this.#untilEven = 0;
    this.error = LARGEST_ERROR * (bend / most);
    return false;
  }

  /** True if the next step is to be compared with its halves. */
  get isDue(): boolean {
    return this.#sum.isDue(this.#largestMomentum);
  }

  /** Compares the step just accepted with its halves. */
  compare(halved: HalvedStep): void {
    halved.subtractFrom(this.#stepped.v, this.#e);
    this.#sum.compare(this.lengthOf(this.#e));
  }

  /** True where the errors so far add up to a wrong motion. */
  get addsUp(): boolean {
    const p = this.#largestMomentum;
    return this.#sum.isBeyond(p) && this.#sum.isBeyond(this.tolerance * p) && p > this.#noise(this.#stepped.usual);
  }

  /** The momentum of bodies that move by the rounding of coordinates in a step of `dt`. */
  #noise(dt: number): number {
    return this.lengthOf(this.#e.fill((ROUNDING * maxAbs(this.#stepped.q)) / dt));
  }

  /** Returns the warning that errors of steps of about `dt` have added up. */
  sumWarning(dt: number): WorldWarning {
    return this.#sum.warning(dt, this.#stepped.system, this.#largestMomentum);
  }

  /** Returns the warning about the last step with a sharp estimate, of `dt`. */
  warning(dt: number, time: number): WorldWarning {
    const e = this.#e;
    const worst = e.findIndex((entry) => Math.abs(entry) === maxAbs(e));
    const size = this.error.toExponential(0);
    const found =
      this.#turns === this.error
        ? `a body turns so far in it that its angle is off by about ${size} of that.`
        : `its error in the velocities is about ${size} of their size, most of it in ${this.#stepped.describeVelocity(Math.max(0, worst))}.`;
    // No step is then too long, and the errors of a second add up to little as well.
    const errorPerSecond = (SHARP_FACTOR * pow(this.error, 1.25)) / dt;
    const enough = MARGIN * dt * pow(Math.min(LARGEST_ERROR / this.error, LARGEST_SUM / errorPerSecond), 0.25);
    return {
      code: 'W_ACCURACY',
      message:
        `Until t = ${showTime(time)} a step of ${showTime(dt)} was too long for the motion: ${found} ` +
        `Take steps of ${enough.toPrecision(2)} s${ofDormandPrince(this.#stepped.system)}. Until then such steps are taken in shorter parts.`,
      time,
      constraints: [],
    };
  }

  /** Evaluates once more, and restores the multipliers. */
  #estimateAtEnd(estimate: ErrorEstimate, dt: number): void {
    const stepped = this.#stepped;
    const { lambda } = stepped.system.plain.rows;
    if (this.#lambda.length !== lambda.length) this.#lambda = new Float64Array(lambda.length);
    this.#lambda.set(lambda);
    estimate.estimateAtEnd(stepped, dt, this.#e);
    lambda.set(this.#lambda);
  }

  /** `√(x·M x)`, over the velocities. */
  lengthOf(x: Float64Array): number {
    let sum = 0;
    for (const store of this.#stepped.stores) sum += store.squaredLength(x);
    return Math.sqrt(sum);
  }
}
