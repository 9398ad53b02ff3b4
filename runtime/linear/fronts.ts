import type { Elimination } from './elimination.js';
import { bandedRow, fours } from './front-kernels.js';
import type { SymmetricPattern } from '../equations/symmetric-pattern.js';

/**
 * The plan of a multifrontal factorization. A *front* is a range of columns of `L` that have the
 * same rows below the range. It is stored as a dense panel: first the columns' own rows, then the
 * rows below. The changes that its columns make to the rows below are its *update matrix*. This is
 * added to the parent front, that of the first of those rows (Duff & Reid 1983, "The multifrontal
 * solution of indefinite sparse symmetric linear equations"; Liu 1992, "The multifrontal method for
 * sparse matrix solution").
 */
export interface Fronts {
  readonly count: number;
  /** Row `k` of the permuted matrix is row `order[k]` of `A`. */
  readonly order: Int32Array;
  /**
   * Index of entry `e` of the pattern of `A` among the entries of `P A Pᵀ` below the diagonal,
   * counted front by front. The diagonal of row `k` has index `k` after all of these.
   */
  readonly position: Int32Array;
  /**
   * First of these entries in each front, and at the end their number; and the index of each in the
   * panels.
   */
  readonly entryStart: Int32Array;
  readonly place: Int32Array;
  /** First column of each front, and at the end the number of columns. */
  readonly firstColumn: Int32Array;
  /** Rows below each front's own: `row[rowStart[f]] … row[rowStart[f + 1] − 1]`, ascending. */
  readonly rowStart: Int32Array;
  readonly row: Int32Array;
  /**
   * Row of the parent's panel that each of {@link row} is. Padding rows of the parent's own bands
   * are counted.
   */
  readonly relative: Int32Array;
  /**
   * Index at which each front's panel begins, and at the end the total length. Panels are kept in
   * bands (see front-kernels.ts), with separate bands for a front's own rows and those below.
   */
  readonly panelStart: Int32Array;
  /** Children of each front: `child[childStart[f]] …`. */
  readonly childStart: Int32Array;
  readonly child: Int32Array;
  /** Number of entries of all panels below the diagonal, and of operations of a factorization. */
  readonly fill: number;
  readonly flops: number;
}

/** Columns grouped into fronts, the input of {@link planFronts}. */
interface Grouping {
  /** Columns in their new order. */
  readonly columns: Int32Array;
  readonly firstColumn: Int32Array;
  /** Number of rows below each front's own. */
  readonly below: Int32Array;
  readonly parent: Int32Array;
  /** Predicted time in WebAssembly, ns; see {@link frontCost}. */
  readonly cost: number;
}

/**
 * Predicts the time of a front with `w` columns and `u` rows below, ns. The terms are calls and
 * loops, the work per entry of the panel and of the update matrix, and the products. The time is
 * that of WebAssembly. Where there is none it is predicted alike, as other fronts would give other
 * bits; JavaScript takes three times as long.
 */
function frontCost(w: number, u: number): number {
  const products = (w * w * w) / 6 + (w * w * u) / 2 + (w * u * (u + 1)) / 2;
  return 100 + 5 * (w + u) + 0.5 * w * (w + u) + 0.3 * u * u + 0.13 * products;
}

/** Predicts the time of a factorization by such fronts in JavaScript, ns; see {@link frontCost}. */
export function scalarCost({ firstColumn, below }: Grouping): number {
  let cost = 0;
  for (let f = 0; f < below.length; f++) {
    const w = firstColumn[f + 1]! - firstColumn[f]!;
    const u = below[f]!;
    const products = (w * w * w) / 6 + (w * w * u) / 2 + (w * u * (u + 1)) / 2;
    cost += 250 + 12 * (w + u) + 3 * w * (w + u) + 1.5 * u * u + 0.7 * products;
  }
  return cost;
}

/** Predicts the time of a factorization row by row, ns. */
export function rowwiseCost({ size, fill, flops }: Elimination): number {
  return 12 * size + 5 * fill + 0.9 * flops;
}

/**
 * Groups the columns of a factorization into fronts. Costs O(size + fill of A) of time, and as much
 * memory as the lists of rows.
 */
