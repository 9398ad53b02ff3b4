import type { SymmetricPattern } from './symmetric-pattern.js';

/**
 * Collects the terms of the sums that make up the entries of `J W Jᵀ`: products of what begins at
 * `left` and at `right`, with the weight `mobility` where the kind has weights, at `(i, j)`,
 * `i ≥ j`. Each term is of one of `kinds` kinds, which are separated afterwards.
 */
export class TermCollection {
  readonly kinds: number;
  count = 0;
  readonly kind: Uint16Array;
  readonly i: Int32Array;
  readonly j: Int32Array;
  readonly left: Int32Array;
  readonly right: Int32Array;
  readonly mobility: Int32Array;

  /** Makes a collection for up to `most` terms. */
  constructor(kinds: number, most: number) {
    this.kinds = kinds;
    this.kind = new Uint16Array(most);
    this.i = new Int32Array(most);
    this.j = new Int32Array(most);
    this.left = new Int32Array(most);
    this.right = new Int32Array(most);
    this.mobility = new Int32Array(most);
  }

  add(kind: number, i: number, j: number, left: number, right: number, mobility = 0): void {
    const t = this.count++;
    this.kind[t] = kind;
    this.i[t] = Math.max(i, j);
    this.j[t] = Math.min(i, j);
    this.left[t] = left;
    this.right[t] = right;
    this.mobility[t] = mobility;
  }
}

/** Terms in the order of the assembly, by ascending `entry` of the pattern. */
export interface Terms {
  readonly count: number;
  readonly entry: Int32Array;
  readonly left: Int32Array;
  readonly right: Int32Array;
  readonly mobility: Int32Array;
}

/**
 * Numbers the entries that the collected terms and the diagonal occupy. Returns the terms of each
 * kind.
 */
export function numberEntries(
  size: number,
  blockStart: Int32Array,
  collection: TermCollection,
): { pattern: SymmetricPattern; terms: Terms[] } {
  const { count, kinds, kind } = collection;
  // The diagonal is added as further terms, after all others.
  const total = count + size;
  const i = new Int32Array(total);
  const j = new Int32Array(total);
  i.set(collection.i.subarray(0, count));
  j.set(collection.j.subarray(0, count));
  for (let k = 0; k < size; k++) i[count + k] = j[count + k] = k;

  const order = stableOrder(stableOrder(null, i, size), j, size);
  const entryOf = new Int32Array(total);
  const start = new Int32Array(size + 1);
  const row = new Int32Array(total);
  const places = new Int32Array(total);
  const ofKind = new Int32Array(kinds);
  let entries = 0;
  let lastColumn = -1;
  for (let k = 0; k < total; k++) {
    const t = order[k]!;
    if (j[t] !== lastColumn || i[t] !== row[entries - 1]) row[entries++] = i[t]!;
    lastColumn = j[t]!;
    entryOf[t] = entries - 1;
    start[lastColumn + 1] = entries;
    if (t < count) places[t] = ofKind[kind[t]!]!++;
  }

  const terms = Array.from(ofKind, emptyTerms);
  for (let t = 0; t < count; t++) {
    const target = terms[kind[t]!]!;
    const at = places[t]!;
    target.entry[at] = entryOf[t]!;
    target.left[at] = collection.left[t]!;
    target.right[at] = collection.right[t]!;
    target.mobility[at] = collection.mobility[t]!;
  }
  return { pattern: { size, start, row: row.slice(0, entries), blockStart }, terms };
}

function emptyTerms(count: number): Terms {
  return {
    count,
    entry: new Int32Array(count),
    left: new Int32Array(count),
    right: new Int32Array(count),
    mobility: new Int32Array(count),
  };
}

/** Sorts `order` (all indices if null) by `keys < size`. The sort is stable. */
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
