import { byDissection, byMinimumDegree, type EliminationOrder } from './elimination-order.js';
import { blockGraph, type Graph, type SymmetricPattern } from '../equations/symmetric-pattern.js';

/**
 * Number of operations above which another order is tried. That takes as long as a few
 * factorizations of this size.
 */
const MANY_OPERATIONS = 2e7;

/**
 * Symbolic analysis of the factorization `P A Pᵀ = L D Lᵀ`, from the pattern of `A` alone. Row `k`
 * of the permuted matrix is row `order[k]` of `A`.
 */
export interface Elimination {
  readonly size: number;
  /** The graph of the blocks of `A`. */
  readonly graph: Graph;
  readonly order: Int32Array;
  /** Inverse of `order`. */
  readonly place: Int32Array;
  /**
   * Rows `< k` in column `k` of the upper triangle of `P A Pᵀ`: `upperRow[upperStart[k]] …`, in no
   * particular order.
   */
  readonly upperStart: Int32Array;
  readonly upperRow: Int32Array;
  /**
   * Index of entry `e` of the pattern of `A` in `upperRow`, or `upperRow.length + k` for the
   * diagonal of row `k`.
   */
  readonly position: Int32Array;
  /** Parent of each row in the elimination tree, or −1. */
  readonly parent: Int32Array;
  /** Number of entries of each column of `L` below the diagonal. */
  readonly columnCount: Int32Array;
  /**
   * Number of entries of `L` below the diagonal, and of operations (multiplications, additions and
   * divisions) of a factorization.
   */
  readonly fill: number;
  readonly flops: number;
}

/**
 * The pattern of `L`: by columns for updates, by rows for the order in which a row's columns are
 * processed. Both ascend.
 */
export interface FactorPattern {
  readonly columnStart: Int32Array;
  readonly row: Int32Array;
  readonly rowStart: Int32Array;
  readonly column: Int32Array;
}

/**
 * Orders the rows by approximate minimum degree. Where that leaves many operations, it also tries
 * nested dissection, which is better for large nets, and takes the better of the two. Stops
 * counting fill beyond `mostFill` and reports it as infinite.
 */
export function analyse(pattern: SymmetricPattern, mostFill = Infinity): Elimination {
  const graph = blockGraph(pattern);
  const byDegree = analyseInOrder(pattern, byMinimumDegree, mostFill, graph);
  if (byDegree.flops <= MANY_OPERATIONS) return byDegree;
  const byCuts = analyseInOrder(pattern, byDissection, mostFill, graph);
  return byCuts.flops < byDegree.flops ? byCuts : byDegree;
}

/**
 * Orders the rows block by block, then by a postorder of the elimination tree. The postorder leaves
 * the fill unchanged and places related rows next to each other.
 */
export function analyseInOrder(
  pattern: SymmetricPattern,
  orderNodes: EliminationOrder,
  mostFill: number,
  graph: Graph = blockGraph(pattern),
): Elimination {
  const { blockStart } = pattern;
  const weights = Int32Array.from({ length: graph.size }, (_, i) => blockStart[i + 1]! - blockStart[i]!);
  const ordered = rowOrder(pattern, orderNodes(graph, weights));
  const tree = eliminationTree(permute(pattern, ordered));
  const after = postorder(tree);
  const upper = permute(
    pattern,
    after.map((k) => ordered[k]!),
  );
  const parent = renumber(tree, after);
  const columnCount = new Int32Array(pattern.size);
  const counted = forEachFactorEntry(upper, parent, mostFill, (_, j) => {
    columnCount[j]!++;
  });
  let fill = counted ? 0 : Infinity;
  let flops = fill;
  for (const count of columnCount) {
    fill += count;
    flops += count * (count + 2);
  }
  return { ...upper, graph, parent, columnCount, fill, flops };
}

/** Finds the pattern of `L`. Costs as much memory as `L` itself. */
export function factorPattern(elimination: Elimination): FactorPattern {
  const { size, columnCount, fill } = elimination;
  const columnStart = new Int32Array(size + 1);
  for (let j = 0; j < size; j++) columnStart[j + 1] = columnStart[j]! + columnCount[j]!;
  const row = new Int32Array(fill);
  const next = columnStart.slice(0, size);
  const rowStart = new Int32Array(size + 1);
  forEachFactorEntry(elimination, elimination.parent, Infinity, (k, j) => {
    row[next[j]!++] = k;
    rowStart[k + 1]!++;
  });
  for (let k = 0; k < size; k++) rowStart[k + 1]! += rowStart[k]!;
  const column = new Int32Array(fill);
  next.set(rowStart.subarray(0, size));
  for (let j = 0; j < size; j++) {
    for (let e = columnStart[j]!; e < columnStart[j + 1]!; e++) column[next[row[e]!]!++] = j;
  }
  return { columnStart, row, rowStart, column };
}

