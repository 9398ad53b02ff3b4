/*
 * The exponential function and its relatives: with k the whole number next to x/ln 2 and r = x − k ln 2,
 * eˣ = 2ᵏ (1 + r + q(r)), and q is a quotient with a polynomial in r².
 *
 * Coefficients are those of fdlibm: Copyright (C) 1993, 2004 by Sun Microsystems, Inc. All rights
 * reserved. Permission to use, copy, modify, and distribute this software is freely granted, provided
 * that this notice is preserved.
 */
import { powerOfTwo, type Int } from '../base/bits.js';
import { scaledBy } from './exact.js';

/** `ln 2` in two doubles, of which the first has 33 bits; and `1/ln 2`. */
const LN2_HIGH = 6.9314718036912381649e-1;
const LN2_LOW = 1.90821492927058770002e-10;
const INVERSE = 1.4426950408889634;
const WHOLE = 6755399441055744;

/** The whole number next to `x/ln 2`, for `x` of a size below 1e4. */
function binaryExponent(x: number): Int {
  return (x * INVERSE + WHOLE - WHOLE) | 0;
}

/** `q(r) = eʳ − 1 − r` for `r` of size at most `ln 2 / 2`. */
function exponentialTail(r: number): number {
  const t = r * r;
  const c =
    r -
    t *
      (1.66666666666666019037e-1 +
        t *
          (-2.77777777770155933842e-3 +
            t * (6.61375632143793436117e-5 + t * (-1.6533902205465251539e-6 + t * 4.13813679705723846039e-8))));
  return (r * c) / (2 - c);
}

/** `eˣ`, the same on every platform. */
export function exp(x: number): number {
  if (x > 709.8) return Infinity;
  if (x < -745.2) return 0;
  const k = binaryExponent(x);
  const high = x - k * LN2_HIGH;
  const low = k * LN2_LOW;
  return scaledBy(1 + (high + (exponentialTail(high - low) - low)), k);
}

/** `eˣ − 1`, exact near 0, the same on every platform. */
export function expm1(x: number): number {
  if (x > 709.8) return Infinity;
  if (x < -50) return -1;
  const k = binaryExponent(x);
  const high = x - k * LN2_HIGH;
  const low = k * LN2_LOW;
  const tail = exponentialTail(high - low) - low;
  if (k === 0) return x === 0 ? x : high + tail;
  // 2ᵏ (1 − 2⁻ᵏ + r + q), whose first sum may be rounded
  if (k > 60) return scaledBy(1 + (high + tail), k);
  const one = 1 - powerOfTwo(-k);
  const sum = one + high;
  const error = high - (sum - one);
  return scaledBy(sum + (tail + error), k);
}

/** `(sinh x − x)/x³` at `z = x²` below 1, by its series. */
function sinhTail(z: number): number {
  return (
    1 / 6 +
    z *
      (1 / 120 +
        z *
          (1 / 5040 +
            z *
              (1 / 362880 +
                z *
                  (1 / 39916800 +
                    z *
                      (1 / 6227020800 +
                        z * (1 / 1307674368000 + z * (1 / 355687428096000 + z / 121645100408832000)))))))
  );
}

/** `(cosh x − 1)/x²` at `z = x²` below 1, by its series. */
function coshTail(z: number): number {
  return (
    1 / 2 +
    z *
      (1 / 24 +
        z *
          (1 / 720 +
            z *
              (1 / 40320 +
                z *
                  (1 / 3628800 +
                    z * (1 / 479001600 + z * (1 / 87178291200 + z * (1 / 20922789888000 + z / 6402373705728000)))))))
  );
}

/**
 * `(e^x ± e^(−x))/2` with the sign of `sign`, for positive `x` up to 710.5; for the difference not near
 * 0. Halves of the whole parts of both terms are exact, and are added first.
 */
function hyperbolic(x: number, sign: number): number {
  const k = binaryExponent(x);
  const high = x - k * LN2_HIGH;
  const low = k * LN2_LOW;
  const r = high - low;
  // A quarter, for 2ᵏ⁻¹ may be too large.
  const a = powerOfTwo(k - 2);
  const b = k > 60 ? 0 : sign * powerOfTwo(-k - 2);
  const whole = a + b;
  const linear = high * (a - b);
  const sum = whole + linear;
  const error = linear - (sum - whole);
  return 2 * (sum + (error + (a * (exponentialTail(r) - low) + b * (exponentialTail(-r) + low))));
}

/** The hyperbolic sine, the same on every platform. */
export function sinh(x: number): number {
  const size = Math.abs(x);
  if (size < 1) {
    const z = x * x;
    return x + x * z * sinhTail(z);
  }
  if (size > 710.5) return x * Infinity;
  const value = hyperbolic(size, -1);
  return x < 0 ? -value : value;
}

/** The hyperbolic cosine, the same on every platform. */
export function cosh(x: number): number {
  const size = Math.abs(x);
  return size > 710.5 ? Infinity : hyperbolic(size, 1);
}

/** The hyperbolic tangent, the same on every platform. */
export function tanh(x: number): number {
  const size = Math.abs(x);
  if (size < 0.85) {
    // (x + a)/(1 + b) = x + (a − x b)/(1 + b)
    const z = x * x;
    const b = z * coshTail(z);
    return x + (x * (z * sinhTail(z) - b)) / (1 + b);
  }
  const value = 1 - 2 / (exp(2 * size) + 1);
  return x < 0 ? -value : value;
}
