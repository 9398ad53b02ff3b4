import { dot } from '../base/vector.js';
import type { BodyStore } from '../model/body-store.js';

/**
 * Returns true where the energy in `bank`, J, pays for all of the feedback of errors, and takes what
 * it costs out of it: the work `w(1) = ½ μ·(r + b)` of {@link affordablePart}, with `μ = μ₁ + μ₂`.
 */
export function canAfford(mu: Float64Array, r: Float64Array, b: Float64Array, bank: Float64Array): boolean {
  const work = (dot(mu, r) + dot(mu, b)) / 2;
  if (work > bank[0]!) return false;
  bank[0]! -= work;
  return true;
}

/**
 * Finds the part of the feedback of errors that the energy in `bank`, J, can pay for, and deducts its
 * cost.
 *
 * The impulses `μ₁ + s μ₂` of a step change rates from `r`, at its beginning, to `s b`, and so they
 * do the work
 *
 *     w(s) = ½ (μ₁ + s μ₂)·(r + s b) = ½ μ₁·r + ½ s (μ₁·b + μ₂·r) + ½ s² μ₂·b
 *
 * on the bodies, drivers apart. Coordinates move by the rest of the feedback as well. In that, applied
 * forces do the part `1 − s` of `given`. Returns the largest `s ≤ 1` with
 * `w(s) − (1 − s) given ≤ bank`, or where there is none, the one for which that is least. In a
 * steady motion along a curve, feedback gives back the energy
 * that the constraints take out, `w(1) = 0`. Constraints that have taken out energy in the steps
 * before may return it; in all they never add any.
 */
export function affordablePart(
  mu1: Float64Array,
  mu2: Float64Array,
  r: Float64Array,
  b: Float64Array,
  given: number,
  bank: Float64Array,
): number {
  const w0 = dot(mu1, r) / 2 - given;
  const w1 = (dot(mu1, b) + dot(mu2, r)) / 2 + given;
  const w2 = dot(mu2, b) / 2;
  const part = largestRoot(w2, w1, w0 - bank[0]!);
  bank[0]! -= w0 + part * (w1 + part * w2);
  return part;
}

/** Returns the largest `s` of `[0, 1]` with `a s² + b s + c ≤ 0`, or the one with the least value. */
export function largestRoot(a: number, b: number, c: number): number {
  if (!(a + b + c > 0)) return 1;
  if (!(a > 0)) return b < 0 ? 1 : Math.max(0, Math.min(1, -c / b)) || 0;
  const discriminant = b * b - 4 * a * c;
  return Math.max(0, Math.min(1, (Math.sqrt(Math.max(0, discriminant)) - b) / (2 * a)));
}

/** `½ x·M x`. */
export function energyOf(stores: readonly BodyStore[], x: Float64Array): number {
  let sum = 0;
  for (const store of stores) sum += store.squaredLength(x);
  return sum / 2;
}
