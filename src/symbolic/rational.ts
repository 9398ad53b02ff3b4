/**
 * Exact rational coefficients and exponents. With them `½ · 2 = 1` and `⅓ + ⅔ = 1` hold in the
 * graph. A decimal literal means the number that is written, and is rounded once, when it is
 * printed. (The maintained fraction packages round on conversion to a double and do not read
 * exponents, so the few operations used here are written out.)
 */
export interface Rational {
  /** Numerator; carries the sign. */
  readonly n: bigint;
  /** Denominator, positive, without a common factor with the numerator. */
  readonly d: bigint;
}

export const ZERO: Rational = { n: 0n, d: 1n };
export const ONE: Rational = { n: 1n, d: 1n };
export const MINUS_ONE: Rational = { n: -1n, d: 1n };
export const TWO: Rational = { n: 2n, d: 1n };
export const HALF: Rational = { n: 1n, d: 2n };

function gcd(a: bigint, b: bigint): bigint {
  let [x, y] = [a < 0n ? -a : a, b < 0n ? -b : b];
  while (y !== 0n) [x, y] = [y, x % y];
  return x;
}

export function rational(n: bigint | number, d: bigint | number = 1n): Rational {
  const [p, q] = [BigInt(n), BigInt(d)];
  if (q === 0n) throw new RangeError('a rational number has no zero denominator');
  if (q === 1n) return { n: p, d: q };
  const g = gcd(p, q);
  return q < 0n ? { n: -p / g, d: -q / g } : { n: p / g, d: q / g };
}

/** Reads a decimal literal (`12`, `0.1`, `1.5e-7`) exactly. */
export function parseDecimal(text: string): Rational {
  const match = /^([+-]?)(\d*)\.?(\d*)(?:[eE]([+-]?\d+))?$/.exec(text);
  if (match === null) throw new RangeError(`"${text}" is not a decimal number`);
  const [, sign = '', whole = '', part = '', power = '0'] = match;
  const digits = BigInt(sign + whole + part);
  const exponent = Number(power) - part.length;
  return exponent >= 0 ? rational(digits * 10n ** BigInt(exponent)) : rational(digits, 10n ** BigInt(-exponent));
}

export const add = (a: Rational, b: Rational): Rational =>
  a.d === 1n && b.d === 1n ? { n: a.n + b.n, d: 1n } : rational(a.n * b.d + b.n * a.d, a.d * b.d);
export const multiply = (a: Rational, b: Rational): Rational =>
  isOne(a) ? b : isOne(b) ? a : a.d === 1n && b.d === 1n ? { n: a.n * b.n, d: 1n } : rational(a.n * b.n, a.d * b.d);
export const divide = (a: Rational, b: Rational): Rational => (isOne(b) ? a : rational(a.n * b.d, a.d * b.n));
export const negate = (a: Rational): Rational => ({ n: -a.n, d: a.d });
export const absolute = (a: Rational): Rational => (a.n < 0n ? negate(a) : a);
export const subtract = (a: Rational, b: Rational): Rational => add(a, negate(b));
export const compare = (a: Rational, b: Rational): number => {
  const difference = a.n * b.d - b.n * a.d;
  return difference < 0n ? -1 : difference > 0n ? 1 : 0;
};
export const equals = (a: Rational, b: Rational): boolean => a.n === b.n && a.d === b.d;
export const isZero = (a: Rational): boolean => a.n === 0n;
export const isOne = (a: Rational): boolean => a.n === 1n && a.d === 1n;
export const isInteger = (a: Rational): boolean => a.d === 1n;
export const isNegative = (a: Rational): boolean => a.n < 0n;

/** `a^k` for an integer `k`. */
export function integerPower(a: Rational, k: bigint): Rational {
  return k >= 0n ? { n: a.n ** k, d: a.d ** k } : rational(a.d ** -k, a.n ** -k);
}

function exactRoot(a: bigint): bigint | undefined {
  if (a < 0n) return undefined;
  if (a < 2n) return a;
  let root = 1n << BigInt((a.toString(2).length + 1) >> 1);
  for (let next = (root + a / root) >> 1n; next < root; next = (root + a / root) >> 1n) root = next;
  return root * root === a ? root : undefined;
}

/** The square root if it is rational; undefined otherwise. */
export function squareRoot(a: Rational): Rational | undefined {
  const [n, d] = [exactRoot(a.n), exactRoot(a.d)];
  return n === undefined || d === undefined ? undefined : { n, d };
}

/**
 * Greatest common divisor of two rationals: the largest number of which both are integer multiples.
 */
export function commonDivisor(a: Rational, b: Rational): Rational {
  return rational(gcd(a.n * b.d, b.n * a.d), a.d * b.d);
}

const EXACT = 2n ** 53n;
const DIGITS = 40n;

/** The nearest double. */
export function toNumber(a: Rational): number {
  if (a.n < EXACT && a.n > -EXACT && a.d < EXACT) return Number(a.n) / Number(a.d);
  // Forty significant digits decide the rounding; `Number` reads a decimal correctly rounded.
  const excess = BigInt(a.n.toString().length - a.d.toString().length);
  const shift = DIGITS - excess;
  const quotient = shift >= 0n ? (a.n * 10n ** shift) / a.d : a.n / (a.d * 10n ** -shift);
  return Number(`${quotient}e${-shift}`);
}

/** Bits of the longer one of numerator and denominator, to four. */
export const length = ({ n, d }: Rational): number => Math.max(bits(n), bits(d));

const bits = (value: bigint): number => 4 * value.toString(16).length;

/** The binary order of magnitude, `log₂|a|`, to four; 0 for zero. */
export function binaryOrder({ n, d }: Rational): number {
  if (n === 0n) return 0;
  if (n < EXACT && n > -EXACT && d < EXACT) return Math.log2(Math.abs(Number(n) / Number(d)));
  return bits(n) - bits(d);
}

/** Largest binary order of magnitude, up or down, of what is safely a normal double. */
export const NORMAL = 1000;

/** Tests whether the decimal expansion ends, so that a literal can represent the number. */
export function isDecimal(a: Rational): boolean {
  let d = a.d;
  while (d % 2n === 0n) d /= 2n;
  while (d % 5n === 0n) d /= 5n;
  return d === 1n;
}

/**
 * `3`, `-1/2`. Integers come first, since they are the most frequent and writing a bigint takes
 * time.
 */
export function toText({ n, d }: Rational): string {
  if (d !== 1n) return `${n}/${d}`;
  return n === 1n ? '1' : n === -1n ? '-1' : `${n}`;
}
