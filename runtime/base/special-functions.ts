/** `2/√π` */
const SLOPE = 2 / Math.sqrt(Math.PI);

/**
 * Largest argument for the power series, whose terms hardly cancel up to here. Beyond it `1 − erf`
 * is small and may be less exact.
 */
const SERIES_WITHIN = 1.8;
/** `(−1)ⁿ / (n! (2n+1))`; forty terms are enough up to {@link SERIES_WITHIN}. */
const COEFFICIENTS = Float64Array.from({ length: 40 }, (_, n) => {
  let factorial = 1;
  for (let k = 1; k <= n; k++) factorial *= -k;
  return 1 / (factorial * (2 * n + 1));
});
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
  if (size < ONE_BEYOND) return Math.sign(x) * (1 - complement(size));
  return Math.sign(x);
}

/**
 * `Σ (−1)ⁿ x^(2n+1) / (n! (2n+1))`, by Horner's rule without the first term, which is added last.
 */
function alternatingSeries(x: number): number {
  const square = x * x;
  let sum = 0;
  for (let n = COEFFICIENTS.length - 1; n > 0; n--) sum = (sum + COEFFICIENTS[n]!) * square;
  return x + x * sum;
}

/** `1 − erf x = e^(−x²)/√π · 1/(x + ½/(x + 1/(x + 3⁄2/(x + …))))` for `x` well above 0. */
function complement(x: number): number {
  let fraction = x;
  for (let k = 50; k > 0; k--) fraction = x + k / 2 / fraction;
  return (Math.exp(-x * x) * SLOPE) / (2 * fraction);
}
