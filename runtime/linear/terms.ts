import type { SymmetricPattern } from './symmetric-pattern.js';

/** Terms of the sums that the entries of `J W Jᵀ` are, while they are collected: `J[left …] M[mobility …] J[right …]ᵀ` at `(i, j)`, `i ≥ j`. */
export class TermCollection {
  readonly i: number[] = [];
  readonly j: number[] = [];
  readonly left: number[] = [];
  readonly right: number[] = [];
  readonly mobility: number[] = [];
  readonly leftSize: number[] = [];
  readonly rightSize: number[] = [];

  add(i: number, j: number, left: number, right: number, mobility: number, leftSize: number, rightSize: number): void {
    this.i.push(Math.max(i, j));
    this.j.push(Math.min(i, j));
    this.left.push(left);
    this.right.push(right);
    this.mobility.push(mobility);
    this.leftSize.push(leftSize);
    this.rightSize.push(rightSize);
  }
}

/** Terms as the assembly runs through them, by ascending entry. `entry` is that of the pattern. */
export interface Terms {
  readonly count: number;
  readonly entry: Int32Array;
  readonly left: Int32Array;
  readonly right: Int32Array;
  readonly mobility: Int32Array;
  readonly leftSize: Int32Array;
  readonly rightSize: Int32Array;
}

/** Numbers the entries that the terms of all `collections` and the diagonal take up. */
export function numberEntries(
  size: number,
  blockStart: Int32Array,
  collections: readonly TermCollection[],
): { pattern: SymmetricPattern; terms: Terms[] } {
  const total = collections.reduce((sum, { i }) => sum + i.length, size);
  const i = new Int32Array(total);
  const j = new Int32Array(total);
  let filled = 0;
  for (const collection of collections) {
    i.set(collection.i, filled);
    j.set(collection.j, filled);
    filled += collection.i.length;
  }
  for (let k = 0; k < size; k++) i[filled + k] = j[filled + k] = k;

  const order = stableOrder(stableOrder(null, i, size), j, size);
  const entryOf = new Int32Array(total);
  const start = new Int32Array(size + 1);
  const row: number[] = [];
  let lastColumn = -1;
  for (const t of order) {
    if (j[t] !== lastColumn || i[t] !== row.at(-1)) row.push(i[t]!);
    lastColumn = j[t]!;
    entryOf[t] = row.length - 1;
    start[lastColumn + 1] = row.length;
  }
  let base = 0;
  const terms = collections.map((collection) => {
    const from = base;
    base += collection.i.length;
    return sorted(collection, order, entryOf, from);
  });
  return { pattern: { size, start, row: Int32Array.from(row), blockStart }, terms };
}

/** The terms of one collection, which are numbers `from …` in `order`, by ascending entry. */
function sorted(collection: TermCollection, order: Int32Array, entryOf: Int32Array, from: number): Terms {
  const count = collection.i.length;
  const mine = order.filter((t) => t >= from && t < from + count);
  const pick = (values: readonly number[]): Int32Array => mine.map((t) => values[t - from]!);
  return {
    count,
    entry: mine.map((t) => entryOf[t]!),
    left: pick(collection.left),
    right: pick(collection.right),
    mobility: pick(collection.mobility),
    leftSize: pick(collection.leftSize),
    rightSize: pick(collection.rightSize),
  };
}

/** Those of `terms` that `which` lists. */
export function selectTerms(terms: Terms, which: Int32Array): Terms {
  const pick = (values: Int32Array): Int32Array => which.map((t) => values[t]!);
  return {
    count: which.length,
    entry: pick(terms.entry),
    left: pick(terms.left),
    right: pick(terms.right),
    mobility: pick(terms.mobility),
    leftSize: pick(terms.leftSize),
    rightSize: pick(terms.rightSize),
  };
}

/** `order` (all of them if null) sorted by `keys < size`; equal ones stay in their order. */
function stableOrder(order: Int32Array | null, keys: Int32Array, size: number): Int32Array {
  const next = new Int32Array(size + 1);
  for (const key of keys) next[key + 1]!++;
  for (let k = 0; k < size; k++) next[k + 1]! += next[k]!;
  const out = new Int32Array(keys.length);
  for (let k = 0; k < keys.length; k++) {
    const t = order ? order[k]! : k;
    out[next[keys[t]!]!++] = t;
  }
  return out;
}
