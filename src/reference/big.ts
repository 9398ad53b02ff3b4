import type { BigNumber } from 'mathjs';
import { referenceMathjs } from '../mathjs.js';

export type { BigNumber } from 'mathjs';

/**
 * Number of significant decimal digits that represent any double in the range of samples without
 * rounding.
 */
const DIGITS_OF_A_DOUBLE = 100;

/**
 * The decimal number equal to a double. Not `new BigNumber(x)`: that takes the shortest decimal
 * text which rounds to `x` (0.1 for the double nearest to 0.1), and is off by up to half a unit in
 * the last place.
 */
export function exact(x: number): BigNumber {
  if (!Number.isFinite(x)) return referenceMathjs().bignumber(String(x));
  return referenceMathjs().bignumber(x.toPrecision(DIGITS_OF_A_DOUBLE));
}

/** The decimal number of a literal in a formula: `0.1` is one tenth. */
export function literal(value: number | string): BigNumber {
  return referenceMathjs().bignumber(String(value));
}

export const ZERO: BigNumber = literal(0);
export const ONE: BigNumber = literal(1);
export const TWO: BigNumber = literal(2);
export const NOT_A_NUMBER: BigNumber = literal('NaN');

/** `10^exponent`. */
export function powerOfTen(exponent: number): BigNumber {
  return literal(`1e${exponent}`);
}
