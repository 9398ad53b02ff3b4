/** What is known of a quantity's values: an interval, and whether it can be zero. */
export interface Interval {
  readonly low: number;
  readonly high: number;
  /**
   * True where the quantity is known never to be zero; `exp(x)` has no other lower bound than 0,
   * and never is.
   */
  readonly nonzero: boolean;
}

export const ALL: Interval = { low: -Infinity, high: Infinity, nonzero: false };

export const between = (low: number, high: number, nonzero = false): Interval =>
  Number.isNaN(low) || Number.isNaN(high) ? ALL : { low, high, nonzero: nonzero || low > 0 || high < 0 };
