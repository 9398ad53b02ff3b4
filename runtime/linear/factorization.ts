import type { Elimination } from './elimination.js';
import { groupColumns, planFronts, rowwiseCost } from './fronts.js';
import type { GuardedFactorization } from './guarded-factorization.js';
import { RowwiseFactorization } from './ldl.js';
import { MultifrontalFactorization } from './multifrontal.js';
import type { SymmetricPattern } from '../equations/symmetric-pattern.js';

/**
 * With fewer operations than this per entry of the factor there is nothing to group. Chains have
 * three.
 */
const LEAST_OPERATIONS = 5;

/**
 * The factorisation of matrices of a pattern that takes less time: row by row where there is little
 * fill, else front by front.
 */
export function createFactorization(pattern: SymmetricPattern, elimination: Elimination): GuardedFactorization {
  if (elimination.flops < LEAST_OPERATIONS * elimination.fill) return new RowwiseFactorization(elimination);
  const grouping = groupColumns(elimination);
  if (rowwiseCost(elimination) <= grouping.cost) return new RowwiseFactorization(elimination);
  return new MultifrontalFactorization(planFronts(pattern, elimination, grouping));
}
