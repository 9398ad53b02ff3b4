/*
 * Inverse trigonometric functions. The arc of a quotient is one of five constants and a small one,
 * whose tangent takes one division.
 *
 * Coefficients are those of fdlibm: Copyright (C) 1993, 2004 by Sun Microsystems, Inc. All rights
 * reserved. Permission to use, copy, modify, and distribute this software is freely granted, provided
 * that this notice is preserved.
 */
import { highWord } from '../base/bits.js';
import { firstDigits, productError } from './exact.js';

/** `π` and `π/2` in two doubles. */
const PI = 3.141592653589793;
const PI_TAIL = 1.2246467991473532e-16;
const RIGHT = 1.5707963267948966;
const RIGHT_TAIL = 6.123233995736766e-17;

/** `high + low + atan t` for `t` of size at most 7/16. */
function arc(high: number, low: number, t: number): number {
  const z = t * t;
  const w = z * z;
  const even =
    z *
    (3.33333333333329318027e-1 +
      w *
        (1.42857142725034663711e-1 +
          w *
            (9.09088713343650656196e-2 +
              w * (6.66107313738753120669e-2 + w * (4.97687799461593236017e-2 + w * 1.62858201153657823623e-2)))));
  const odd =
    w *
    (-1.99999999998764832476e-1 +
      w *
        (-1.1111110405462355788e-1 +
          w * (-7.69187620504482999495e-2 + w * (-5.83357013379057348645e-2 + w * -3.6531572744216915527e-2))));
  return high - (t * (even + odd) - low - t);
}

/** From this slope on, an angle is measured from the right one. */
const STEEP = 2.29;

/** `atan(y/x)` for `y` at least 0, and positive `x`; for steep directions `x` may have any sign. */
function quotientArc(y: number, x: number): number {
  let high = 9.82793723247329054082e-1;
  let low = 1.39033110312309984516e-17;
  let t = 0;
  if (y >= STEEP * Math.abs(x)) {
    high = RIGHT;
    low = RIGHT_TAIL;
    t = -x / y;
  } else if (y < 0.4375 * x) {
    high = 0;
    low = 0;
    t = y / x;
    // An infinite x, or a subnormal quotient, has no rest to add.
    if (x !== 1 && t >= 1e-290) {
      const product = t * x;
      low = (y - product - productError(t, x, product)) / x;
    }
  } else if (y < 0.6875 * x) {
    high = 4.63647609000806093515e-1;
    low = 2.26987774559616870924e-17;
    t = (2 * y - x) / (2 * x + y);
  } else if (y < 1.1875 * x) {
    high = 7.85398163397448278999e-1;
    low = 3.06161699786838301793e-17;
    t = (y - x) / (y + x);
  } else t = (y - 1.5 * x) / (x + 1.5 * y);
  return arc(high, low, t);
}

/** The angle whose tangent is `x`, rad, the same on every platform. */
export function atan(x: number): number {
  const angle = quotientArc(Math.abs(x), 1);
  return x > 0 ? angle : x < 0 ? -angle : x;
}

/** The angle of a direction from the first axis, for `y` at least 0, not both 0 and not both infinite. */
function directionArc(y: number, x: number): number {
  const size = Math.abs(x);
  const isBack = x < 0 && y < STEEP * size;
  // Less than 2 is more exact than π.
  if (isBack && y > 1.1875 * size)
    return arc(2.158798930342464, 2.1958367134601997e-16, (1.5 * size - y) / (size + 1.5 * y));
  const angle = quotientArc(y, isBack ? size : x);
  return isBack ? PI - (angle - PI_TAIL) : angle;
}

/** The angle of the direction `(x, y)` from the first axis, rad, the same on every platform. */
export function atan2(y: number, x: number): number {
  const a = Math.abs(y);
  const b = Math.abs(x);
  if (!(a + b >= 0)) return NaN;
  const side = highWord(x) >= 0 ? 1 : -1;
  const areInfinite = a === Infinity && b === Infinity;
  // Scaled, so that no product overflows or is subnormal.
  const scale = a > 1e300 || b > 1e300 ? 1e-10 : a < 1e-290 && b < 1e-290 ? 1e200 : 1;
  const zero = side > 0 ? 0 : PI;
  const angle = a === 0 ? zero : directionArc(areInfinite ? 1 : a * scale, areInfinite ? side : x * scale);
  return highWord(y) >= 0 ? angle : -angle;
}

/** `(asin x − x)/x` at `z = x²` of at most 1/4, a quotient of polynomials. */
function arcsineTail(z: number): number {
  const p =
    z *
    (1.66666666666666657415e-1 +
      z *
        (-3.25565818622400915405e-1 +
          z *
            (2.01212532134862925881e-1 +
              z * (-4.00555345006794114027e-2 + z * (7.91534994289814532176e-4 + z * 3.4793310759602116757e-5)))));
  const q =
    1 +
    z *
      (-2.40339491173441421878 +
        z * (2.02094576023350569471 + z * (-6.8828397160545329303e-1 + z * 7.70381505559019352791e-2)));
  return p / q;
}

/** The angle whose sine is `x`, rad, the same on every platform. */
export function asin(x: number): number {
  const size = Math.abs(x);
  if (size < 0.5) return x + x * arcsineTail(x * x);
  if (!(size <= 1)) return NaN;
  // asin x = π/2 − 2 asin √((1 − x)/2)
  const z = 0.5 * (1 - size);
  const s = Math.sqrt(z);
  const t = arcsineTail(z);
  const s1 = firstDigits(s);
  const s2 = z === 0 ? 0 : (z - s1 * s1) / (s + s1);
  const angle = 0.5 * RIGHT - (2 * s * t - (RIGHT_TAIL - 2 * s2) - (0.5 * RIGHT - 2 * s1));
  return x < 0 ? -angle : angle;
}

/** The angle whose cosine is `x`, rad, the same on every platform. */
export function acos(x: number): number {
  const size = Math.abs(x);
  if (size < 0.5) return RIGHT - (x - (RIGHT_TAIL - x * arcsineTail(x * x)));
  if (!(size <= 1)) return NaN;
  const z = 0.5 * (1 - size);
  const s = Math.sqrt(z);
  const t = arcsineTail(z);
  if (x < 0) return 2 * (RIGHT - (s + (t * s - RIGHT_TAIL)));
  const s1 = firstDigits(s);
  const s2 = z === 0 ? 0 : (z - s1 * s1) / (s + s1);
  return 2 * (s1 + (t * s + s2));
}
