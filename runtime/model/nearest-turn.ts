import type { ConstraintType } from './constraint-type.js';

/**
 * Takes the values `C` of `count` constraints of a type to the nearest turn: in equations with a
 * period `P` to `C − P n`, in `(−P/2, P/2]`, with `n` whole. Values in that range stay as they are, to
 * the bit. Inequalities with a period are the two ends of a range, `C₁ = x − low` and
 * `C₂ = high − x`: there `x` is taken to the turn nearest to the middle, `x − (low + high)/2 =
 * (C₁ − C₂)/2`.
 */
export function takeNearestTurn(
  { periods, relations, rows }: Pick<ConstraintType, 'periods' | 'relations' | 'rows'>,
  count: number,
  C: Float64Array,
): void {
  if (periods === undefined) return;
  for (let r = 0; r < rows; r++) {
    const period = periods[r]!;
    if (period === 0) continue;
    const isRange = relations?.[r] === '>=';
    for (let i = r; i < count * rows; i += rows) {
      const error = isRange ? (C[i]! - C[i + 1]!) / 2 : C[i]!;
      // Rounds halves down, so that C = P/2 stays.
      const turns = period * Math.round(-error / period);
      C[i]! += turns;
      if (isRange) C[i + 1]! -= turns;
    }
    if (isRange) r++;
  }
}
