import { RowSizes } from '../equations/row-sizes.js';
import { Reduction } from './reduction.js';
import type { RestState } from './rest-state.js';

/** Most rounds, and the part of a row's size that is rounding. */
const MOST_ROUNDS = 30;
const ROUNDING = 64 * Number.EPSILON;
/** Factor by which errors may grow in a round. */
const LARGEST_GROWTH = 4;

/**
 * Brings positions onto the hard rows, to rounding, by Gauss-Newton steps that are least in the metric of the
 * masses. Returns false where that fails, with the world where it has led. Adds its way, over all velocities, to
 * `way`.
 */
export function returnToConstraints(rest: RestState, way?: Float64Array): boolean {
  const { state, system } = rest.internals.structure;
  const sizes = new RowSizes(system.all);
  let last = Infinity;
  for (let round = 0; round < MOST_ROUNDS; round++) {
    const errors = rest.errors();
    const found = sizes.find();
    let worst = 0;
    rest.hardRows.forEach((row, r) => (worst = Math.max(worst, Math.abs(errors[r]!) / found[row]!)));
    if (!(worst < Infinity) || worst > LARGEST_GROWTH * last) return false;
    // Where a round gains nothing more, only rounding is left.
    if (worst === 0 || (worst <= ROUNDING && worst >= last / 2)) return true;
    if (worst >= last && worst <= 16 * ROUNDING) return true;
    last = worst;
    const reduction = new Reduction(rest);
    const y = reduction.leastSolution(errors.map((error) => -error));
    const d = reduction.velocities(y);
    rest.moveTo(state.q.slice(), d);
    if (way) for (let i = 0; i < d.length; i++) way[i]! += d[i]!;
  }
  return last <= 16 * ROUNDING;
}
