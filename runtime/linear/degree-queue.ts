/** Nodes by degree, last in first out within a degree, as a doubly linked list per degree. */
export class DegreeQueue {
  readonly #head: Int32Array;
  readonly #next: Int32Array;
  readonly #previous: Int32Array;
  #least = 0;

  constructor(nodes: number, largest: number) {
    this.#head = new Int32Array(largest + 1).fill(-1);
    this.#next = new Int32Array(nodes);
    this.#previous = new Int32Array(nodes);
  }

  insert(i: number, degree: number): void {
    const after = this.#head[degree]!;
    this.#next[i] = after;
    this.#previous[i] = -1;
    if (after >= 0) this.#previous[after] = i;
    this.#head[degree] = i;
    this.#least = Math.min(this.#least, degree);
  }

  remove(i: number, degree: number): void {
    const after = this.#next[i]!;
    const before = this.#previous[i]!;
    if (after >= 0) this.#previous[after] = before;
    if (before >= 0) this.#next[before] = after;
    else this.#head[degree] = after;
  }

  /** Removes and returns the last node of the least degree, or −1 if there is none left. */
  takeLeast(): number {
    while (this.#least < this.#head.length && this.#head[this.#least]! < 0) this.#least++;
    if (this.#least >= this.#head.length) return -1;
    const i = this.#head[this.#least]!;
    this.remove(i, this.#least);
    return i;
  }
}
