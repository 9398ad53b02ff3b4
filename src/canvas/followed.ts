/** A column as a number and multiples of other columns. */
export interface Combination {
  readonly constant: number;
  readonly terms: readonly (readonly [column: number, factor: number])[];
}

/** Most terms of a combination: a place of a rigid body is that of one of its points, and a part of each axis. */
const MOST_TERMS = 5;
/** Columns that are looked at, the latest ones: those of the same body are near. */
const NEAR = 24;
/** Part of a column that must be left beside those taken before it. */
const INDEPENDENT = 1e-6;

/** A column that is taken, without what those before it say: `column = Σ shares[k] directions[k]`. */
interface Taken {
  readonly index: number;
  readonly direction: Float64Array;
  readonly shares: readonly number[];
}

/** Columns, and what of others follows from a few of them. */
export class Columns {
  readonly #columns: Float64Array[] = [];
  readonly #centred: Float64Array[] = [];
  /** Those from which the last column followed: the next one may belong to the same body. */
  #taken: readonly Taken[] = [];

  /** Adds a column, and returns its number. */
  add(column: Float64Array): number {
    this.#centred.push(centred(column));
    return this.#columns.push(column) - 1;
  }

  /** The largest magnitude in a column. */
  sizeOf(column: number): number {
    return sizeOf(this.#columns[column]!);
  }

  /** The multiples that a column consists of, up to an error; undefined if it does not. */
  follow(column: Float64Array, tolerance: number): Combination | undefined {
    const rest = centred(column);
    if (sizeOf(rest) <= tolerance) return { constant: mean(column), terms: [] };
    const again = rest.slice();
    for (const { direction } of this.#taken) subtract(again, direction, dot(again, direction));
    if (sizeOf(again) > tolerance) {
      const taken = this.#pursue(rest, tolerance);
      if (taken === undefined) return undefined;
      this.#taken = taken;
    }
    const factors = solved(
      this.#taken.map(({ direction }) => dot(column, direction)),
      this.#taken,
    );
    const terms = this.#taken.map(({ index }, k) => [index, factors[k]!] as const);
    return {
      constant: terms.reduce((sum, [index, factor]) => sum - factor * mean(this.#columns[index]!), mean(column)),
      terms,
    };
  }

  /** Orthogonal matching pursuit (Pati, Rezaiifar and Krishnaprasad 1993): takes what says most, again and again. */
  #pursue(rest: Float64Array, tolerance: number): readonly Taken[] | undefined {
    const begin = Math.max(0, this.#centred.length - NEAR);
    const near = this.#centred.slice(begin).map((whole, k) => ({
      index: begin + k,
      direction: whole.slice(),
      least: INDEPENDENT * norm(whole),
      shares: [] as number[],
    }));
    const taken: Taken[] = [];
    while (sizeOf(rest) > tolerance) {
      if (taken.length === MOST_TERMS) return undefined;
      let [best, most] = [near[0], 0];
      for (const one of near) {
        const size = norm(one.direction);
        const share = size > one.least ? Math.abs(dot(rest, one.direction)) / size : 0;
        if (share > most) [best, most] = [one, share];
      }
      if (best === undefined || most === 0) return undefined;
      const size = norm(best.direction);
      const direction = best.direction.map((x) => x / size);
      taken.push({ index: best.index, direction, shares: [...best.shares, size] });
      subtract(rest, direction, dot(rest, direction));
      for (const one of near) {
        const share = dot(one.direction, direction);
        one.shares.push(share);
        subtract(one.direction, direction, share);
      }
      best.least = Infinity;
    }
    return taken;
  }
}

/** Solves `Σ x[i] shares[i][k] = right[k]` for x, the last first. */
function solved(right: readonly number[], taken: readonly Taken[]): number[] {
  const x = right.map(() => 0);
  for (let k = right.length - 1; k >= 0; k--) {
    let sum = right[k]!;
    for (let i = k + 1; i < right.length; i++) sum -= x[i]! * taken[i]!.shares[k]!;
    x[k] = sum / taken[k]!.shares[k]!;
  }
  return x;
}

function mean(column: Float64Array): number {
  let sum = 0;
  for (const x of column) sum += x;
  return sum / column.length;
}

function centred(column: Float64Array): Float64Array {
  const middle = mean(column);
  return column.map((x) => x - middle);
}

function subtract(from: Float64Array, direction: Float64Array, factor: number): void {
  for (let k = 0; k < from.length; k++) from[k]! -= factor * direction[k]!;
}

function dot(a: Float64Array, b: Float64Array): number {
  let sum = 0;
  for (let k = 0; k < a.length; k++) sum += a[k]! * b[k]!;
  return sum;
}

const norm = (a: Float64Array): number => Math.sqrt(dot(a, a));

/** The largest magnitude. */
export function sizeOf(column: Float64Array): number {
  let most = 0;
  for (const x of column) most = Math.max(most, Math.abs(x));
  return most;
}
