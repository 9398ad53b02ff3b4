import { dot } from '../base/vector.js';

/**
 * Finds the part of the feedback of errors that the energy in `bank`, J, can pay for, and takes
 * what it costs out of it.
 *
 * The impulses `μ₁ + s μ₂` of a step change rates from `r`, at its beginning, to `s b`, and so they
 * do the work
 *
 *     w(s) = ½ (μ₁ + s μ₂)·(r + s b) = ½ μ₁·r + ½ s (μ₁·b + μ₂·r) + ½ s² μ₂·b
 *
 * on the bodies, drivers apart. Returns the largest `s ≤ 1` with `w(s) ≤ bank`, or where there is
 * none, the one of least work. In a steady motion along a curve, feedback gives back the energy
 * that the constraints take out, `w(1) = 0`. Constraints that have taken out energy in the steps
 * before may return it; in all they never add any.
 */
export function affordablePart(
  mu1: Float64Array,
  mu2: Float64Array,
  r: Float64Array,
  b: Float64Array,
  bank: Float64Array,
): number {
  const w0 = dot(mu1, r) / 2;
  const w1 = (dot(mu1, b) + dot(mu2, r)) / 2;
  const w2 = dot(mu2, b) / 2;
  const part = largestRoot(w2, w1, w0 - bank[0]!);
  bank[0]! -= w0 + part * (w1 + part * w2);
  return part;
}

/** Returns the largest `s` of `[0, 1]` with `a s² + b s + c ≤ 0`, or the one with the least value. */
function largestRoot(a: number, b: number, c: number): number {
  if (!(a + b + c > 0)) return 1;
  if (!(a > 0)) return b < 0 ? 1 : Math.max(0, Math.min(1, -c / b)) || 0;
  const discriminant = b * b - 4 * a * c;
  return Math.max(0, Math.min(1, (Math.sqrt(Math.max(0, discriminant)) - b) / (2 * a)));
}
