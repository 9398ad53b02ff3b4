import { UNIT_ROUNDOFF } from '../reference/taylor/jet-table.js';
import type { Bounded } from '../reference/taylor/constraint.js';

/**
 * A number agrees with the formula's if it differs by at most so many times the bound of the formula's own rounding. Derivations of
 * the library stay below a quarter of it; what is computed in another order than it is written may err more. A wrong sign, order or
 * sharing shows as a factor of a million and more.
 */
const BOUNDS_ALLOWED = 64;
/**
 * What another order of operations may cost beside that, relative to the number: digits lost near the boundary of a domain, say, which
 * `verify` judges. A millionth is far below what a wrong sign, order or sharing makes.
 */
const RELATIVE = 1e-6;
/** Smaller numbers may be 0, since powers on the way to them underflow: by themselves, and in parts of the largest beside them. */
const UNDERFLOW = 1e-75;
const NEGLIGIBLE = 1e-60;
/** Where the formula gives zero without an error, what a sum in another order may leave, of inputs of the size of one. */
const NEARLY_ZERO = 1e-9;

/**
 * What is known of a computed number. One that is not finite is not a wrong number: whoever computes with it will see that, and the
 * formula's own parts may overflow.
 */
export type Verdict = 'right' | 'wrong' | 'not finite' | 'unknown';

/**
 * Compares a computed number with the formula's, which is unknown where it is not finite or nothing bounds its error; `largest` is the
 * largest number of the same function, `reach` the largest of the configuration.
 */
export function judge(computed: number, { value, error }: Bounded, largest = 0, reach = 1): Verdict {
  if (!Number.isFinite(computed)) return 'not finite';
  if (!Number.isFinite(value) || !(error < Infinity)) return 'unknown';
  if (value === 0 && error === 0) return Math.abs(computed) <= NEARLY_ZERO * (1 + reach * reach) ? 'right' : 'wrong';
  const allowed =
    BOUNDS_ALLOWED * (error + UNIT_ROUNDOFF * Math.abs(value)) +
    RELATIVE * Math.abs(value) +
    UNDERFLOW +
    NEGLIGIBLE * largest;
  return Math.abs(computed - value) <= allowed ? 'right' : 'wrong';
}

/** True where a number is zero as far as its error tells. */
export const isZeroWithin = ({ value, error }: Bounded): boolean => Math.abs(value) <= BOUNDS_ALLOWED * error;
