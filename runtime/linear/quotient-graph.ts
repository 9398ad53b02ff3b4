import { DegreeQueue } from './degree-queue.js';
import type { Graph } from '../equations/symmetric-pattern.js';

/**
 * Number of neighbours, in units of √n, above which a node is ordered last at once. Such hubs fill
 * every factor anyway.
 */
const DENSE_FACTOR = 10;

/**
 * The graph of the nodes that are left to eliminate. A node is a *variable* until it is eliminated,
 * and then an *element*: a clique of the variables that were its neighbours. Cliques are stored as
 * lists instead of edges, so that the graph never grows. Variables that have become
 * indistinguishable form one *supervariable*.
 */
export class QuotientGraph {
  readonly #size: number;
  /** 1 for variables that are not to be eliminated. */
  readonly #held: Uint8Array;
  /**
   * Lists of all nodes, that of node `i` from `#begin[i]` on, `#length[i]` entries in all. The list
   * of a variable has first the elements that it is adjacent to, `#elementCount[i]` of them, and
   * then the variables that it is adjacent to by edges. The list of an element has its variables.
   * New lists begin at `#free`.
   */
  readonly #lists: Int32Array;
  readonly #begin: Int32Array;
  readonly #length: Int32Array;
  readonly #elementCount: Int32Array;
  #free = 0;
  /**
   * Total weight of an element's variables; −1 for nodes that are not elements, or have been
   * absorbed by another.
   */
  readonly #elementWeight: Int32Array;
  /** Weight of a supervariable; 0 for nodes that are no longer variables of their own. */
  readonly #weight: Int32Array;
  /**
   * Upper bound on the weight of the neighbours that the elimination of a variable would connect.
   */
  readonly #degree: Int32Array;
  /**
   * Linked lists of the variables merged into each variable, which are ordered right after it: the
   * last, and for each of these the one before; −1 for none.
   */
  readonly #lastMerged: Int32Array;
  readonly #mergedBefore: Int32Array;
  readonly #queue: DegreeQueue;
  /** `outside[e] = |L_e \ L_p|` where `outsideTag[e]` is the present tag. */
  readonly #outside: Int32Array;
  readonly #outsideTag: Int32Array;
  readonly #mark: Int32Array;
  #tag = 0;
  /**
   * Linked lists of the variables of a clique with equal sums of their lists, modulo the size: the
   * first with each sum, and for each of these the next; −1 for none.
   */
  readonly #firstWithSum: Int32Array;
  readonly #nextWithSum: Int32Array;
  readonly #sum: Int32Array;
  #remaining = 0;
  readonly #hubs: number[] = [];

