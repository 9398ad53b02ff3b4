import { DegreeQueue } from './degree-queue.js';
import { NodeLists } from './node-lists.js';
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
  readonly #nodes: NodeLists;
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
    this.#nodes = new NodeLists(size, Math.ceil(1.2 * neighbour.length) + size);
    this.#elementWeight = new Int32Array(size).fill(-1);
    this.#weight = weights.slice();
    this.#degree = new Int32Array(size);
    this.#lastMerged = new Int32Array(size).fill(-1);
    this.#mergedBefore = new Int32Array(size);
    this.#outside = new Int32Array(size);
    this.#outsideTag = new Int32Array(size);
    this.#firstWithSum = new Int32Array(size).fill(-1);
    this.#nextWithSum = new Int32Array(size);
    this.#sum = new Int32Array(size);

    const limit = Math.max(16, DENSE_FACTOR * Math.sqrt(size));
    for (let i = 0; i < size; i++) {
      if (start[i + 1]! - start[i]! > limit) this.#hubs.push(i);
    }
    for (const hub of this.#hubs) this.#weight[hub] = 0;
    const weight = this.#weight;
    const nodes = this.#nodes;
    for (let i = 0; i < size; i++) {
      if (weight[i] === 0) continue;
      nodes.begin[i] = nodes.free;
      for (let e = start[i]!; e < start[i + 1]!; e++) {
        const j = neighbour[e]!;
        if (weight[j] === 0) continue;
        nodes.entries[nodes.free++] = j;
        this.#degree[i]! += weight[j]!;
      }
      nodes.length[i] = nodes.free - nodes.begin[i]!;
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
    const nodes = this.#nodes;
    const clique = nodes.begin[p]!;
    const lists = nodes.entries;
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
    nodes.free = members;
    nodes.length[p] = members - clique;
    this.#elementWeight[p] = members > clique ? weight : -1;
  }

  /**
   * Makes the list of `p` that of its neighbours, by edges and by elements, and absorbs these
   * elements. Returns the number of neighbours.
   */
  #makeClique(p: number): number {
    const nodes = this.#nodes;
    if (nodes.free + this.#size > nodes.entries.length) nodes.compact();
    const { entries, begin, length, elementCount } = nodes;
    const from = begin[p]!;
    const edges = from + elementCount[p]!;
    const end = from + length[p]!;
    const clique = nodes.free;
    nodes.mark[p] = ++nodes.tag;
    this.#take(edges, end);
    for (let k = from; k < edges; k++) {
      const e = entries[k]!;
      if (this.#elementWeight[e]! < 0) continue;
      this.#take(begin[e]!, begin[e]! + length[e]!);
      this.#absorb(e);
    }
    begin[p] = clique;
    elementCount[p] = 0;
    length[p] = nodes.free - clique;
    return length[p];
  }

  /**
   * Adds the variables listed from `from` up to `to` to the list under construction, unless they
   * are on it.
   */
  #take(from: number, to: number): void {
    const nodes = this.#nodes;
    const { entries, mark, tag } = nodes;
    const weight = this.#weight;
    let { free } = nodes;
    for (let k = from; k < to; k++) {
      const i = entries[k]!;
      if (weight[i] === 0 || mark[i] === tag) continue;
      mark[i] = tag;
      entries[free++] = i;
    }
    nodes.free = free;
  }

  /** True if `i` is still to be eliminated. */
  #awaits(i: number): boolean {
    return this.#weight[i]! > 0 && this.#held[i] === 0;
  }

  #absorb(e: number): void {
    this.#elementWeight[e] = -1;
    this.#nodes.length[e] = 0;
  }

  /** Finds `|L_e \ L_p|` for all elements that meet the clique `L_p`. */
  #scanOutsides(clique: number, count: number): void {
    const { entries, begin, elementCount, tag } = this.#nodes;
    const outside = this.#outside;
    const outsideTag = this.#outsideTag;
    const elementWeight = this.#elementWeight;
    for (let k = clique; k < clique + count; k++) {
      const i = entries[k]!;
      const weight = this.#weight[i]!;
      const end = begin[i]! + elementCount[i]!;
      for (let at = begin[i]!; at < end; at++) {
        const e = entries[at]!;
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
    const nodes = this.#nodes;
    const { entries: lists, mark, tag } = nodes;
    const weights = this.#weight;
    const begin = nodes.begin[i]!;
    const edges = begin + nodes.elementCount[i]!;
    const end = begin + nodes.length[i]!;
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
    nodes.elementCount[i] = kept + 1 - begin;
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
    nodes.length[i] = kept - begin;
    return weight;
  }

  #merge(i: number, into: number): void {
    this.#weight[i] = 0;
    this.#nodes.length[i] = 0;
    this.#mergedBefore[i] = this.#lastMerged[into]!;
    this.#lastMerged[into] = i;
  }

  #noteSum(i: number): void {
    const sum = this.#nodes.sumOf(i);
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
    const nodes = this.#nodes;
    const next = this.#nextWithSum;
    let one = this.#firstWithSum[this.#sum[i]!]!;
    this.#firstWithSum[this.#sum[i]!] = -1;
    for (; one >= 0 && next[one]! >= 0; one = next[one]!) {
      if (this.#weight[one] === 0) continue;
      nodes.markAll(one);
      for (let other = next[one]!; other >= 0; other = next[other]!) {
        if (this.#weight[other] === 0 || !nodes.isMarked(other, one)) continue;
        this.#weight[one]! += this.#weight[other]!;
        this.#merge(other, one);
      }
    }
  }
}
