/*
 * Sine, cosine and tangent: the argument is reduced to one of size at most π/4, and there the
 * functions are polynomials.
 *
 * Coefficients are those of fdlibm: Copyright (C) 1993, 2004 by Sun Microsystems, Inc. All rights
 * reserved. Permission to use, copy, modify, and distribute this software is freely granted, provided
 * that this notice is preserved.
 */
import type { Int } from '../base/bits.js';
import { anyRemainderOf } from './angle.js';
import { firstDigits } from './exact.js';

/** `π/4`, and the same in two doubles. */
const EIGHTH = 0.7853981633974483;
const EIGHTH_TAIL = 3.061616997868383e-17;
/** `2/π`, and `π/2` in three doubles, of which the first two have 33 bits. */
const INVERSE = 0.6366197723675814;
const FIRST = 1.5707963267341256;
const SECOND = 6.077100506303966e-11;
const THIRD = 2.0222662487959506e-21;
/** `1.5 · 2⁵²`: a number that it is added to and subtracted from is rounded to a whole one. */
const WHOLE = 6755399441055744;
/** Below this size, products with the first two parts of `π/2` are exact. */
const MODERATE = 8e5;
/** A remainder below this size has lost too many digits. */
const NEAR = 3.7e-9;

/** `sin(x + y)`, with `y` below the last place of `x`. */
function sineOf(x: number, y: number): number {
  const z = x * x;
  const cube = z * x;
  const r =
    8.33333333332248946124e-3 +
    z *
      (-1.98412698298579493134e-4 +
        z * (2.75573137070700676789e-6 + z * (-2.50507602534068634195e-8 + z * 1.58969099521155010221e-10)));
  return x - (z * (0.5 * y - cube * r) - y - cube * -1.66666666666666324348e-1);
}

/** `cos(x + y)` */
function cosineOf(x: number, y: number): number {
  const z = x * x;
  const r =
    z *
    (4.16666666666666019037e-2 +
      z *
        (-1.38888888888741095749e-3 +
          z *
            (2.48015872894767294178e-5 +
              z * (-2.75573143513906633035e-7 + z * (2.0875723212981748279e-9 + z * -1.13596475577881948265e-11)))));
  const half = 0.5 * z;
  const w = 1 - half;
  return w + (1 - w - half + (z * r - x * y));
}

/** The sine, or the cosine, of a quarter turn times `quarter` and `x + y`. */
function ofQuarter(quarter: Int, x: number, y: number): number {
  const value = (quarter & 1) === 0 ? sineOf(x, y) : cosineOf(x, y);
  return quarter < 2 ? value : -value;
}

/** `tan(x + y)`, or its negative reciprocal if `isOdd` is 1. */
function tangentOf(x: number, y: number, isOdd: Int): number {
  const isLarge = Math.abs(x) >= 0.67434;
  // Near π/4, by the tangent of the difference.
  const u = !isLarge ? x : x < 0 ? EIGHTH + x + (EIGHTH_TAIL + y) : EIGHTH - x + (EIGHTH_TAIL - y);
  const v = isLarge ? 0 : y;
  const z = u * u;
  const w = z * z;
  const even =
    1.33333333333201242699e-1 +
    w *
      (2.18694882948595424599e-2 +
        w *
          (3.59207910759131235356e-3 +
            w * (5.88041240820264096874e-4 + w * (7.817944429395570923e-5 + w * -1.85586374855275456654e-5))));
  const odd =
    5.39682539762260521377e-2 +
    w *
      (8.86323982359930005737e-3 +
        w *
          (1.45620945432529025516e-3 +
            w * (2.46463134818469906812e-4 + w * (7.14072491382608190305e-5 + w * 2.59073051863633712884e-5))));
  const cube = z * u;
  const r = v + z * (cube * (even + z * odd) + v) + cube * 3.33333333333334091986e-1;
  const t = u + r;
  if (isLarge) {
    const s = isOdd === 1 ? -1 : 1;
    const value = s - 2 * (u + (r - (t * t) / (t + s)));
    return x < 0 ? -value : value;
  }
  if (isOdd === 0) return t;
  const t1 = firstDigits(t);
  const t2 = r - (t1 - u);
  const a = -1 / t;
  const a1 = firstDigits(a);
  return a1 + a * (1 + a1 * t1 + a1 * t2);
}

/** What is to be computed of an angle: its sine, its cosine, which is the sine a quarter turn on, or its tangent. */
const SINE = 0;
const COSINE = 1;
const TANGENT = 2;

/** A function of an angle, by its remainder `x + y` beside `quarter` quarter turns. */
function ofRemainder(quarter: Int, x: number, y: number, what: Int): number {
  return what === TANGENT ? tangentOf(x, y, quarter & 1) : ofQuarter((quarter + what) & 3, x, y);
}

/** A function of an angle that is large, or near a multiple of quarter turns. */
function ofLarge(x: number, what: Int): number {
  const size = Math.abs(x);
  if (!(size < Infinity)) return NaN;
  const value = ofRemainder(anyRemainderOf(size, 0) | 0, anyRemainderOf(size, 1), anyRemainderOf(size, 2), what);
  return x < 0 && what !== COSINE ? -value : value;
}

/**
 * A function of an angle of more than half a quarter turn. With `n` quarter turns next to `x`, the
 * products of `n` with the first parts of `π/2` are exact: Cody and Waite, *Software Manual for the
 * Elementary Functions*, 1980. It stands in one function, which engines compile to one.
 */
function ofAngle(x: number, what: Int): number {
  if (Math.abs(x) < MODERATE) {
    const n = x * INVERSE + WHOLE - WHOLE;
    const a = x - n * FIRST;
    const w = n * SECOND;
    const b = a - w;
    const rest = n * THIRD - (a - b - w);
    const y = b - rest;
    if (Math.abs(y) >= NEAR) return ofRemainder(n | 0, y, b - y - rest, what);
  }
  return ofLarge(x, what);
}

/** The sine of `x` radians, the same on every platform. */
export function sin(x: number): number {
  return Math.abs(x) <= EIGHTH ? sineOf(x, 0) : ofAngle(x, SINE);
}

/** The cosine of `x` radians, the same on every platform. */
export function cos(x: number): number {
  return Math.abs(x) <= EIGHTH ? cosineOf(x, 0) : ofAngle(x, COSINE);
}

/** The tangent of `x` radians, the same on every platform. */
export function tan(x: number): number {
  if (x === 0) return x;
  return Math.abs(x) <= EIGHTH ? tangentOf(x, 0, 0) : ofAngle(x, TANGENT);
}
