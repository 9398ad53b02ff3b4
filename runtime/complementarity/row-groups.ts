import type { FrictionContacts } from './problem.js';

/** Rows by groups: each contact's two or three rows are one, every other row is one by itself. */
export interface RowGroups {
  /** Number of rows. */
  readonly size: number;
  readonly count: number;
  /** First row of each group, and at the end the number of rows. */
  readonly first: Int32Array;
  /** Group of each row. */
  readonly groupOf: Int32Array;
  /** Contact that each group is, or −1. */
  readonly contactOf: Int32Array;
}

/** Finds the groups of `size` rows. */
export function groupRows(size: number, { normal, tangents }: FrictionContacts): RowGroups {
  const contactAt = new Int32Array(size).fill(-1);
  normal.forEach((row, c) => (contactAt[row] = c));
  const count = size - tangents * normal.length;
  const first = new Int32Array(count + 1);
  const groupOf = new Int32Array(size);
  const contactOf = new Int32Array(count);
  let row = 0;
  for (let g = 0; g < count; g++) {
    first[g] = row;
    contactOf[g] = contactAt[row]!;
    const end = contactOf[g]! < 0 ? row + 1 : row + 1 + tangents;
    while (row < end) groupOf[row++] = g;
  }
  first[count] = size;
  return { size, count, first, groupOf, contactOf };
}
