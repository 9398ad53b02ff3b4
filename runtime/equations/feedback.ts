import { checkNotNegative, checkPositive, readOptions } from '../base/check.js';

/**
 * Feedback of drift: `C̈ = −ks C − kd Cdot − ki ∫C`.
 *
 * - left out: critically damped at a rate tied to the step;
 * - `{ hertz, dampingRatio }`: the frequency at which the error would oscillate undamped, and its
 *   damping ratio (1, critical, if left out), `ks = (2π hertz)²`, `kd = 2 dampingRatio 2π hertz`;
 * - `{ ks, kd, ki }`: the gains themselves, 1/s², 1/s, 1/s³ (`ki` 0 if left out);
 * - `false`: none.
 */
export type FeedbackOption =
  | { readonly hertz: number; readonly dampingRatio?: number }
  | { readonly ks: number; readonly kd: number; readonly ki?: number }
  | false;

/**
 * Decay rate of the default feedback times the step, `z = α dt`. Errors decay about as `e^(−t/τ)`
 * with `τ = dt / 0.2`, five steps.
 *
 * With the feedback held during the step, `C` and `Cdot dt` are multiplied per step by
 * `[1 − z²/2, 1 − z; −z², 1 − 2z]` (by `[1 − z², 1 − 2z; −z², 1 − 2z]` with semi-implicit Euler),
 * which is stable for `z < 1` (`z < 0.83`). At 0.2 both factors are real, 0.85 and 0.73 (0.87 and
 * 0.69). So errors do not overshoot, and a margin is left for errors of neighbouring constraints to
 * act on each other.
 */
export const DEFAULT_RATE_TIMES_STEP = 0.2;

/** Steps in which feedback takes errors to a thousandth, 0.8 times as large in each. */
export const SETTLING = 31;

/**
 * Rate at which the step that the default feedback is set for follows shorter ones, as a part of the time that passes:
 * errors of steps of `h` are of the order of `h²`. While `h` falls so, feedback multiplies them by
 * `e^(−∫ 0.2 / h dt)`, which follows `h²`. At once, they would be answered with velocities of `0.04 C / h`.
 */
export const FEEDBACK_FOLLOWS = 0.1;

/**
 * Gains of the feedback of constraint errors (Witkin, "An Introduction to Physically Based
 * Modeling: Constrained Dynamics", SIGGRAPH course notes, section 3; Baumgarte 1972).
 *
 * Gains that an application gives are part of the equation of motion, and act at every stage of an
 * integrator. The default gains are `ks = α²`, `kd = 2α` with `α = 0.2 / dt`. They change with the
 * step, so they are not part of the equation of motion. The inner stages of a Runge-Kutta method
 * leave the constraints by `O(dt²)`. Acting at every stage, the default gains would answer with a
 * force that does not vanish as `dt → 0`. They are therefore *sampled*: the feedback acceleration
 * is found from the drift at the beginning of the step and held during the step. It is then as
 * small as the drift and preserves the order of accuracy.
 */
export class Feedback {
  /** Gain of `C`, 1/s². */
  ks = 0;
  /** Gain of `Cdot`, 1/s. */
  kd = 0;
  /** Gain of `∫C`, 1/s³. */
  ki = 0;
  /** True where the feedback acceleration is found once per step. */
  readonly sampled: boolean;

  /**
   * Reads the option of a world. Throws E_OPTIONS, E_OPTION_UNKNOWN, E_NUMBER, E_NOT_FINITE,
   * E_NEGATIVE, E_NOT_POSITIVE.
   */
  constructor(option: FeedbackOption | undefined) {
    this.sampled = option === undefined;
    if (option === undefined || option === false) return;
    const given = readOptions(option, 'Feedback options', ['hertz', 'dampingRatio', 'ks', 'kd', 'ki']);
    if ('hertz' in given) {
      const { hertz, dampingRatio = 1 } = given;
      const rate = 2 * Math.PI * checkPositive(hertz, "Feedback 'hertz'");
      this.ks = rate * rate;
      this.kd = 2 * checkNotNegative(dampingRatio, "Feedback 'dampingRatio'") * rate;
    } else {
      const { ks, kd, ki = 0 } = given;
      this.ks = checkNotNegative(ks, "Feedback 'ks'");
      this.kd = checkNotNegative(kd, "Feedback 'kd'");
      this.ki = checkNotNegative(ki, "Feedback 'ki'");
    }
  }

  /**
   * Sets gains that depend on the step. `usual` is the usual length of a step, s, even for a
   * shortened last step: drift has come from steps of that length, and removing it within a shorter
   * one would cause a jolt. It is 0 where there has been no step yet.
   */
  setStep(usual: number): void {
    if (!this.sampled) return;
    const rate = usual > 0 ? DEFAULT_RATE_TIMES_STEP / usual : 0;
    this.ks = rate * rate;
    this.kd = 2 * rate;
  }
}
