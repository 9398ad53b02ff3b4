import { cbrt } from '../elementary/index.js';
import { showTime } from '../base/text.js';
import type { ConstraintSystem } from '../model/constraint-system.js';
import { ofDormandPrince, type WorldWarning } from './warnings.js';

/**
 * Sum of the errors of steps, relative to the largest momentum, at which a motion is wrong by about
 * a thousandth. It is less than a thousandth, since errors grow with time.
 */
export const LARGEST_SUM = 7e-4;
/** Ratio of the error of a step to the 5/4 power of the sharp estimate, in a harmonic motion. */
export const SHARP_FACTOR = 1.75;
/** Fraction of the step recommended where errors add up: half a step has 1/16 of the error. */
const HALF = 0.5;
/** Part of {@link LARGEST_SUM} in estimates after which a step is compared with its halves. */
const PORTION = 1 / 8;
/** Ratio of errors to estimates down to which these are as right as they can be. */
const CONFIRMED = 2 / 3;
/** Steps from one that is compared to the next: a comparison takes as long as two. */
const PAUSE = 200;
/** The error of two halves is a sixteenth of the error of a step, in methods of order 4. */
const FROM_HALVES = 16 / 15;
/** Where the sum begins in the memory from step to step, and its length. */
const SUM_START = 6;
export const SUM_END = SUM_START + 5;

/**
 * Sum of the errors of all accepted steps. The estimates of single steps are those of a motion at one
 * frequency. Slow motion that stiff springs carry has smaller errors. So some steps, drawn in proportion
 * to the estimates, are compared with two halves of themselves (Richardson), and the sum is corrected by
 * the mean ratio of their errors to the estimates.
 */
export class ErrorSum {
  /** Sum of the estimates, and the estimate of the last step. */
  #estimated = 0;
  #last = 0;
  /** Number of steps compared, and sum of the ratios of their errors to the estimates. */
  #compared = 0;
  #ratios = 0;
  /** Sum of the estimates at which the next step is compared, and steps until it may be. */
  #next = 0;
  #pause = 0;

  forget(): void {
    this.#estimated = this.#compared = this.#ratios = this.#next = this.#pause = 0;
  }

  /** Saves to the entries of `memory` from {@link SUM_START} on what later steps depend on. */
  save(memory: Float64Array): void {
    memory[SUM_START] = this.#estimated;
    memory[SUM_START + 1] = this.#compared;
    memory[SUM_START + 2] = this.#ratios;
    memory[SUM_START + 3] = this.#next;
    memory[SUM_START + 4] = this.#pause;
  }

  load(memory: Float64Array): void {
    const [estimated = 0, compared = 0, ratios = 0, next = 0, pause = 0] = memory.subarray(SUM_START);
    this.#estimated = estimated;
    this.#compared = compared;
    this.#ratios = ratios;
    this.#next = next;
    this.#pause = pause;
  }

  /**
   * The sum of the errors. The estimates count as one comparison that they pass. Comparisons that find nearly as
   * much confirm them: single ones are not sharper than that.
   */
  get value(): number {
    const ratio = (1 + this.#ratios) / (1 + this.#compared);
    return ratio < CONFIRMED ? ratio * this.#estimated : this.#estimated;
  }

  /**
   * Adds the error of an accepted step. In a motion at the rate `ω`, and relative to the momentum `p`,
   * the rough estimate is of the order of `(ω h)³`, the sharp one of `(ω h)⁴`, and the error of
   * `(ω h)⁵`. So the error is about the 5/3 power of the rough estimate (0.3 to 2 times it in the motions
   * of test/runtime/standing) and the 5/4 power of the sharp one, if there is one.
   */
  add(rough: number, p: number, sharp: number): void {
    const root = cbrt(rough / p);
    const byRough = rough * root * root;
    this.#last = sharp > 0 ? Math.min(byRough, p * SHARP_FACTOR * sharp * Math.sqrt(Math.sqrt(sharp))) : byRough;
    this.#estimated += this.#last;
  }

  /** True if the next step is to be compared with its halves, for a largest momentum so far. */
  isDue(largestMomentum: number): boolean {
    if (this.#pause > 0) this.#pause--;
    const portion = PORTION * LARGEST_SUM * largestMomentum;
    if (!(portion > 0 && this.#estimated >= this.#next + portion)) return false;
    this.#next = this.#estimated - (this.#estimated % portion);
    if (this.#pause > 0) return false;
    this.#pause = PAUSE;
    return true;
  }

  /** Corrects the sum by the difference of the last step from its halves. */
  compare(difference: number): void {
    if (!(this.#last > 0)) return;
    this.#compared++;
    this.#ratios += (FROM_HALVES * difference) / this.#last;
  }

  /** True where the errors add up to a wrong motion, for a largest momentum. */
  isBeyond(largestMomentum: number): boolean {
    return this.value > LARGEST_SUM * largestMomentum;
  }

  /** Returns the warning that errors of steps of about `dt` have added up in a world of `system`. */
  warning(dt: number, system: ConstraintSystem, largestMomentum: number): WorldWarning {
    const { time } = system;
    return {
      code: 'W_ACCURACY',
      message:
        `Until t = ${showTime(time)} the errors of steps, each of which is small, have added up to about ` +
        `${(this.value / largestMomentum).toExponential(0)} of the motion. ` +
        `Take steps of ${(HALF * dt).toPrecision(2)} s, which make them 16 times less${ofDormandPrince(system)}.`,
      time,
      constraints: [],
    };
  }
}
