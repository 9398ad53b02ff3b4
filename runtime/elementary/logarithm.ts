/*
 * Logarithms and the functions that are logarithms. With x = 2ᵏ (1 + f), 1 + f between √½ and √2, and
 * s = f/(2 + f), ln(1 + f) = 2 artanh s, a polynomial in s².
 *
 * Coefficients are those of fdlibm: Copyright (C) 1993, 2004 by Sun Microsystems, Inc. All rights
 * reserved. Permission to use, copy, modify, and distribute this software is freely granted, provided
 * that this notice is preserved.
 */
import { highWord, powerOfTwo, type Int } from '../base/bits.js';
import { firstDigits, productError } from './exact.js';

const LN2_HIGH = 6.9314718036912381649e-1;
const LN2_LOW = 1.90821492927058770002e-10;

/** The binary exponent of the positive `x`, which is not subnormal, if its digits are between `√½` and `√2`. */
function exponentOf(x: number): Int {
  return (highWord(x) - 0x3fe6a09e) >> 20;
}

/** Those digits, less 1. */
function fractionOf(x: number, k: Int): number {
  return x * powerOfTwo(-k) - 1;
}

/** `ln(1 + f) − f + half`, where `half = f²/2`. */
function logarithmTail(f: number, half: number): number {
  const s = f / (2 + f);
  const z = s * s;
  const w = z * z;
  const even = w * (3.999999999940941908e-1 + w * (2.222219843214978396e-1 + w * 1.531383769920937332e-1));
  const odd =
    z *
    (6.66666666666673513e-1 +
      w * (2.857142874366239149e-1 + w * (1.818357216161805012e-1 + w * 1.479819860511658591e-1)));
  return s * (half + (even + odd));
}

/** `k ln 2 + ln(1 + f) + c`, where `c` is below the last place of `1 + f`. */
function sumOf(k: number, f: number, c: number): number {
  const half = 0.5 * f * f;
  return logarithmTail(f, half) + (k * LN2_LOW + c) - half + f + k * LN2_HIGH;
}

/** The logarithm where `x` is 0, negative, infinite or NaN. */
function outsideOf(x: number): number {
  return x === 0 ? -Infinity : x > 0 ? x : NaN;
}

/** True for numbers that have a logarithm. */
function isInside(x: number): boolean {
  return x > 0 && x < Infinity;
}

/** `2⁵⁴`, by which subnormal numbers are scaled. */
const SCALE = 18014398509481984;
const LEAST = 2.2250738585072014e-308;

/** The natural logarithm, the same on every platform. */
export function log(x: number): number {
  if (!isInside(x)) return outsideOf(x);
  const isSmall = x < LEAST;
  const m = isSmall ? x * SCALE : x;
  const k = exponentOf(m);
  return sumOf(isSmall ? k - 54 : k, fractionOf(m, k), 0);
}

/** `ln(1 + v + tail)` for `v` above −1, and a `tail` below its last place. */
function ofOneAnd(v: number, tail: number): number {
  if (v > -0.2928 && v < 0.4142) return sumOf(0, v, tail / (1 + v));
  const u = 1 + v;
  const k = exponentOf(u);
  const c = v < 1 ? v - (u - 1) : 1 - (u - v);
  return sumOf(k, fractionOf(u, k), (c + tail) / u);
}

/** `ln(1 + x)`, exact near 0, the same on every platform. */
export function log1p(x: number): number {
  if (!(x > -1 && x < Infinity)) return outsideOf(1 + x);
  return x === 0 ? x : ofOneAnd(x, 0);
}

/** `scale · ln(1 + f) + k · unit`, with both factors in two doubles, of which the first has few digits. */
function scaledSum(k: number, f: number, scale: number, scaleTail: number, unit: number, unitTail: number): number {
  const half = 0.5 * f * f;
  const high = firstDigits(f - half);
  const low = f - high - half + logarithmTail(f, half);
  const whole = k * unit;
  const main = high * scale;
  const sum = whole + main;
  return k * unitTail + (low + high) * scaleTail + low * scale + (whole - sum + main) + sum;
}

/** The logarithm to the base 2, exact at powers of 2, the same on every platform. */
export function log2(x: number): number {
  if (!isInside(x)) return outsideOf(x);
  const isSmall = x < LEAST;
  const m = isSmall ? x * SCALE : x;
  const k = exponentOf(m);
  return scaledSum(isSmall ? k - 54 : k, fractionOf(m, k), 1.44269504072144627571, 1.67517131648865118353e-10, 1, 0);
}

/** The logarithm to the base 10, the same on every platform. */
export function log10(x: number): number {
  if (!isInside(x)) return outsideOf(x);
  const isSmall = x < LEAST;
  const m = isSmall ? x * SCALE : x;
  const k = exponentOf(m);
  return scaledSum(
    isSmall ? k - 54 : k,
    fractionOf(m, k),
    4.34294481878168880939e-1,
    2.50829467116452752298e-11,
    3.01029995663611771306e-1,
    3.69423907715893078616e-13,
  );
}

/** From here on `√(x² ± 1)` is `x`. */
const LARGE = 1e9;

/** `ln 2x` for large `x` */
function ofTwice(x: number): number {
  const k = exponentOf(x);
  return x < Infinity ? sumOf(k + 1, fractionOf(x, k), 0) : x;
}

/** The inverse hyperbolic sine, the same on every platform. */
export function asinh(x: number): number {
  const size = Math.abs(x);
  if (!(size > 0 && size < Infinity)) return x;
  if (size > LARGE) return x < 0 ? -ofTwice(size) : ofTwice(size);
  // x + √(x² + 1) − 1, the root in two doubles
  const square = size * size;
  const rest = productError(size, size, square);
  const more = square + 1;
  const root = Math.sqrt(more);
  const product = root * root;
  const lost = square < 1 ? square - (more - 1) : 1 - (more - square);
  const tail = (more - product - productError(root, root, product) + (lost + rest)) / (2 * root);
  const sum = size + (root - 1);
  const value = ofOneAnd(sum, root - 1 - (sum - size) + tail);
  return x < 0 ? -value : value;
}

/** The inverse hyperbolic cosine, the same on every platform. */
export function acosh(x: number): number {
  if (!(x >= 1)) return NaN;
  if (x > LARGE) return ofTwice(x);
  if (x === 1) return 0;
  // x − 1 + √(x² − 1), the root in two doubles
  const t = x - 1;
  const h = 2 + t;
  const square = t * h;
  const root = Math.sqrt(square);
  const error = square - root * root;
  const rest = productError(t, h, square) - productError(root, root, root * root) + t * (t - (h - 2));
  const sum = root + t;
  return ofOneAnd(sum, t - (sum - root) + (error + rest) / (2 * root));
}

/** The inverse hyperbolic tangent, the same on every platform. */
export function atanh(x: number): number {
  const size = Math.abs(x);
  if (!(size > 0)) return x;
  if (size > 1) return NaN;
  if (size === 1) return x < 0 ? -Infinity : Infinity;
  // ½ ln(1 + 2x/(1 − x)), the quotient in two doubles
  if (size < 1e-9) return x;
  const h = 1 - size;
  const quotient = (2 * size) / h;
  const product = quotient * h;
  const rest = 2 * size - product - productError(quotient, h, product) - quotient * (1 - h - size);
  const value = 0.5 * ofOneAnd(quotient, rest / h);
  return x < 0 ? -value : value;
}
