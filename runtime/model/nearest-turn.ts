import type { ConstraintType } from './constraint-type.js';

/**
 * Takes the values `C` of `count` constraints of a type to the nearest turn: in rows with a period
 * `P` to `C − P n`, in `(−P/2, P/2]`, with `n` whole. Values in that range stay as they are, to the
 * bit.
 */
export function takeNearestTurn({ periods, rows }: ConstraintType, count: number, C: Float64Array): void {
  if (periods === undefined) return;
  for (let r = 0; r < rows; r++) {
    const period = periods[r]!;
    if (period === 0) continue;
    // Rounds halves down, so that C = P/2 stays.
    for (let i = r; i < count * rows; i += rows) C[i]! += period * Math.round(-C[i]! / period);
  }
}
