/** Number of steps tried, each half of the one before. */
const LEVELS = 9;
/** Largest step, s. The smaller steps resolve motions that repeat faster than this. */
const LARGEST_STEP = 1 / 16;

/**
 * First and second time derivatives of a vector function, by central differences
 *
 *     D₁(h) = (f(t + h) − f(t − h)) / 2h,      D₂(h) = (f(t + h) − 2 f(t) + f(t − h)) / h²,
 *
 * extrapolated to `h = 0` in powers of `h²` over a sequence of halved steps. For every component
 * the entry of the extrapolation table with the smallest estimated error is taken. This balances
 * truncation against cancellation (Ridders 1982, Adv. Eng. Software 4, 75–76). For a smooth motion
 * about 11 digits of the velocity and 9 of the acceleration are right.
 */
export class Differentiator {
  readonly #size: number;
  readonly #forward = new Float64Array(LEVELS * 3);
  readonly #backward = new Float64Array(LEVELS * 3);
  readonly #table = new Float64Array(LEVELS);

  constructor(size: number) {
    this.#size = size;
  }

  /**
   * Writes the derivatives of `f` at `t`, where its value is `value`, into `first` and `second`
   * from `offset` on.
   */
  differentiate(
    f: (t: number) => ArrayLike<number>,
    t: number,
    value: ArrayLike<number>,
    first: Float64Array,
    second: Float64Array,
    offset: number,
  ): void {
    const size = this.#size;
    for (let level = 0, h = LARGEST_STEP; level < LEVELS; level++, h /= 2) {
      const ahead = f(t + h);
      for (let c = 0; c < size; c++) this.#forward[level * size + c] = ahead[c]!;
      const behind = f(t - h);
      for (let c = 0; c < size; c++) this.#backward[level * size + c] = behind[c]!;
    }
    for (let c = 0; c < size; c++) {
      first[offset + c] = this.#extrapolate(c, value[c]!, 1, t);
      second[offset + c] = this.#extrapolate(c, value[c]!, 2, t);
    }
  }

  #extrapolate(component: number, value: number, order: 1 | 2, t: number): number {
    const table = this.#table;
    let best = NaN;
    let bestError = Infinity;
    for (let level = 0, nominal = LARGEST_STEP; level < LEVELS; level++, nominal /= 2) {
      // The difference of the two arguments after rounding.
      const h = 0.5 * (t + nominal - (t - nominal));
      const ahead = this.#forward[level * this.#size + component]!;
      const behind = this.#backward[level * this.#size + component]!;
      const difference = order === 1 ? (ahead - behind) / (2 * h) : (ahead - 2 * value + behind) / (h * h);

      // Neville's scheme in h²: the column replaces that of the level before, entry by entry.
      let previous = table[0]!;
      table[0] = difference;
      for (let j = 1, power = 4; j <= level; j++, power *= 4) {
        const extrapolated = (power * table[j - 1]! - previous) / (power - 1);
        const error = Math.max(Math.abs(extrapolated - table[j - 1]!), Math.abs(extrapolated - previous));
        previous = table[j]!;
        table[j] = extrapolated;
        if (error < bestError) {
          bestError = error;
          best = extrapolated;
        }
      }
    }
    return best;
  }
}
