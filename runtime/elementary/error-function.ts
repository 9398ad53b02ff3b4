import type { Int } from '../base/bits.js';
import { exp } from './exponential.js';

/** `2/√π` */
const SLOPE = 1.1283791670955126;

/**
 * Largest argument for the power series, whose terms hardly cancel up to here. Beyond it `1 − erf`
 * is small and may be less exact.
 */
const SERIES_WITHIN = 1.8;
/** `(−1)ⁿ / (n! (2n+1))`; forty terms are enough up to {@link SERIES_WITHIN}. */
const COEFFICIENTS = [
  1, -0.3333333333333333, 0.1, -0.023809523809523808, 0.004629629629629629, -0.0007575757575757576,
  0.00010683760683760684, -0.000013227513227513228, 0.0000014589169000933706, -1.4503852223150468e-7,
  1.3122532963802806e-8, -1.0892221037148573e-9, 8.35070279514724e-11, -5.9477940136376354e-12, 3.9554295164585257e-13,
  -2.466827010264457e-14, 1.4483264643598138e-15, -8.032735012415773e-17, 4.221407288807088e-18, -2.107855191442136e-19,
  1.0025164934907719e-20, -4.5518467589282e-22, 1.977064753877905e-23, -8.230149299214221e-25, 3.289260349175752e-26,
  -1.2641078988989164e-27, 4.678483515518485e-29, -1.669761793417372e-30, 5.754191643982172e-32,
  -1.9169428621097826e-33, 6.180307588222797e-35, -1.930357208815108e-36, 5.846755007468836e-38, -1.718856062801784e-39,
  4.908923964523423e-41, -1.3630412617791397e-42, 3.682493515461146e-44, -9.687280238870763e-46, 2.483069097454912e-47,
  -6.205657919637398e-49,
];
/** Argument from which `erf x` is 1 to the last place. */
const ONE_BEYOND = 5.93;

/**
 * The error function `2/√π ∫₀ˣ e^(−s²) ds`, which `Math` lacks, within 4 units in the last place.
 * Series: Abramowitz and Stegun, *Handbook of Mathematical Functions*, 7.1.5; continued fraction:
 * 7.1.14.
 */
export function erf(x: number): number {
  const size = Math.abs(x);
  if (size < SERIES_WITHIN) return SLOPE * alternatingSeries(x);
  if (size < ONE_BEYOND) {
    const value = 1 - complement(size);
    return x < 0 ? -value : value;
  }
  return x > 0 ? 1 : x < 0 ? -1 : x;
}

/**
 * `Σ (−1)ⁿ x^(2n+1) / (n! (2n+1))`, by Horner's rule without the first term, which is added last.
 */
function alternatingSeries(x: number): number {
  const square = x * x;
  let sum = 0;
  for (let n: Int = 39; n > 0; n--) sum = (sum + COEFFICIENTS[n]!) * square;
  return x + x * sum;
}

/** `1 − erf x = e^(−x²)/√π · 1/(x + ½/(x + 1/(x + 3⁄2/(x + …))))` for `x` well above 0. */
function complement(x: number): number {
  let fraction = x;
  for (let k: Int = 50; k > 0; k--) fraction = x + (0.5 * k) / fraction;
  return (exp(-x * x) * SLOPE) / (2 * fraction);
}
