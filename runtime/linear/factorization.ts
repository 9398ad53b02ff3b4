import type { Elimination } from './elimination.js';
import { groupColumns, planFronts, rowwiseCost, scalarCost } from './fronts.js';
import type { GuardedFactorization } from './guarded-factorization.js';
import { RowwiseFactorization } from './ldl.js';
import { MultifrontalFactorization } from './multifrontal.js';
import { simdMultifrontal } from './simd-multifrontal.js';
import type { SymmetricPattern } from '../equations/symmetric-pattern.js';

/**
 * Operations per entry of the factor below which grouping columns gains nothing. Chains have three.
 */
const LEAST_OPERATIONS = 5;

/**
 * Time of fronts in JavaScript, relative to that of rows, up to which fronts are taken. WebAssembly
 * then takes about half of the time of rows, and where there is none little is lost. Below a
 * predicted time of `LITTLE_TIME` ns, fronts must be the faster in JavaScript, too.
 */
const MOST_RELATIVE_TIME = 1.5;
const LITTLE_TIME = 5000;

/**
 * Makes the factorization that takes less time for matrices of a pattern: row by row where there is
 * little fill, otherwise front by front, in WebAssembly where the platform allows it. What it
 * computes depends on the pattern alone, not on the platform.
 */
export function createFactorization(pattern: SymmetricPattern, elimination: Elimination): GuardedFactorization {
  if (elimination.flops < LEAST_OPERATIONS * elimination.fill) return new RowwiseFactorization(elimination);
  const grouping = groupColumns(elimination);
  const byRows = rowwiseCost(elimination);
  const most = byRows > LITTLE_TIME ? MOST_RELATIVE_TIME * byRows : byRows;
  if (scalarCost(grouping) > most) return new RowwiseFactorization(elimination);
  const fronts = planFronts(pattern, elimination, grouping);
  return simdMultifrontal(fronts) ?? new MultifrontalFactorization(fronts);
}