export function groupColumns(elimination: Elimination): Grouping {
  const { size, parent, columnCount } = elimination;
  // Start from ranges whose columns have the same rows below them.
  const groupOf = new Int32Array(size);
  const last: number[] = [];
  for (let j = 0; j < size; j++) {
    if (j > 0 && parent[j - 1] === j && columnCount[j - 1] === columnCount[j]! + 1) last[last.length - 1] = j;
    else last.push(j);
    groupOf[j] = last.length - 1;
  }
  const groups = last.length;
  const width = new Int32Array(groups);
  const above = new Int32Array(groups).fill(-1);
  for (let j = 0; j < size; j++) width[groupOf[j]!]!++;
  for (let g = 0; g < groups; g++) {
    const next = parent[last[g]!]!;
    if (next >= 0) above[g] = groupOf[next]!;
  }

  // Merge a front with its parent where that takes less time, although zeros are then stored
  // (Ashcraft & Grimes 1989, "The influence of relaxed supernode partitions on the multifrontal
  // method"). Children come before their parents, and so have their full width already.
  const into = Int32Array.from({ length: groups }, (_, g) => g);
  const cost = new Float64Array(groups);
  const firstChild = new Int32Array(groups).fill(-1);
  const sibling = new Int32Array(groups).fill(-1);
  for (let g = groups - 1; g >= 0; g--) {
    const p = above[g]!;
    if (p < 0) continue;
    sibling[g] = firstChild[p]!;
    firstChild[p] = g;
  }
  for (let g = 0; g < groups; g++) {
    const u = columnCount[last[g]!]!;
    cost[g] = frontCost(width[g]!, u);
    for (let c = firstChild[g]!; c >= 0; c = sibling[c]!) {
      const merged = frontCost(width[g]! + width[c]!, u);
      if (merged > cost[g]! + cost[c]!) continue;
      into[c] = g;
      width[g]! += width[c]!;
      cost[g] = merged;
    }
  }
  return regroup(elimination, groupOf, last, above, into, cost);
}

/** Returns the groups that remain when each is merged `into` another, or itself. */
function regroup(
  { size, columnCount }: Elimination,
  groupOf: Int32Array,
  last: readonly number[],
  above: Int32Array,
  into: Int32Array,
  cost: Float64Array,
): Grouping {
  const groups = last.length;
  const root = new Int32Array(groups);
  for (let g = groups - 1; g >= 0; g--) root[g] = into[g] === g ? g : root[into[g]!]!;
  const frontOf = new Int32Array(groups);
  let fronts = 0;
  let total = 0;
  for (let g = 0; g < groups; g++) {
    if (into[g] !== g) continue;
    frontOf[g] = fronts++;
    total += cost[g]!;
  }
  const firstColumn = new Int32Array(fronts + 1);
  for (let j = 0; j < size; j++) firstColumn[frontOf[root[groupOf[j]!]!]! + 1]!++;
  for (let f = 0; f < fronts; f++) firstColumn[f + 1]! += firstColumn[f]!;
  const columns = new Int32Array(size);
  const next = firstColumn.slice();
  for (let j = 0; j < size; j++) columns[next[frontOf[root[groupOf[j]!]!]!]!++] = j;
  const below = new Int32Array(fronts);
  const parent = new Int32Array(fronts).fill(-1);
  for (let g = 0; g < groups; g++) {
    if (into[g] !== g) continue;
    below[frontOf[g]!] = columnCount[last[g]!]!;
    if (above[g]! >= 0) parent[frontOf[g]!] = frontOf[root[above[g]!]!]!;
  }
  return { columns, firstColumn, below, parent, cost: total };
}

