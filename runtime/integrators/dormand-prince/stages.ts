import { copy, maxAbs } from '../../base/vector.js';
import type { StepNumbers } from './step-numbers.js';
import { DENSE_WEIGHTS, ERROR_WEIGHTS, STAGE_WEIGHTS } from './tableau.js';

const NOTHING = new Float64Array(0);

/**
 * One part of the state (coordinates, velocities, integrals) in the seven stages of a step, and
 * between its ends afterwards.
 */
export class DormandPrinceStages {
  /**
   * Entry with the largest error, relative to the allowed one, as found by {@link raiseToError}.
   */
  worst = 0;

  readonly #numbers: StepNumbers;
  #y0 = NOTHING;
  #y1 = NOTHING;
  /** Rates of the stages. */
  #k1 = NOTHING;
  #k2 = NOTHING;
  #k3 = NOTHING;
  #k4 = NOTHING;
  #k5 = NOTHING;
  #k6 = NOTHING;
  #k7 = NOTHING;
  #sum = NOTHING;

  /** Makes a part. All parts share `numbers`. */
  constructor(numbers: StepNumbers) {
    this.#numbers = numbers;
  }

  /** Sizes the workspace. Returns true where it had another size. */
  resize(n: number): boolean {
    if (this.#y0.length === n) return false;
    this.#y0 = new Float64Array(n);
    this.#y1 = new Float64Array(n);
    this.#k1 = new Float64Array(n);
    this.#k2 = new Float64Array(n);
    this.#k3 = new Float64Array(n);
    this.#k4 = new Float64Array(n);
    this.#k5 = new Float64Array(n);
    this.#k6 = new Float64Array(n);
    this.#k7 = new Float64Array(n);
    this.#sum = new Float64Array(n);
    return true;
  }

  /** Keeps the state that the step starts from. */
  begin(y: Float64Array): void {
    copy(y, 0, this.#y0, 0, y.length);
  }

  /** Keeps the rates of the stage `s`, from 1 to 7. */
  keepRate(s: number, rate: Float64Array): void {
    copy(rate, 0, this.#rate(s), 0, this.#y0.length);
  }

  /** Takes the last stage of the step before as the first of this one. */
  reuseLastRate(): void {
    this.keepRate(1, this.#k7);
  }

  /**
   * Forgets the rates of all stages but the first. Infinite and NaN rates would survive a
   * multiplication by zero.
   */
  clearRates(): void {
    for (let s = 2; s <= 7; s++) this.#rate(s).fill(0);
  }

  /** `y = y_0 + h Σ_j a_sj k_j`, the state at stage `s`, from 2 to 7. */
  moveTo(s: number, y: Float64Array): void {
    const h = this.#numbers.h;
    const a = STAGE_WEIGHTS[s - 2]!;
    const a1 = a[0]!;
    const a2 = a[1]!;
    const a3 = a[2]!;
    const a4 = a[3]!;
    const a5 = a[4]!;
    const a6 = a[5]!;
    const y0 = this.#y0;
    const k1 = this.#k1;
    const k2 = this.#k2;
    const k3 = this.#k3;
    const k4 = this.#k4;
    const k5 = this.#k5;
    const k6 = this.#k6;
    for (let i = 0; i < y0.length; i++) {
      const rate = a1 * k1[i]! + a2 * k2[i]! + a3 * k3[i]! + a4 * k4[i]! + a5 * k5[i]! + a6 * k6[i]!;
      y[i] = y0[i]! + h * rate;
    }
  }

  /**
   * Raises the largest error so far to the largest
   * `|h Σ_j e_j k_j| / (atol + rtol max(|y_0|, |y_1|))` of any entry, with `y_1` the state at the
   * end of the step; NaN if any is.
   */
  raiseToError(y: Float64Array): void {
    const numbers = this.#numbers;
    const h = numbers.h;
    const atol = numbers.atol;
    const rtol = numbers.rtol;
    const y0 = this.#y0;
    const rate = this.#combine(ERROR_WEIGHTS);
    let largest = 0;
    for (let i = 0; i < y0.length; i++) {
      const allowed = atol + rtol * Math.max(Math.abs(y0[i]!), Math.abs(y[i]!));
      const error = Math.abs(h * rate[i]!) / allowed;
      if (!(error <= largest)) {
        largest = error;
        this.worst = i;
        if (error !== error) break;
      }
    }
    numbers.largest = Math.max(numbers.largest, largest);
  }

  /**
   * Raises the largest error so far to the largest difference `|y_1 − z|` of any entry, relative to
   * `atol + rtol max(|y_0|, |y_1|) + rounding max |y_1|`; NaN if any is.
   */
  raiseToDifference(z: Float64Array, rounding: number): void {
    const numbers = this.#numbers;
    const y0 = this.#y0;
    const y1 = this.#y1;
    const atol = numbers.atol + rounding * maxAbs(y1);
    const rtol = numbers.rtol;
    let largest = 0;
    for (let i = 0; i < y0.length; i++) {
      const allowed = atol + rtol * Math.max(Math.abs(y0[i]!), Math.abs(y1[i]!));
      const error = Math.abs(y1[i]! - z[i]!) / allowed;
      if (!(error <= largest)) {
        largest = error;
        this.worst = i;
        if (error !== error) break;
      }
    }
    numbers.largest = Math.max(numbers.largest, largest);
  }

  /**
   * Raises the largest size so far to the largest entry of `y_0` (`order` 0), of `k_1` (1), or of
   * `k_2 − k_1` (2), relative to `atol + rtol |y_0|`; NaN if any is.
   */
  raiseToSize(order: 0 | 1 | 2): void {
    const numbers = this.#numbers;
    const atol = numbers.atol;
    const rtol = numbers.rtol;
    const y0 = this.#y0;
    const k1 = this.#k1;
    const k2 = this.#k2;
    let largest = 0;
    for (let i = 0; i < y0.length; i++) {
      const entry = order === 0 ? y0[i]! : order === 1 ? k1[i]! : k2[i]! - k1[i]!;
      largest = Math.max(largest, Math.abs(entry) / (atol + rtol * Math.abs(y0[i]!)));
    }
    numbers.largest = Math.max(numbers.largest, largest);
  }

  /** Keeps the state at the end of the step. */
  end(y: Float64Array): void {
    copy(y, 0, this.#y1, 0, y.length);
  }

  /** `y -= h Σ_j e_j k_j`: from the solution of order 5 at the end of the step to that of order 4. */
  goToEmbedded(y: Float64Array): void {
    const h = this.#numbers.h;
    const rate = this.#combine(ERROR_WEIGHTS);
    for (let i = 0; i < y.length; i++) y[i]! -= h * rate[i]!;
  }

  /** `y = y_0`, the state at the start of the step. */
  goBack(y: Float64Array): void {
    copy(this.#y0, 0, y, 0, y.length);
  }

  /** `y = y_1`, the state at the end of the step. */
  goForward(y: Float64Array): void {
    copy(this.#y1, 0, y, 0, y.length);
  }

  /**
   * Finds the state at the part `θ` of the step of length `h`, by Hermite's cubic through both ends
   * with their rates, and a term that raises it to order 4,
   *
   *     y(θ) = y_0 + θ (Δ + (1 − θ) (h k_1 − Δ + θ (2Δ − h k_1 − h k_7 + (1 − θ) h Σ_j d_j k_j))),
   *     Δ = y_1 − y_0
   *
   * (Hairer, Nørsett, Wanner, section II.6, as in the authors' code DOPRI5).
   */
  interpolate(theta: number, h: number, y: Float64Array): void {
    const y0 = this.#y0;
    const y1 = this.#y1;
    const k1 = this.#k1;
    const k7 = this.#k7;
    const fourth = this.#combine(DENSE_WEIGHTS);
    const rest = 1 - theta;
    for (let i = 0; i < y0.length; i++) {
      const change = y1[i]! - y0[i]!;
      const initial = h * k1[i]! - change;
      const final = change - h * k7[i]! - initial;
      const quartic = h * fourth[i]!;
      y[i] = y0[i]! + theta * (change + rest * (initial + theta * (final + rest * quartic)));
    }
  }

  /** `y = y_0 + t k_1`. */
  extrapolate(t: number, y: Float64Array): void {
    const y0 = this.#y0;
    const k1 = this.#k1;
    for (let i = 0; i < y0.length; i++) y[i] = y0[i]! + t * k1[i]!;
  }

  /** `Σ_j w_j k_j` in a workspace, with weights whose second is zero. */
  #combine(weights: ArrayLike<number>): Float64Array {
    const w1 = weights[0]!;
    const w3 = weights[2]!;
    const w4 = weights[3]!;
    const w5 = weights[4]!;
    const w6 = weights[5]!;
    const w7 = weights[6]!;
    const k1 = this.#k1;
    const k3 = this.#k3;
    const k4 = this.#k4;
    const k5 = this.#k5;
    const k6 = this.#k6;
    const k7 = this.#k7;
    const sum = this.#sum;
    for (let i = 0; i < sum.length; i++) {
      sum[i] = w1 * k1[i]! + w3 * k3[i]! + w4 * k4[i]! + w5 * k5[i]! + w6 * k6[i]! + w7 * k7[i]!;
    }
    return sum;
  }

  #rate(s: number): Float64Array {
    switch (s) {
      case 1:
        return this.#k1;
      case 2:
        return this.#k2;
      case 3:
        return this.#k3;
      case 4:
        return this.#k4;
      case 5:
        return this.#k5;
      case 6:
        return this.#k6;
      default:
        return this.#k7;
    }
  }
}
