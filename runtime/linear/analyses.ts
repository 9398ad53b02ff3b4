import { greatestOf } from '../base/vector.js';
import type { MatrixSource } from '../equations/matrix-source.js';
import type { Graph, SymmetricPattern } from '../equations/symmetric-pattern.js';
import { analyse, analyseInOrder, type Elimination } from './elimination.js';

/** Number of rows below which an analysis takes no noticeable time, and is the one of a matrix met at once. */
const FEWEST_ROWS = 256;
/** Part of the blocks that may have come or gone since rows were ordered anew. */
const MOST_CHANGES = 0.1;
/** Factor by which operations may have grown since then. */
const MOST_GROWTH = 1.5;

interface Analysed {
  readonly pattern: SymmetricPattern;
  /** What the blocks belong to. */
  readonly owners: readonly object[] | undefined;
  readonly elimination: Elimination;
  /** Operations when rows were last ordered anew, and the number of blocks that have come or gone since. */
  readonly flops: number;
  readonly changes: number;
}

/**
 * Analyses one matrix after another, as the structure of a world changes. One with the pattern of the last
 * has its analysis. Where few constraints have come or gone, the others keep their order: to find
 * one takes longer than all else. Ordered anew would be better by little, until much has changed.
 */
export class Analyses {
  #last: Analysed | undefined;

  /** Analyses a matrix; `mostFill` as in {@link analyse}. The same object as before means the same pattern. */
  of({ pattern, owners }: MatrixSource, mostFill = Infinity): Elimination {
    const last = this.#last;
    if (last && isSame(last.pattern, pattern)) {
      // Other constraints may have the same pattern.
      this.#last = { ...last, owners };
      return last.elimination;
    }
    this.#last = (last && inherit(last, pattern, owners, mostFill)) ?? anew(pattern, owners, mostFill);
    return this.#last.elimination;
  }
}

function anew(pattern: SymmetricPattern, owners: readonly object[] | undefined, mostFill: number): Analysed {
  const elimination = analyse(pattern, mostFill);
  return { pattern, owners, elimination, flops: elimination.flops, changes: 0 };
}

function inherit(
  last: Analysed,
  pattern: SymmetricPattern,
  owners: readonly object[] | undefined,
  mostFill: number,
): Analysed | undefined {
  if (!owners || !last.owners || pattern.size < FEWEST_ROWS) return undefined;
  const { place } = last.elimination;
  const { blockStart } = last.pattern;
  const placeOf = new Map(last.owners.map((owner, block) => [owner, place[blockStart[block]!]!]));
  // −1 for a new block.
  const places = Int32Array.from(owners, (owner) => placeOf.get(owner) ?? -1);
  const added = places.reduce((count, at) => (at < 0 ? count + 1 : count), 0);
  const changes = last.changes + added + (last.owners.length - (owners.length - added));
  if (changes > MOST_CHANGES * owners.length) return undefined;
  const elimination = analyseInOrder(pattern, (graph) => inOrder(places, graph), mostFill);
  if (!(elimination.flops <= MOST_GROWTH * last.flops)) return undefined;
  return { pattern, owners, elimination, flops: last.flops, changes };
}

/** Orders blocks by their `places`, and new ones right behind the last of their neighbours. */
function inOrder(places: Int32Array, { start, neighbour }: Graph): Int32Array {
  const keys = places.map((at) => 2 * at);
  for (let block = 0; block < keys.length; block++) {
    if (places[block]! >= 0) continue;
    keys[block] = 1;
    for (let e = start[block]!; e < start[block + 1]!; e++)
      keys[block] = Math.max(keys[block]!, keys[neighbour[e]!]! | 1);
  }
  const next = new Int32Array(greatestOf(keys) + 2);
  for (const key of keys) next[key + 1]!++;
  for (let key = 1; key < next.length; key++) next[key]! += next[key - 1]!;
  const order = new Int32Array(keys.length);
  for (let block = 0; block < keys.length; block++) order[next[keys[block]!]!++] = block;
  return order;
}

function isSame(a: SymmetricPattern, b: SymmetricPattern): boolean {
  return isEqual(a.start, b.start) && isEqual(a.row, b.row) && isEqual(a.blockStart, b.blockStart);
}

function isEqual(a: Int32Array, b: Int32Array): boolean {
  if (a.length !== b.length) return false;
  for (let i = 0; i < a.length; i++) if (a[i] !== b[i]) return false;
  return true;
}
