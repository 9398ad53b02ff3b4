/*
 * Powers and lengths by products and square roots, which are the same on every platform;
 * `Math.hypot` and `**` are not.
 */

/** Returns `x²`. */
export const squared = (x: number): number => x * x;

/** Returns `x³`. */
export const cubed = (x: number): number => x * x * x;

/** Returns `xⁿ` for a whole `n` that is not negative. */
export function wholePower(x: number, n: number): number {
  let power = 1;
  for (let i = 0; i < n; i++) power *= x;
  return power;
}

/** Sums of squares between these have lost no digits to overflow and underflow. */
const LEAST = 1e-280;
const MOST = 1e300;

/** The length of a vector of up to four components, of any size. */
export function hypot(x: number, y: number, z = 0, w = 0): number {
  const sum = x * x + y * y + z * z + w * w;
  if (sum > LEAST && sum < MOST) return Math.sqrt(sum);
  const largest = Math.max(Math.abs(x), Math.abs(y), Math.abs(z), Math.abs(w));
  // 0, Infinity and NaN are what they are.
  if (!(largest > 0 && largest < Infinity)) return largest;
  // Powers of 2, so that nothing is rounded but what lies far below the largest.
  const scale = largest > 1 ? 2 ** -600 : 2 ** 600;
  const [a, b, c, d] = [x * scale, y * scale, z * scale, w * scale];
  return Math.sqrt(a * a + b * b + c * c + d * d) / scale;
}

/** The length of a vector of any number of components, of any size. */
export function lengthOf(values: Iterable<number>): number {
  let sum = 0;
  for (const x of values) sum += x * x;
  if (sum > LEAST && sum < MOST) return Math.sqrt(sum);
  let length = 0;
  for (const x of values) length = hypot(length, x);
  return length;
}
