import { fromWords, highWord, type Int } from '../base/bits.js';
import { productError } from './exact.js';

/** `2/π` in digits of 24 bits, after four that are 0. */
const TWO_OVER_PI = [
  0, 0, 0, 0, 0xa2f983, 0x6e4e44, 0x1529fc, 0x2757d1, 0xf534dd, 0xc0db62, 0x95993c, 0x439041, 0xfe5163, 0xabdebb,
  0xc561b7, 0x246e3a, 0x424dd2, 0xe00649, 0x2eea09, 0xd1921c, 0xfe1deb, 0x1cb129, 0xa73ee8, 0x8235f5, 0x2ebb44,
  0x84e99c, 0x7026b4, 0x5f7e41, 0x3991d6, 0x398353, 0x39f49c, 0x845f8b, 0xbdf928, 0x3b1ff8, 0x97ffde, 0x05980f,
  0xef2f11, 0x8b5a0a, 0x6d1f6d, 0x367ecf, 0x27cb09, 0xb74f46, 0x3f669e, 0x5fea2d, 0x7527ba, 0xc7ebe5, 0xf17b3d,
  0x0739f7, 0x8a5292, 0xea6bfb, 0x5fb11f, 0x8d5d08,
];
/** `2/π` */
const INVERSE = 0.6366197723675814;
/** `π/2` in two doubles, and in three of which the first two have 33 bits. */
const HIGH = 1.5707963267948966;
const LOW = 6.123233995736766e-17;
const FIRST = 1.5707963267341256;
const SECOND = 6.077100506303966e-11;
const THIRD = 2.0222662487959506e-21;
/** `1.5 · 2⁵²`: a number that it is added to and subtracted from is rounded to a whole one. */
const WHOLE = 6755399441055744;
/** Below this size a multiple of the first two parts of `π/2` is exact. */
const MODERATE = 8e5;
/** A remainder below this size has lost too many digits. */
const NEAR = 3.7e-9;

/** Returns the multiple of `π/2` next to `x`, of a size at most {@link MODERATE}, modulo 4. */
export function quarterOf(x: number): Int {
  return ((x * INVERSE + WHOLE - WHOLE) | 0) & 3;
}

/**
 * Returns `x − n π/2` for the multiple next to `x`: what a double holds of it, or, if `isTail` is 1,
 * the rest. `x` is of a size at most {@link MODERATE}. Cody and Waite, *Software Manual for the
 * Elementary Functions*, 1980: `n` times the first parts of `π/2` is exact. 0 if it has too few
 * digits.
 */
export function remainderOf(x: number, isTail: Int): number {
  const n = x * INVERSE + WHOLE - WHOLE;
  const a = x - n * FIRST;
  const w = n * SECOND;
  const b = a - w;
  const rest = n * THIRD - (a - b - w);
  const y = b - rest;
  if (Math.abs(y) < NEAR) return 0;
  return isTail === 1 ? b - y - rest : y;
}

/**
 * The same for any positive `x`, with as many digits of `2/π` as it takes: Payne and Hanek, *Radian
 * Reduction for Trigonometric Functions*, SIGNUM Newsletter 18, 1983. `part` 0 is the multiple
 * modulo 4, 1 the remainder, 2 its rest.
 */
export function anyRemainderOf(x: number, part: Int): number {
  // x = (x₀ + x₁ 2⁻²⁴ + …) 2^(24 shift), and its product with 2/π in digits of 24 bits from the last on.
  const shift: Int = (((highWord(x) >> 20) - 1023) / 24) | 0;
  let rest = x * fromWords((1023 - 24 * shift) << 20, 0);
  const x0 = Math.floor(rest);
  rest = (rest - x0) * 16777216;
  const x1 = Math.floor(rest);
  rest = (rest - x1) * 16777216;
  const x2 = Math.floor(rest);
  const x3 = (rest - x2) * 16777216;
  let carry = 0;
  let whole = 0;
  let d1 = 0;
  let d2 = 0;
  let d3 = 0;
  let d4 = 0;
  let d5 = 0;
  let d6 = 0;
  for (let i: Int = shift + 9; i >= shift + 3; i--) {
    const column =
      x0 * TWO_OVER_PI[i]! + x1 * TWO_OVER_PI[i - 1]! + x2 * TWO_OVER_PI[i - 2]! + x3 * TWO_OVER_PI[i - 3]! + carry;
    carry = Math.floor(column / 16777216);
    d6 = d5;
    d5 = d4;
    d4 = d3;
    d3 = d2;
    d2 = d1;
    d1 = whole;
    whole = column - carry * 16777216;
  }
  // The multiple next to x may be the one above.
  const above: Int = d1 < 8388608 ? 0 : 1;
  if (part === 0) return ((whole | 0) + above) & 3;
  d1 -= above * 16777216;
  const a = (d1 * 16777216 + d2) / 281474976710656;
  const b = (d3 * 16777216 + d4) / 281474976710656 / 281474976710656;
  const c = (d5 * 16777216 + d6) / 281474976710656 / 281474976710656 / 281474976710656;
  const f = a + b;
  const g = b - (f - a) + c;
  const product = f * HIGH;
  const error = productError(f, HIGH, product) + f * LOW + g * HIGH;
  const y = product + error;
  return part === 1 ? y : product - y + error;
}
