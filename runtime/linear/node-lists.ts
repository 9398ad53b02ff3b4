/**
 * Lists of nodes, one for each node of a graph, in one array. The list of a variable has first the
 * elements that it is adjacent to and then the variables that it is adjacent to by edges. The list
 * of an element has its variables.
 */
export class NodeLists {
  /** The list of node `i` from `begin[i]` on, `length[i]` entries. New lists begin at `free`. */
  readonly entries: Int32Array;
  readonly begin: Int32Array;
  readonly length: Int32Array;
  /** Number of elements in the list of a variable. */
  readonly elementCount: Int32Array;
  free = 0;
  /** Nodes whose mark is the present tag are marked. */
  readonly mark: Int32Array;
  tag = 0;

  /** Reserves `room` for the lists of `size` nodes together. */
  constructor(size: number, room: number) {
    this.entries = new Int32Array(room);
    this.begin = new Int32Array(size);
    this.length = new Int32Array(size);
    this.elementCount = new Int32Array(size);
    this.mark = new Int32Array(size);
  }

  /** Sum of the list of `i`, modulo the number of nodes. */
  sumOf(i: number): number {
    const { entries, length } = this;
    const begin = this.begin[i]!;
    let sum = 0;
    for (let k = begin; k < begin + length[i]!; k++) sum = (sum + entries[k]!) % length.length;
    return sum;
  }

  /** Marks the nodes on the list of `i`, and no others. */
  markAll(i: number): void {
    const tag = ++this.tag;
    const begin = this.begin[i]!;
    for (let k = begin; k < begin + this.length[i]!; k++) this.mark[this.entries[k]!] = tag;
  }

  /**
   * True if the lists of `i` and of `marked`, whose entries are marked, are the same up to their
   * order.
   */
  isMarked(i: number, marked: number): boolean {
    const { length, elementCount, mark, tag } = this;
    const begin = this.begin[i]!;
    if (length[i] !== length[marked] || elementCount[i] !== elementCount[marked]) return false;
    for (let k = begin; k < begin + length[i]!; k++) if (mark[this.entries[k]!] !== tag) return false;
    return true;
  }

  /**
   * Moves all lists together, to the beginning. Meanwhile the first entry of each list is stored
   * with its owner, and its place in the list holds the owner as a negative number.
   */
  compact(): void {
    const { entries, begin, length } = this;
    for (let i = 0; i < begin.length; i++) {
      if (length[i] === 0) continue;
      const first = entries[begin[i]!]!;
      entries[begin[i]!] = -1 - i;
      begin[i] = first;
    }
    let free = 0;
    for (let k = 0; k < this.free;) {
      const i = -1 - entries[k]!;
      if (i < 0) {
        k++;
        continue;
      }
      entries[free] = begin[i]!;
      begin[i] = free++;
      const end = k + length[i]!;
      for (k++; k < end; k++) entries[free++] = entries[k]!;
    }
    this.free = free;
  }
}
