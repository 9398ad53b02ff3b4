import { UNIT_ROUNDOFF } from '../reference/taylor/jet-table.js';
import type { Bounded } from '../reference/taylor/jet-table.js';

/**
 * Multiple of the bound of the formula's own rounding by which a number may differ from the
 * formula's. Derivations of the library stay below a quarter of it. Numbers computed in another
 * order than written may err more. A wrong sign, order or sharing gives a factor of a million and
 * more.
 */
const BOUNDS_ALLOWED = 64;
/**
 * Further error that another order of operations may cause, relative to the number, for instance by
 * digits lost near the boundary of a domain, which `verify` judges. A millionth is far below the
 * effect of a wrong sign, order or sharing.
 */
const RELATIVE = 1e-6;
/**
 * Numbers below which a result may be 0, since powers on the way to it underflow: by themselves,
 * and relative to the largest number beside them.
 */
const UNDERFLOW = 1e-75;
const NEGLIGIBLE = 1e-60;
/**
 * Largest sum that another order may leave where the formula gives zero without an error, for
 * inputs of the size of one.
 */
const NEARLY_ZERO = 1e-9;

/**
 * The judgement of a computed number. One that is not finite is not a wrong number: code that uses
 * it notices, and parts of the formula itself may overflow.
 */
export type Verdict = 'right' | 'wrong' | 'not finite' | 'unknown';

/**
 * Compares a computed number with the formula's. The verdict is unknown if the formula's is not
 * finite, or has no bound on its error. `largest` is the largest number of the same function,
 * `reach` the largest of the configuration.
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

/** True where a number is zero within its error. */
export const isZeroWithin = ({ value, error }: Bounded): boolean => Math.abs(value) <= BOUNDS_ALLOWED * error;
