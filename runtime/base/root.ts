import { powerOfTwo } from './bits.js';

/**
 * Finds a point in `[a, b]` where `f` changes from the sign of `fa = f(a)` to that of `fb = f(b)`,
 * to within `tolerance`. Returns the end of the last bracket on the side of `b`, where `f` has the
 * sign of `fb` or is zero. It takes at most one evaluation more than bisection, and a few for
 * smooth `f`.
 *
 * Oliveira, Takahashi, "An enhancement of the bisection method average performance preserving
 * minmax optimality" (ITP), ACM Trans. Math. Software 47 (2021), algorithm 1, with κ₁ = 0.2 / (b −
 * a), κ₂ = 2, n₀ = 1.
 */
export function findSignChange(
  f: (t: number) => number,
  a: number,
  b: number,
  fa: number,
  fb: number,
  tolerance: number,
): number {
  const sign = fb > 0 || fa < 0 ? 1 : -1;
  const halvings = halvingsOf((b - a) / (2 * tolerance)) + 1;
  const kappa = 0.2 / (b - a);
  let left = sign * fa;
  let right = sign * fb;
  for (let j = 0; b - a > 2 * tolerance && right !== 0; j++) {
    const middle = (a + b) / 2;
    const radius = tolerance * powerOfTwo(halvings - j) - (b - a) / 2;
    // Interpolate, truncate towards the middle, project into the interval that bisection allows.
    const secant = (right * a - left * b) / (right - left);
    const side = Math.sign(middle - secant);
    const truncation = kappa * (b - a) * (b - a);
    const truncated = truncation <= Math.abs(middle - secant) ? secant + side * truncation : middle;
    const projected = Math.abs(truncated - middle) <= radius ? truncated : middle - side * radius;
    // Rounding may move it to an end of the bracket, or beyond.
    const t = Math.min(Math.max(projected, a + tolerance), b - tolerance);
    const value = sign * f(t);
    if (value >= 0) {
      b = t;
      right = value;
    } else {
      a = t;
      left = value;
    }
  }
  return b;
}

/** How often `x` is halved until it is at most 1, for one of any size. */
function halvingsOf(x: number): number {
  let halvings = 0;
  for (let rest = x; rest > 1 && halvings < 1022; rest /= 2) halvings++;
  return halvings;
}
