import type { BodyFamily } from './body-family.js';
import type { ConstraintSystem } from './constraint-system.js';
import { factorize } from './solvers/orthogonal-decomposition.js';
import { norm } from './vector.js';

/** Rows closer than this to the span of others, relative to their length, count as dependent: drift makes redundant rows differ a little. */
const RANK_TOLERANCE = 1e-8;

/**
 * Rank of the Jacobian `J B` over the velocities at the last evaluation. Dense, `O(rows² · velocities)`. Rows are brought to length 1 first, so
 * that the units of the constraints do not matter.
 */
export function jacobianRank(system: ConstraintSystem, families: readonly BodyFamily[], velocityCount: number): number {
  const { count } = system.rows;
  const f = new Float64Array(system.table.x.length);
  const unit = new Float64Array(count);
  // (J B)ᵀ, column-major: column i is row i of J B.
  const matrix = new Float64Array(velocityCount * count);
  for (let i = 0; i < count; i++) {
    const row = matrix.subarray(i * velocityCount, (i + 1) * velocityCount);
    unit[i] = 1;
    system.multiplyTranspose(unit, f);
    unit[i] = 0;
    for (const family of families) family.addFromConnectors(f, row);
    const length = norm(row);
    if (length > 0) for (let j = 0; j < velocityCount; j++) row[j]! /= length;
  }
  return factorize(matrix, velocityCount, count, new Float64Array(count), new Int32Array(count), RANK_TOLERANCE);
}
