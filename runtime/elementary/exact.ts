import { powerOfTwo, type Int } from '../base/bits.js';

/** Returns the first 26 digits of `x`, of a size below 1e300: Veltkamp's splitting. */
export function firstDigits(x: number): number {
  const scaled = 134217729 * x;
  return scaled - (scaled - x);
}

/** Returns `a b − product`, exactly: Dekker, *Numerische Mathematik* 18, 1971. */
export function productError(a: number, b: number, product: number): number {
  const a1 = firstDigits(a);
  const b1 = firstDigits(b);
  const a2 = a - a1;
  const b2 = b - b1;
  return a1 * b1 - product + a1 * b2 + a2 * b1 + a2 * b2;
}

/** Returns `x 2^k` for `k` from −2022 to 2046, rounded once, or twice where it is subnormal. */
export function scaledBy(x: number, k: Int): number {
  if (k > 1023) return x * powerOfTwo(1023) * powerOfTwo(k - 1023);
  if (k < -1021) return x * powerOfTwo(k + 1000) * powerOfTwo(-1000);
  return x * powerOfTwo(k);
}
