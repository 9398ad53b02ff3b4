/**
 * Running integral of a function given at equal distances `h`. Entry `n` is `∫ f` from the first
 * value to value `n`. Each interval is integrated by the cubic through the four values around it.
 * The error is of order `h⁴`, like that of the integrators whose energy it accounts for:
 *
 *     ∫ from n to n+1 = h/24 (−f[n−1] + 13 f[n] + 13 f[n+1] − f[n+2])
 *     first interval:   h/24 (9 f[0] + 19 f[1] − 5 f[2] + f[3]),   last: its mirror image
 */
export function runningIntegral(f: readonly number[], h: number): Float64Array {
  const integral = new Float64Array(f.length);
  const last = f.length - 1;
  for (let n = 0; n < last; n++) {
    const increment =
      last < 3
        ? 12 * (f[n]! + f[n + 1]!) // too few values for a cubic: the trapezoidal rule
        : n === 0
          ? 9 * f[0]! + 19 * f[1]! - 5 * f[2]! + f[3]!
          : n === last - 1
            ? 9 * f[last]! + 19 * f[last - 1]! - 5 * f[last - 2]! + f[last - 3]!
            : 13 * (f[n]! + f[n + 1]!) - f[n - 1]! - f[n + 2]!;
    integral[n + 1] = integral[n]! + (h / 24) * increment;
  }
  return integral;
}
