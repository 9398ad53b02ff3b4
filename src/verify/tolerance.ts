import { UNIT_ROUNDOFF } from '../reference/taylor/jet-table.js';
import { ulp } from './ulp.js';

/**
 * Multiples of the formula's own running error bound that a class may be off by. Emitted code of the library errs by at most 0.7 bounds where
 * terms cancel (`npm run bench -- accuracy`), elsewhere by at most 1.6, and there by more than one only where that is less than 1.3 units in
 * the last place. The rest is for code that computes in another order than the formula is written.
 */
const BOUNDS_ALLOWED = 4;

/** Units in the last place of the value that are allowed in any case: where the formula rounds less often than what is derived from it. */
const ULPS_ALLOWED = 4;

/** Generous bound on the error of the 64-digit differences, relative to the size of terms: see `referenceValues`. It shows where a value is 0. */
export const REFERENCE_ERROR = 1e-26;

/** A value is *well-conditioned* where its bound is at most so many units of round-off of it: there, errors count in its own last place. */
const WELL_CONDITIONED = 32;

/** The largest error that rounding may have made, given the value and the bound of the formula's own error. */
export const allowedError = (value: number, bound: number): number =>
  Math.max(BOUNDS_ALLOWED * bound, ULPS_ALLOWED * ulp(value));

/** True where terms do not cancel in a value. */
export const isWellConditioned = (value: number, bound: number): boolean =>
  bound <= WELL_CONDITIONED * UNIT_ROUNDOFF * Math.abs(value);

/** The size of the terms that a value is made of, or more: each operation on them rounds once. */
export const sizeOfTerms = (value: number, bound: number): number =>
  Math.max(Math.abs(value), bound < Infinity ? bound / UNIT_ROUNDOFF : 0);
