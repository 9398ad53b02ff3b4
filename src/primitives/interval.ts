/** Knowledge of a quantity's values: an interval, and whether they can be zero. */
export interface Interval {
  readonly low: number;
  readonly high: number;
  /**
   * True where the quantity is known never to be zero. `exp(x)`, for instance, has the lower bound
   * 0 and is never zero.
   */
  readonly nonzero: boolean;
}

export const ALL: Interval = { low: -Infinity, high: Infinity, nonzero: false };

export const between = (low: number, high: number, nonzero = false): Interval =>
  Number.isNaN(low) || Number.isNaN(high) ? ALL : { low, high, nonzero: nonzero || low > 0 || high < 0 };
