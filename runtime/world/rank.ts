import { emptyReport } from '../equations/solver.js';
import type { EquationsOfMotion } from '../equations/equations-of-motion.js';
import { BlockLDL } from '../solvers/block-ldl.js';
import { PinnedRows } from '../solvers/pinned-rows.js';
import { Impulses } from '../stabilize/impulses.js';
import type { WorldInternals } from './internals.js';

/** Numbers of entries of `A`, in all and per row, above which it is dense and not written out. */
const MOST_ENTRIES = 1e5;
const DENSE = 100;

/**
 * Returns the rank of `A = J W Jᵀ`, and so of `J`, at the last evaluated state: the number of
 * nonzero pivots of its factorization. A row counts as dependent if in the metric of `W` it is
 * within 1e-6 of the span of others, or if it depends on them wherever `C = 0`. So drift of redundant
 * constraints plays no part.
 */
function rankOf(motion: EquationsOfMotion): number {
  const { multipliers: equations } = motion;
  const { matrix } = equations;
  if (matrix.entryBound > MOST_ENTRIES && matrix.entryBound > DENSE * matrix.size) return matrix.rowRank();
  motion.lookForRedundantRows();
  const report = emptyReport();
  new Impulses(equations, new PinnedRows(new BlockLDL()), { ...motion.counts }, report).solve();
  return equations.size - motion.system.vacant.length - report.dependent;
}

/**
 * Returns the degrees of freedom of the present state, `n − rank J`, with `n` the velocities that
 * forces can change.
 */
export function degreesOfFreedom(internals: WorldInternals): number {
  internals.refresh();
  const { structure, stepped } = internals;
  const immovable = structure.stores.reduce((sum, store) => sum + store.immovableCount, 0);
  return structure.state.v.length - immovable - rankOf(stepped);
}
