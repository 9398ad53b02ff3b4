/** Most samples that are kept: twenty seconds at sixty frames a second. */
const MOST = 1200;

/** The latest values of what is plotted, over time. */
export class Samples {
  #rows: (readonly number[])[] = [];

  get rows(): readonly (readonly number[])[] {
    return this.#rows;
  }

  clear(): void {
    this.#rows = [];
  }

  add(rows: readonly (readonly number[])[]): void {
    // A scene that went back to an earlier state is plotted from there.
    const [first] = rows;
    if (first !== undefined) this.#rows = this.#rows.filter((row) => row[0]! < first[0]!);
    this.#rows.push(...rows);
    if (this.#rows.length > MOST) this.#rows = this.#rows.slice(-MOST);
  }
}

/** The smallest range that holds all numbers, somewhat widened where it is empty. */
export function rangeOf(values: Iterable<number>): readonly [low: number, high: number] {
  let [low, high] = [Infinity, -Infinity];
  for (const value of values) {
    if (!Number.isFinite(value)) continue;
    low = Math.min(low, value);
    high = Math.max(high, value);
  }
  if (low > high) return [0, 1];
  // Rounding errors of a constant are no curve.
  const least = 1e-6 * Math.max(Math.abs(low), Math.abs(high), 1e-6);
  if (high - low >= least) return [low, high];
  const half = 0.5 * Math.max(Math.abs(low), 1);
  return [(low + high) / 2 - half, (low + high) / 2 + half];
}