type Upper = Pick<Elimination, 'size' | 'order' | 'place' | 'upperStart' | 'upperRow' | 'position'>;

/** Returns the rows of the blocks in the order given. */
function rowOrder({ size, blockStart }: SymmetricPattern, blocks: Int32Array): Int32Array {
  const order = new Int32Array(size);
  let k = 0;
  for (const block of blocks) {
    for (let row = blockStart[block]!; row < blockStart[block + 1]!; row++) order[k++] = row;
  }
  return order;
}

/**
 * Returns the upper triangle of `P A Pᵀ`. In the order of `A` itself, rows ascend within columns.
 */
export function permute(pattern: SymmetricPattern, order: Int32Array): Upper {
  const { size, start, row } = pattern;
  const place = new Int32Array(size);
  for (let k = 0; k < size; k++) place[order[k]!] = k;
  const upperStart = new Int32Array(size + 1);
  for (let j = 0; j < size; j++) {
    for (let e = start[j]! + 1; e < start[j + 1]!; e++) upperStart[Math.max(place[j]!, place[row[e]!]!) + 1]!++;
  }
  for (let k = 0; k < size; k++) upperStart[k + 1]! += upperStart[k]!;
  const next = upperStart.slice(0, size);
  const entries = upperStart[size]!;
  const upperRow = new Int32Array(entries);
  const position = new Int32Array(row.length);
  for (let j = 0; j < size; j++) {
    position[start[j]!] = entries + place[j]!;
    for (let e = start[j]! + 1; e < start[j + 1]!; e++) {
      const a = place[j]!;
      const b = place[row[e]!]!;
      const target = next[Math.max(a, b)]!++;
      upperRow[target] = Math.min(a, b);
      position[e] = target;
    }
  }
  return { size, order, place, upperStart, upperRow, position };
}

/**
 * Finds the parents of the rows: the first row below the diagonal in each column of `L` (Liu 1990,
 * "The Role of Elimination Trees in Sparse Factorization").
 */
function eliminationTree({ size, upperStart, upperRow }: Upper): Int32Array {
  const parent = new Int32Array(size).fill(-1);
  const ancestor = new Int32Array(size).fill(-1);
  for (let k = 0; k < size; k++) {
    for (let e = upperStart[k]!; e < upperStart[k + 1]!; e++) {
      let i = upperRow[e]!;
      while (i >= 0 && i < k) {
        const above = ancestor[i]!;
        ancestor[i] = k;
        if (above < 0) parent[i] = k;
        i = above;
      }
    }
  }
  return parent;
}

/** Returns the tree whose node `k` is node `order[k]` of `parent`. */
function renumber(parent: Int32Array, order: Int32Array): Int32Array {
  const place = new Int32Array(order.length);
  for (let k = 0; k < order.length; k++) place[order[k]!] = k;
  return order.map((i) => (parent[i]! < 0 ? -1 : place[parent[i]!]!));
}

/** Orders children before their parents, each subtree contiguously. */
function postorder(parent: Int32Array): Int32Array {
  const size = parent.length;
  const child = new Int32Array(size).fill(-1);
  const sibling = new Int32Array(size);
  for (let i = size - 1; i >= 0; i--) {
    const above = parent[i]!;
    if (above < 0) continue;
    sibling[i] = child[above]!;
    child[above] = i;
  }
  const order = new Int32Array(size);
  const path: number[] = [];
  let count = 0;
  for (let root = 0; root < size; root++) {
    if (parent[root]! >= 0) continue;
    path.push(root);
    while (path.length > 0) {
      const node = path.at(-1)!;
      const next = child[node]!;
      if (next >= 0) {
        child[node] = sibling[next]!;
        path.push(next);
      } else {
        order[count++] = node;
        path.pop();
      }
    }
  }
  return order;
}

/**
 * Calls `found(k, j)` for each entry of `L` below the diagonal, `k` ascending. Returns false if it
 * stopped because there are more than `most`.
 */
function forEachFactorEntry(
  { size, upperStart, upperRow }: Upper,
  parent: Int32Array,
  most: number,
  found: (k: number, j: number) => void,
): boolean {
  let count = 0;
  const seen = new Int32Array(size).fill(-1);
  for (let k = 0; k < size; k++) {
    seen[k] = k;
    for (let e = upperStart[k]!; e < upperStart[k + 1]!; e++) {
      for (let j = upperRow[e]!; seen[j] !== k; j = parent[j]!) {
        seen[j] = k;
        count++;
        found(k, j);
      }
    }
    if (count > most) return false;
  }
  return true;
}
