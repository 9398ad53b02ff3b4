/*
 * The bits of doubles, by arrays that share their memory. These are the only operations on bits that
 * the runtime has; order of bytes is that of the processor.
 */

/** An integer of 32 bits with its sign. Functions that are printed in C, too, declare theirs by it. */
export type Int = number;

const double = new Float64Array(1);
const words = new Int32Array(double.buffer);

/** Places of the two words of a double in memory. */
const HIGH = new Uint8Array(new Uint16Array([1]).buffer)[0] === 1 ? 1 : 0;
const LOW = 1 - HIGH;

/** Returns the word of `x` with its sign, its exponent and its first 20 digits, as a signed integer. */
export function highWord(x: number): number {
  double[0] = x;
  return words[HIGH]!;
}

/** Returns the word of `x` with its last 32 digits, as a signed integer. */
export function lowWord(x: number): number {
  double[0] = x;
  return words[LOW]!;
}

/** Returns the double of these two words. */
export function fromWords(high: number, low: number): number {
  words[HIGH] = high;
  words[LOW] = low;
  return double[0]!;
}

/** `2^k` for `k` from −1074 to 1023: a lookup takes less time than writing a double's words. */
const POWERS = /* @__PURE__ */ powersOfTwo();

function powersOfTwo(): Float64Array {
  const powers = new Float64Array(2098);
  powers[0] = 5e-324;
  for (let i = 1; i < 2098; i++) powers[i] = 2 * powers[i - 1]!;
  return powers;
}

/** Returns `2^k` for `k` from −1074 to 1023. */
export function powerOfTwo(k: Int): number {
  return POWERS[k + 1074]!;
}