  /**
   * Makes the quotient graph of a graph. `weights[i]` is the number of rows that node `i` stands
   * for.
   */
  constructor({ size, start, neighbour }: Graph, weights: Int32Array, held: Uint8Array) {
    this.#size = size;
    this.#held = held;
    // Elimination makes no list longer than those it replaces together. While a new list is made,
    // both exist.
    this.#lists = new Int32Array(Math.ceil(1.2 * neighbour.length) + size);
    this.#begin = new Int32Array(size);
    this.#length = new Int32Array(size);
    this.#elementCount = new Int32Array(size);
    this.#elementWeight = new Int32Array(size).fill(-1);
    this.#weight = weights.slice();
    this.#degree = new Int32Array(size);
    this.#lastMerged = new Int32Array(size).fill(-1);
    this.#mergedBefore = new Int32Array(size);
    this.#outside = new Int32Array(size);
    this.#outsideTag = new Int32Array(size);
    this.#mark = new Int32Array(size);
    this.#firstWithSum = new Int32Array(size).fill(-1);
    this.#nextWithSum = new Int32Array(size);
    this.#sum = new Int32Array(size);

    const limit = Math.max(16, DENSE_FACTOR * Math.sqrt(size));
    for (let i = 0; i < size; i++) {
      if (start[i + 1]! - start[i]! > limit) this.#hubs.push(i);
    }
    for (const hub of this.#hubs) this.#weight[hub] = 0;
    const weight = this.#weight;
    for (let i = 0; i < size; i++) {
      if (weight[i] === 0) continue;
      this.#begin[i] = this.#free;
      for (let e = start[i]!; e < start[i + 1]!; e++) {
        const j = neighbour[e]!;
        if (weight[j] === 0) continue;
        this.#lists[this.#free++] = j;
        this.#degree[i]! += weight[j]!;
      }
      this.#length[i] = this.#free - this.#begin[i]!;
      this.#remaining += weight[i]!;
    }
    this.#queue = new DegreeQueue(size, this.#remaining);
    for (let i = size - 1; i >= 0; i--) if (this.#awaits(i)) this.#queue.insert(i, this.#degree[i]!);
  }

  /** Eliminates all variables that are not held, and returns them in order. */
  eliminateAll(): Int32Array {
    const order = new Int32Array(this.#size);
    const waiting: number[] = [];
    let count = 0;
    for (let p = this.#queue.takeLeast(); p >= 0; p = this.#queue.takeLeast()) {
      this.#eliminate(p);
      // Variables merged into it follow, and those merged into these. The last in the list comes
      // next.
      waiting.push(p);
      for (let node = waiting.pop(); node !== undefined; node = waiting.pop()) {
        order[count++] = node;
        for (let i = this.#lastMerged[node]!; i >= 0; i = this.#mergedBefore[i]!) waiting.push(i);
      }
    }
    for (const hub of this.#hubs) if (this.#held[hub] === 0) order[count++] = hub;
    return order.subarray(0, count);
  }

  #eliminate(p: number): void {
    const count = this.#makeClique(p);
    const clique = this.#begin[p]!;
    const lists = this.#lists;
    const weights = this.#weight;
    const degree = this.#degree;
    this.#remaining -= weights[p]!;
    weights[p] = 0;
    this.#scanOutsides(clique, count);

    let weight = 0;
    for (let k = clique; k < clique + count; k++) weight += weights[lists[k]!]!;
    for (let k = clique; k < clique + count; k++) {
      const i = lists[k]!;
      const awaits = this.#awaits(i);
      if (awaits) this.#queue.remove(i, degree[i]!);
      const outside = this.#compress(i, p);
      if (outside === 0 && awaits) {
        // Variable i has no neighbours outside the clique, so it can be eliminated together with p
        // without further fill.
        weight -= weights[i]!;
        this.#remaining -= weights[i]!;
        this.#merge(i, p);
        continue;
      }
      if (outside < degree[i]!) degree[i] = outside;
    }
    for (let k = clique + count - 1; k >= clique; k--) if (this.#awaits(lists[k]!)) this.#noteSum(lists[k]!);
    for (let k = clique; k < clique + count; k++) this.#mergeAlike(lists[k]!);

    let members = clique;
    for (let k = clique; k < clique + count; k++) {
      const i = lists[k]!;
      const own = weights[i]!;
      if (own === 0) continue;
      lists[members++] = i;
      // The degree found so far is the weight outside the clique. The old degree also bounds it.
      degree[i] = Math.max(0, Math.min(this.#remaining - own, degree[i]! + weight - own));
      if (this.#awaits(i)) this.#queue.insert(i, degree[i]);
    }
    this.#free = members;
    this.#length[p] = members - clique;
    this.#elementWeight[p] = members > clique ? weight : -1;
  }

  /**
   * Makes the list of `p` that of its neighbours, by edges and by elements, and absorbs these
   * elements. Returns the number of neighbours.
   */
  #makeClique(p: number): number {
    if (this.#free + this.#size > this.#lists.length) this.#compact();
    const lists = this.#lists;
    const tag = ++this.#tag;
    const from = this.#begin[p]!;
    const edges = from + this.#elementCount[p]!;
    const end = from + this.#length[p]!;
    const clique = this.#free;
    this.#mark[p] = tag;
    this.#take(edges, end);
    for (let k = from; k < edges; k++) {
      const e = lists[k]!;
      if (this.#elementWeight[e]! < 0) continue;
      this.#take(this.#begin[e]!, this.#begin[e]! + this.#length[e]!);
      this.#absorb(e);
    }
    this.#begin[p] = clique;
    this.#elementCount[p] = 0;
    this.#length[p] = this.#free - clique;
    return this.#length[p];
  }

  /**
   * Adds the variables listed from `from` up to `to` to the list under construction, unless they
   * are on it.
   */
  #take(from: number, to: number): void {
    const lists = this.#lists;
    const mark = this.#mark;
    const weight = this.#weight;
    const tag = this.#tag;
    let free = this.#free;
    for (let k = from; k < to; k++) {
      const i = lists[k]!;
      if (weight[i] === 0 || mark[i] === tag) continue;
      mark[i] = tag;
      lists[free++] = i;
    }
    this.#free = free;
  }

  /** True if `i` is still to be eliminated. */
  #awaits(i: number): boolean {
    return this.#weight[i]! > 0 && this.#held[i] === 0;
  }

  #absorb(e: number): void {
    this.#elementWeight[e] = -1;
    this.#length[e] = 0;
  }

  /** Finds `|L_e \ L_p|` for all elements that meet the clique `L_p`. */
  #scanOutsides(clique: number, count: number): void {
    const lists = this.#lists;
    const outside = this.#outside;
    const outsideTag = this.#outsideTag;
    const elementWeight = this.#elementWeight;
    const tag = this.#tag;
    for (let k = clique; k < clique + count; k++) {
      const i = lists[k]!;
      const weight = this.#weight[i]!;
      const begin = this.#begin[i]!;
      const end = begin + this.#elementCount[i]!;
      for (let at = begin; at < end; at++) {
        const e = lists[at]!;
        if (elementWeight[e]! < 0) continue;
        if (outsideTag[e] !== tag) {
          outsideTag[e] = tag;
          outside[e] = elementWeight[e]!;
        }
        outside[e]! -= weight;
      }
    }
  }

  /**
   * Replaces the elements that the new element `p` covers in the list of `i`. Returns a bound on
   * the weight of the rest.
   */
  #compress(i: number, p: number): number {
    const lists = this.#lists;
    const mark = this.#mark;
    const weights = this.#weight;
    const tag = this.#tag;
    const begin = this.#begin[i]!;
    const edges = begin + this.#elementCount[i]!;
    const end = begin + this.#length[i]!;
    let weight = 0;
    let kept = begin;
    for (let k = begin; k < edges; k++) {
      const e = lists[k]!;
      if (this.#elementWeight[e]! < 0) continue;
      if (this.#outside[e] === 0) {
        // The element lies wholly within the clique.
        this.#absorb(e);
        continue;
      }
      lists[kept++] = e;
      weight += this.#outside[e]!;
    }
    this.#elementCount[i] = kept + 1 - begin;
    // There is room for one more entry, as the list had p itself, or an element that p has
    // absorbed.
    let next = p;
    for (let k = edges; k < end; k++) {
      const j = lists[k]!;
      if (weights[j] === 0 || mark[j] === tag) continue;
      lists[kept++] = next;
      next = j;
      weight += weights[j]!;
    }
    lists[kept++] = next;
    this.#length[i] = kept - begin;
    return weight;
  }

  #merge(i: number, into: number): void {
    this.#weight[i] = 0;
    this.#length[i] = 0;
    this.#mergedBefore[i] = this.#lastMerged[into]!;
    this.#lastMerged[into] = i;
  }

  #noteSum(i: number): void {
    const lists = this.#lists;
    const begin = this.#begin[i]!;
    const end = begin + this.#length[i]!;
    let sum = 0;
    for (let k = begin; k < end; k++) sum = (sum + lists[k]!) % this.#size;
    this.#sum[i] = sum;
    this.#nextWithSum[i] = this.#firstWithSum[sum]!;
    this.#firstWithSum[sum] = i;
  }

  /**
   * Merges the variables with the same neighbours among those whose lists have the same sum as that
   * of `i`, unless that has been done already.
   */
  #mergeAlike(i: number): void {
    if (this.#weight[i] === 0 || this.#held[i] === 1) return;
    const next = this.#nextWithSum;
    let one = this.#firstWithSum[this.#sum[i]!]!;
    this.#firstWithSum[this.#sum[i]!] = -1;
    for (; one >= 0 && next[one]! >= 0; one = next[one]!) {
      if (this.#weight[one] === 0) continue;
      this.#markList(one);
      for (let other = next[one]!; other >= 0; other = next[other]!) {
        if (this.#weight[other] === 0 || !this.#isMarked(other, one)) continue;
        this.#weight[one]! += this.#weight[other]!;
        this.#merge(other, one);
      }
    }
  }

  #markList(i: number): void {
    const tag = ++this.#tag;
    const begin = this.#begin[i]!;
    for (let k = begin; k < begin + this.#length[i]!; k++) this.#mark[this.#lists[k]!] = tag;
  }

  /**
   * True if the lists of `i` and of `marked`, whose entries are marked, are the same up to their
   * order.
   */
  #isMarked(i: number, marked: number): boolean {
    const begin = this.#begin[i]!;
    const end = begin + this.#length[i]!;
    if (this.#length[i] !== this.#length[marked] || this.#elementCount[i] !== this.#elementCount[marked]) return false;
    for (let k = begin; k < end; k++) if (this.#mark[this.#lists[k]!] !== this.#tag) return false;
    return true;
  }

  /**
   * Moves all lists together, to the beginning. Meanwhile the first entry of each list is stored
   * with its owner, and its place in the list holds the owner as a negative number.
   */
  #compact(): void {
    const lists = this.#lists;
    const begin = this.#begin;
    for (let i = 0; i < this.#size; i++) {
      if (this.#length[i] === 0) continue;
      const first = lists[begin[i]!]!;
      lists[begin[i]!] = -1 - i;
      begin[i] = first;
    }
    let free = 0;
    for (let k = 0; k < this.#free;) {
      const i = -1 - lists[k]!;
      if (i < 0) {
        k++;
        continue;
      }
      lists[free] = begin[i]!;
      begin[i] = free++;
      const end = k + this.#length[i]!;
      for (k++; k < end; k++) lists[free++] = lists[k]!;
    }
    this.#free = free;
  }
}
