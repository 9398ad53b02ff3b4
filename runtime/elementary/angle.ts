import { highWord, powerOfTwo, type Int } from '../base/bits.js';
import { productError } from './exact.js';

/** `2/π` in digits of 24 bits, after four that are 0. */
const TWO_OVER_PI = [
  0, 0, 0, 0, 0xa2f983, 0x6e4e44, 0x1529fc, 0x2757d1, 0xf534dd, 0xc0db62, 0x95993c, 0x439041, 0xfe5163, 0xabdebb,
  0xc561b7, 0x246e3a, 0x424dd2, 0xe00649, 0x2eea09, 0xd1921c, 0xfe1deb, 0x1cb129, 0xa73ee8, 0x8235f5, 0x2ebb44,
  0x84e99c, 0x7026b4, 0x5f7e41, 0x3991d6, 0x398353, 0x39f49c, 0x845f8b, 0xbdf928, 0x3b1ff8, 0x97ffde, 0x05980f,
  0xef2f11, 0x8b5a0a, 0x6d1f6d, 0x367ecf, 0x27cb09, 0xb74f46, 0x3f669e, 0x5fea2d, 0x7527ba, 0xc7ebe5, 0xf17b3d,
  0x0739f7, 0x8a5292, 0xea6bfb, 0x5fb11f, 0x8d5d08,
];
/** `π/2` in two doubles. */
const HIGH = 1.5707963267948966;
const LOW = 6.123233995736766e-17;

/**
 * The remainder of any positive `x` beside the multiple of `π/2` next to it, with as many digits of `2/π`
 * as it takes: Payne and Hanek, *Radian
 * Reduction for Trigonometric Functions*, SIGNUM Newsletter 18, 1983. `part` 0 is the multiple
 * modulo 4, 1 the remainder, 2 its rest.
 */
export function anyRemainderOf(x: number, part: Int): number {
  // x = (x₀ + x₁ 2⁻²⁴ + …) 2^(24 shift), and its product with 2/π in digits of 24 bits from the last on.
  const shift: Int = (((highWord(x) >> 20) - 1023) / 24) | 0;
  let rest = x * powerOfTwo(-24 * shift);
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
