import type { Elimination } from './elimination.js';
import { groupColumns, planFronts, rowwiseCost } from './fronts.js';
import type { GuardedFactorization } from './guarded-factorization.js';
import { RowwiseFactorization } from './ldl.js';
import { MultifrontalFactorization } from './multifrontal.js';
import { simdMultifrontal } from './simd-multifrontal.js';
import type { SymmetricPattern } from '../equations/symmetric-pattern.js';

/**
 * Operations per entry of the factor below which grouping columns gains nothing. Chains have three.
 */
const LEAST_OPERATIONS = 5;

/** Predicted time of a factorization row by row, ns, up to which fronts would gain little. */
const LITTLE_TIME = 15_000;

/**
 * Makes the factorization that takes less time for matrices of a pattern: row by row where there is
 * little fill, otherwise front by front, in WebAssembly where the platform allows it. What it
 * computes depends on the pattern alone, not on the platform.
 */
export function createFactorization(pattern: SymmetricPattern, elimination: Elimination): GuardedFactorization {
  if (elimination.flops < LEAST_OPERATIONS * elimination.fill) return new RowwiseFactorization(elimination);
  const byRows = rowwiseCost(elimination);
  if (byRows <= LITTLE_TIME) return new RowwiseFactorization(elimination);
  const grouping = groupColumns(elimination);
  if (byRows <= grouping.cost) return new RowwiseFactorization(elimination);
  const fronts = planFronts(pattern, elimination, grouping);
  return simdMultifrontal(fronts) ?? new MultifrontalFactorization(fronts);
}