/** Finds the rows of all fronts. */
export function planFronts(pattern: SymmetricPattern, { order: before }: Elimination, grouping: Grouping): Fronts {
  const { size } = pattern;
  const { columns, firstColumn, below, parent } = grouping;
  const count = below.length;
  const order = columns.map((k) => before[k]!);
  const place = new Int32Array(size);
  for (let k = 0; k < size; k++) place[order[k]!] = k;
  const { childStart, child } = childrenOf(parent);
  const rowStart = new Int32Array(count + 1);
  const panelStart = new Int32Array(count + 1);
  let fill = 0;
  let flops = 0;
  for (let f = 0; f < count; f++) {
    const w = firstColumn[f + 1]! - firstColumn[f]!;
    const u = below[f]!;
    rowStart[f + 1] = rowStart[f]! + u;
    panelStart[f + 1] = panelStart[f]! + 16 * fours(w) * (fours(w) + fours(u));
    for (let k = 0; k < w; k++) {
      const entries = w - 1 - k + u;
      fill += entries;
      flops += entries * (entries + 2);
    }
  }

  // A front has the rows in which A has entries in its columns, and those of its children, as far
  // as they are below its own.
  const row = new Int32Array(rowStart[count]!);
  const relative = new Int32Array(rowStart[count]!);
  const local = new Int32Array(size);
  const seen = new Int32Array(size).fill(-1);
  const position = new Int32Array(pattern.row.length);
  const entries = lowerEntries(pattern, place);
  const entryStart = firstColumn.map((k) => entries.start[k]!);
  const places = new Int32Array(entries.row.length);
  for (let f = 0; f < count; f++) {
    const first = firstColumn[f]!;
    const end = firstColumn[f + 1]!;
    const bands = fours(end - first);
    let filled = rowStart[f]!;
    const take = (k: number): void => {
      if (k < end || seen[k] === f) return;
      seen[k] = f;
      row[filled++] = k;
    };
    for (let e = entryStart[f]!; e < entryStart[f + 1]!; e++) take(entries.row[e]!);
    for (let c = childStart[f]!; c < childStart[f + 1]!; c++) {
      const from = child[c]!;
      for (let e = rowStart[from]!; e < rowStart[from + 1]!; e++) take(row[e]!);
    }
    row.subarray(rowStart[f], rowStart[f + 1]).sort();
    for (let k = first; k < end; k++) local[k] = k - first;
    for (let e = rowStart[f]!; e < rowStart[f + 1]!; e++) local[row[e]!] = 4 * bands + e - rowStart[f]!;
    for (let k = first; k < end; k++) {
      for (let e = entries.start[k]!; e < entries.start[k + 1]!; e++) {
        position[entries.entry[e]!] = e;
        places[e] = panelStart[f]! + bandedRow(local[entries.row[e]!]!, 16 * bands) + 4 * (k - first);
      }
    }
    for (let c = childStart[f]!; c < childStart[f + 1]!; c++) {
      const from = child[c]!;
      for (let e = rowStart[from]!; e < rowStart[from + 1]!; e++) relative[e] = local[row[e]!]!;
    }
  }
  for (let j = 0; j < size; j++) position[pattern.start[j]!] = places.length + place[j]!;
  return {
    count,
    order,
    position,
    entryStart,
    place: places,
    firstColumn,
    rowStart,
    row,
    relative,
    panelStart,
    childStart,
    child,
    fill,
    flops,
  };
}

/**
 * Finds the entries of `P A Pᵀ` below its diagonal, by columns: their rows, and their indices in
 * the pattern.
 */
function lowerEntries(
  { size, start, row }: SymmetricPattern,
  place: Int32Array,
): { start: Int32Array; row: Int32Array; entry: Int32Array } {
  const first = new Int32Array(size + 1);
  for (let j = 0; j < size; j++) {
    for (let e = start[j]! + 1; e < start[j + 1]!; e++) first[Math.min(place[j]!, place[row[e]!]!) + 1]!++;
  }
  for (let k = 0; k < size; k++) first[k + 1]! += first[k]!;
  const next = first.slice();
  const rows = new Int32Array(first[size]!);
  const entry = new Int32Array(first[size]!);
  for (let j = 0; j < size; j++) {
    for (let e = start[j]! + 1; e < start[j + 1]!; e++) {
      const a = place[j]!;
      const b = place[row[e]!]!;
      const at = next[Math.min(a, b)]!++;
      rows[at] = Math.max(a, b);
      entry[at] = e;
    }
  }
  return { start: first, row: rows, entry };
}

/** Finds the children of each node of a forest, ascending. */
function childrenOf(parent: Int32Array): { childStart: Int32Array; child: Int32Array } {
  const childStart = new Int32Array(parent.length + 1);
  for (const p of parent) if (p >= 0) childStart[p + 1]!++;
  for (let f = 0; f < parent.length; f++) childStart[f + 1]! += childStart[f]!;
  const next = childStart.slice();
  const child = new Int32Array(childStart[parent.length]!);
  parent.forEach((p, f) => {
    if (p >= 0) child[next[p]!++] = f;
  });
  return { childStart, child };
}
