import { analyse } from '../linear/elimination.js';
import { createFactorization } from '../linear/factorization.js';
import type { MatrixAssembly } from '../equations/matrix-assembly.js';
import type { WorldInternals } from './internals.js';

/** Numbers of entries of `A`, in all and per row, above which it is dense and not written out. */
const MOST_ENTRIES = 1e5;
const DENSE = 100;

/**
 * Returns the rank of `A = J W Jᵀ`, and so of `J`, at the last evaluated state: the number of
 * nonzero pivots of its factorization. A row counts as dependent if in the metric of `W` it is
 * within 1e-6 of the span of others. This allows for drift of redundant constraints.
 */
function rankOf(matrix: MatrixAssembly): number {
  if (matrix.entryBound > MOST_ENTRIES && matrix.entryBound > DENSE * matrix.size) return matrix.rowRank();
  const factorization = createFactorization(matrix.pattern, analyse(matrix.pattern));
  matrix.writer(factorization.position).write(factorization.values);
  const zero = new Float64Array(matrix.size);
  factorization.factorize(zero, zero.slice());
  return factorization.rank;
}

/**
 * Returns the degrees of freedom of the present state, `n − rank J`, with `n` the velocities that
 * forces can change.
 */
export function degreesOfFreedom(internals: WorldInternals): number {
  internals.refresh();
  const { structure, motion } = internals;
  const immovable = structure.stores.reduce((sum, store) => sum + store.immovableCount, 0);
  return structure.state.v.length - immovable - rankOf(motion.multipliers.matrix);
}
