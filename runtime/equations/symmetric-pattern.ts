/**
 * Places of the entries of a symmetric matrix, its lower triangle by columns. Column `j` has its
 * entries at `start[j] … start[j + 1]`, in rows `row[e] ≥ j`, ascending. The diagonal is always
 * among them, and so comes first.
 */
export interface SymmetricPattern {
  readonly size: number;
  readonly start: Int32Array;
  readonly row: Int32Array;
  /**
   * First rows of the blocks of rows (a constraint's rows are one block), and at the end the number
   * of rows.
   */
  readonly blockStart: Int32Array;
}

/**
 * Neighbours of each node of an undirected graph, itself excluded, each once: those of `i` are
 * `neighbour[start[i]] … neighbour[start[i + 1] − 1]`.
 */
export interface Graph {
  readonly size: number;
  readonly start: Int32Array;
  readonly neighbour: Int32Array;
}

/** Finds the block of each row of the pattern. */
export function blockOfRows({ size, blockStart }: SymmetricPattern): Int32Array {
  const blockOf = new Int32Array(size);
  for (let block = 0; block + 1 < blockStart.length; block++) {
    for (let i = blockStart[block]!; i < blockStart[block + 1]!; i++) blockOf[i] = block;
  }
  return blockOf;
}

/**
 * Returns the graph of the blocks. Two are neighbours where a row of one and a row of the other
 * have an entry in common.
 */
export function blockGraph(pattern: SymmetricPattern): Graph {
  const { start, row, blockStart } = pattern;
  const size = blockStart.length - 1;
  const blockOf = blockOfRows(pattern);
  const seen = new Int32Array(size).fill(-1);
  const count = new Int32Array(size + 1);
  const visit = (found: (a: number, b: number) => void): void => {
    seen.fill(-1);
    for (let block = 0; block < size; block++) {
      seen[block] = block;
      for (let e = start[blockStart[block]!]!; e < start[blockStart[block + 1]!]!; e++) {
        const other = blockOf[row[e]!]!;
        if (seen[other] === block) continue;
        seen[other] = block;
        found(block, other);
      }
    }
  };
  visit((a, b) => {
    count[a]!++;
    count[b]!++;
  });
  const first = new Int32Array(size + 1);
  for (let block = 0; block < size; block++) first[block + 1] = first[block]! + count[block]!;
  const neighbour = new Int32Array(first[size]!);
  const next = first.slice();
  visit((a, b) => {
    neighbour[next[a]!++] = b;
    neighbour[next[b]!++] = a;
  });
  return { size, start: first, neighbour };
}

/** Returns the full pattern, for matrices without known structure. */
export function densePattern(size: number): SymmetricPattern {
  const start = new Int32Array(size + 1);
  for (let j = 0; j < size; j++) start[j + 1] = start[j]! + size - j;
  const row = new Int32Array(start[size]!);
  for (let j = 0, e = 0; j < size; j++) for (let i = j; i < size; i++) row[e++] = i;
  return { size, start, row, blockStart: Int32Array.from({ length: size + 1 }, (_, i) => i) };
}
