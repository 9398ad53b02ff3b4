/*
 * Powers by x^y = 2^(y log₂ x), with the logarithm in two doubles; and the cube root.
 *
 * Coefficients are those of fdlibm: Copyright (C) 1993, 2004 by Sun Microsystems, Inc. All rights
 * reserved. Permission to use, copy, modify, and distribute this software is freely granted, provided
 * that this notice is preserved.
 */
import { fromWords, highWord, powerOfTwo, type Int } from '../base/bits.js';
import { firstDigits, scaledBy } from './exact.js';

const WHOLE = 6755399441055744;
const SCALE = 18014398509481984;
const LEAST = 2.2250738585072014e-308;
/** From this exponent on a base other than 1 and −1 gives 0 or infinity. */
const MOST = 73786976294838206464;

/** `2^(high + low)` */
function exponential2(high: number, low: number): number {
  if (high > 1100) return Infinity;
  if (high < -1100) return 0;
  const k = high + low + WHOLE - WHOLE;
  const rest = high - k;
  const t = firstDigits(low + rest);
  // times ln 2
  const u = t * 6.93147182464599609375e-1;
  const v = (low - (t - rest)) * 6.93147180559945286227e-1 + t * -1.90465429995776804525e-9;
  const z = u + v;
  const w = v - (z - u);
  const s = z * z;
  const c =
    z -
    s *
      (1.66666666666666019037e-1 +
        s *
          (-2.77777777770155933842e-3 +
            s * (6.61375632143793436117e-5 + s * (-1.6533902205465251539e-6 + s * 4.13813679705723846039e-8))));
  return scaledBy(1 - ((z * c) / (c - 2) - (w + z * w) - z), k | 0);
}

/** `x^y` for positive, finite `x` and finite `y` of a size up to {@link MOST}. */
function positivePower(x: number, y: number): number {
  const isSmall = x < LEAST;
  const m = isSmall ? x * SCALE : x;
  // x = 2ᵏ a with a between √¾ and √3, next to b = 1 or b = 3/2
  const word: Int = highWord(m);
  const digits: Int = word & 0xfffff;
  const isAbove: Int = digits < 0xbb67a ? 0 : 1;
  const isMiddle: Int = digits > 0x3988e && isAbove === 0 ? 1 : 0;
  const e: Int = (word >> 20) - 1023 + isAbove;
  const k: Int = isSmall ? e - 54 : e;
  const a = m * powerOfTwo(-e);
  const b = isMiddle === 1 ? 1.5 : 1;
  // s = (a − b)/(a + b) in two doubles
  const u = a - b;
  const v = 1 / (a + b);
  const s = u * v;
  const s1 = firstDigits(s);
  const h1 = firstDigits(a + b);
  const h2 = a - (h1 - b);
  const s2 = v * (u - s1 * h1 - s1 * h2);
  // ln(a/b) = 2 artanh s = ⅔ s (3 + s² + r)
  const z = s * s;
  const r =
    z *
      z *
      (5.99999999999994648725e-1 +
        z *
          (4.28571428578550184252e-1 +
            z *
              (3.33333329818377432918e-1 +
                z * (2.72728123808534006489e-1 + z * (2.30660745775561754067e-1 + z * 2.06975017800338417784e-1))))) +
    s2 * (s1 + s);
  const square = s1 * s1;
  const t1 = firstDigits(3 + square + r);
  const t2 = r - (t1 - 3 - square);
  const p = s1 * t1;
  const q = s2 * t1 + t2 * s;
  const sum1 = firstDigits(p + q);
  const sum2 = q - (sum1 - p);
  // times 2/(3 ln 2), and log₂ b
  const z1 = 9.61796700954437255859e-1 * sum1;
  const z2 =
    -7.02846165095275826516e-9 * sum1 +
    sum2 * 9.61796693925975554329e-1 +
    (isMiddle === 1 ? 1.35003920212974897128e-8 : 0);
  const b1 = isMiddle === 1 ? 5.84962487220764160156e-1 : 0;
  const logHead = firstDigits(z1 + z2 + b1 + k);
  const logTail = z2 - (logHead - k - b1 - z1);
  const y1 = firstDigits(y);
  return exponential2(y1 * logHead, (y - y1) * logHead + y * logTail);
}

/** `x^y`, the same on every platform. 1 to an infinite power is NaN, as in JavaScript. */
export function pow(x: number, y: number): number {
  if (y === 0) return 1;
  const size = Math.abs(x);
  const exponent = Math.abs(y);
  if (!(size >= 0) || !(exponent < Infinity)) {
    if (size === 1 || !(size >= 0) || !(exponent >= 0)) return NaN;
    return size > 1 === y > 0 ? Infinity : 0;
  }
  const isWhole = Math.floor(exponent) === exponent;
  const isOdd = isWhole && exponent < 9007199254740992 && Math.floor(exponent / 2) * 2 !== exponent;
  if (x < 0 && size < Infinity && !isWhole) return NaN;
  const value =
    size === 0 || size === Infinity
      ? size > 1 === y > 0
        ? Infinity
        : 0
      : size === 1
        ? 1
        : positivePower(size, exponent < MOST ? y : y > 0 ? MOST : -MOST);
  return isOdd && highWord(x) < 0 ? -value : value;
}

/** The cube root, the same on every platform. */
export function cbrt(x: number): number {
  const size = Math.abs(x);
  if (!(size > 0 && size < Infinity)) return x;
  const isSmall = size < LEAST;
  const m = isSmall ? size * SCALE : size;
  // A third of the exponent, a polynomial, and one step of Newton's method from 23 digits on.
  const guess = fromWords(((highWord(m) / 3) | 0) + 715094163, 0);
  const r = guess * guess * (guess / m);
  const p =
    1.87595182427177009643 +
    r * (-1.88497979543377169875 + r * 1.62142972010535446614) +
    r * r * r * (-7.58397934778766047437e-1 + r * 1.45996192886612446982e-1);
  const t = firstDigits(guess * p);
  const quotient = m / (t * t);
  const root = t + t * ((quotient - t) / (t + t + quotient));
  const value = isSmall ? root / 262144 : root;
  return x < 0 ? -value : value;
}
