import type { Elimination } from './elimination.js';
import { groupColumns, planFronts, rowwiseCost } from './fronts.js';
import type { GuardedFactorization } from './guarded-factorization.js';
import { RowwiseFactorization } from './ldl.js';
import { MultifrontalFactorization } from './multifrontal.js';
import type { SymmetricPattern } from '../equations/symmetric-pattern.js';

/**
 * Operations per entry of the factor below which grouping columns gains nothing. Chains have three.
 */
const LEAST_OPERATIONS = 5;

/**
 * Makes the factorization that takes less time for matrices of a pattern: row by row where there is
 * little fill, otherwise front by front.
 */
export function createFactorization(pattern: SymmetricPattern, elimination: Elimination): GuardedFactorization {
  if (elimination.flops < LEAST_OPERATIONS * elimination.fill) return new RowwiseFactorization(elimination);
  const grouping = groupColumns(elimination);
  if (rowwiseCost(elimination) <= grouping.cost) return new RowwiseFactorization(elimination);
  return new MultifrontalFactorization(planFronts(pattern, elimination, grouping));
}
