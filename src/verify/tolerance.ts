import { UNIT_ROUNDOFF } from '../reference/taylor/jet-table.js';
import { ulp } from './ulp.js';

/**
 * Multiple of the formula's own running error bound by which a class may be off. Emitted code of
 * the library errs by at most 0.7 bounds where terms cancel (`npm run bench -- accuracy`).
 * Elsewhere it errs by at most 1.6, and by more than one only where that is less than 1.3 units in
 * the last place. The rest is for code that computes in another order than the formula is written.
 */
const BOUNDS_ALLOWED = 4;

/**
 * Number of units in the last place of the value that are allowed in any case: the formula may
 * round less often than its derivatives.
 */
const ULPS_ALLOWED = 4;

/**
 * Bound on the error of the 64-digit differences, relative to the size of terms; it is generous
 * (see `referenceValues`). It matters where a value is 0.
 */
export const REFERENCE_ERROR = 1e-26;

/**
 * A value is *well-conditioned* if its bound is at most so many units of round-off of it. Its
 * errors are then counted in units in its last place.
 */
const WELL_CONDITIONED = 32;

/**
 * The largest error that rounding may cause, given the value and the bound of the formula's own
 * error.
 */
export const allowedError = (value: number, bound: number): number =>
  Math.max(BOUNDS_ALLOWED * bound, ULPS_ALLOWED * ulp(value));

/** True where terms do not cancel in a value. */
export const isWellConditioned = (value: number, bound: number): boolean =>
  bound <= WELL_CONDITIONED * UNIT_ROUNDOFF * Math.abs(value);

/** An upper estimate of the size of the terms of a value: each operation on them rounds once. */
export const sizeOfTerms = (value: number, bound: number): number =>
  Math.max(Math.abs(value), bound < Infinity ? bound / UNIT_ROUNDOFF : 0);
