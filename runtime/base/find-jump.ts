/** Number of halvings, and the fraction of its change that remains after them at a jump. */
const HALVINGS = 30;
const PART = 0.6;

/** A place where a function jumps, just behind the jump, and its change there. */
export interface Jump {
  readonly at: number;
  readonly by: number;
}

/**
 * Bisects the range from `low` to `high`, with the values `before` and `after` there, towards the larger change, which
 * becomes small unless the function jumps. Jumps below `least` do not count. A change of a function with a `period` is
 * taken to the nearest turn.
 */
export function findJump(
  valueAt: (place: number) => number,
  low: number,
  high: number,
  before: number,
  after: number,
  least: number,
  period = 0,
): Jump | undefined {
  const enough = Math.max(least, PART * Math.abs(nearest(after - before, period)));
  for (let k = 0; k < HALVINGS; k++) {
    if (!(Math.abs(nearest(after - before, period)) > enough)) return undefined;
    const middle = low + (high - low) / 2;
    const between = valueAt(middle);
    if (Math.abs(nearest(between - before, period)) > Math.abs(nearest(after - between, period)))
      [high, after] = [middle, between];
    else [low, before] = [middle, between];
  }
  return { at: high, by: after - before };
}

/** A change, of a number with a period to the nearest turn. */
export const nearest = (change: number, period = 0): number =>
  period === 0 ? change : change - period * Math.round(change / period);
