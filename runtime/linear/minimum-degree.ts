import type { Graph } from './symmetric-pattern.js';

/** Nodes with more neighbours than this many times √n are put last without further thought: hubs that fill every factor anyway. */
const DENSE_FACTOR = 10;

/**
 * An elimination order of little fill: approximate minimum degree (Amestoy, Davis, Duff 1996, "An Approximate Minimum Degree Ordering
 * Algorithm", SIAM J. Matrix Anal. Appl. 17). `weights[i]` is the number of rows that node `i` stands for. Returns the nodes in order.
 *
 * What hangs on the rest by one edge makes no fill, and goes first: of chains and trees nothing is left then.
 */
export function minimumDegreeOrder(graph: Graph, weights: Int32Array): Int32Array {
  const { order, count } = peelTrees(graph);
  if (count === graph.size) return order;
  const isLeft = new Uint8Array(graph.size).fill(1);
  for (let k = 0; k < count; k++) isLeft[order[k]!] = 0;
  const core = new Int32Array(graph.size - count);
  const number = new Int32Array(graph.size);
  for (let i = 0, n = 0; i < graph.size; i++) {
    if (isLeft[i] === 0) continue;
    number[i] = n;
    core[n++] = i;
  }
  const start = new Int32Array(core.length + 1);
  const neighbour = new Int32Array(graph.neighbour.length);
  let edges = 0;
  for (let n = 0; n < core.length; n++) {
    for (let e = graph.start[core[n]!]!; e < graph.start[core[n]! + 1]!; e++) {
      const j = graph.neighbour[e]!;
      if (isLeft[j] === 1) neighbour[edges++] = number[j]!;
    }
    start[n + 1] = edges;
  }
  const coreWeights = core.map((i) => weights[i]!);
  const rest = new QuotientGraph({ size: core.length, start, neighbour }, coreWeights).eliminateAll();
  for (let k = 0; k < rest.length; k++) order[count + k] = core[rest[k]!]!;
  return order;
}

/** Takes off nodes with at most one neighbour as long as there are any: the first `count` of `order`. */
function peelTrees({ size, start, neighbour }: Graph): { order: Int32Array; count: number } {
  const order = new Int32Array(size);
  const degree = new Int32Array(size);
  let count = 0;
  for (let i = 0; i < size; i++) {
    degree[i] = start[i + 1]! - start[i]!;
    if (degree[i]! <= 1) order[count++] = i;
  }
  for (let k = 0; k < count; k++) {
    const i = order[k]!;
    degree[i] = -1;
    for (let e = start[i]!; e < start[i + 1]!; e++) {
      const j = neighbour[e]!;
      if (degree[j]! < 0) continue;
      degree[j]!--;
      if (degree[j] === 1) order[count++] = j;
    }
  }
  return { order, count };
}

/**
 * The graph of what is left to eliminate. A node is a *variable* until it is eliminated, and then an *element*: a clique of the variables
 * that it was adjacent to, kept as a list instead of as edges, so that the graph never grows. Variables that have become indistinguishable are
 * one *supervariable*.
 */
class QuotientGraph {
  readonly #size: number;
  /** Adjacent variables by edges, and adjacent elements, of each variable. */
  readonly #variables: number[][] = [];
  readonly #elements: number[][] = [];
  /** Variables of each element, once it is one. */
  readonly #members: number[][] = [];
  /** Total weight of an element's variables; −1 once absorbed by another. */
  readonly #elementWeight: Int32Array;
  /** Weight of a supervariable; 0 for what is no variable of its own any more. */
  readonly #weight: Int32Array;
  /** Upper bound on the weight of what the elimination of a variable would connect. */
  readonly #degree: Int32Array;
  /** What was merged into each variable, to be ordered right after it. */
  readonly #merged: (number[] | undefined)[];
  readonly #queue: DegreeQueue;
  /** `outside[e] = |L_e \ L_p|` where `outsideTag[e]` is the present tag. */
  readonly #outside: Int32Array;
  readonly #outsideTag: Int32Array;
  readonly #mark: Int32Array;
  #tag = 0;
  #remaining = 0;
  readonly #hubs: number[] = [];

  constructor({ size, start, neighbour }: Graph, weights: Int32Array) {
    this.#size = size;
    this.#elementWeight = new Int32Array(size).fill(-1);
    this.#weight = weights.slice();
    this.#degree = new Int32Array(size);
    this.#merged = new Array<number[] | undefined>(size);
    this.#outside = new Int32Array(size);
    this.#outsideTag = new Int32Array(size);
    this.#mark = new Int32Array(size);

    const limit = Math.max(16, DENSE_FACTOR * Math.sqrt(size));
    for (let i = 0; i < size; i++) {
      if (start[i + 1]! - start[i]! > limit) this.#hubs.push(i);
    }
    for (const hub of this.#hubs) this.#weight[hub] = 0;
    for (let i = 0; i < size; i++) {
      const list: number[] = [];
      for (let e = start[i]!; e < start[i + 1]!; e++) {
        const j = neighbour[e]!;
        if (this.#weight[j]! > 0) list.push(j);
      }
      this.#variables.push(list);
      this.#elements.push([]);
      this.#members.push([]);
      for (const j of list) this.#degree[i]! += this.#weight[j]!;
      this.#remaining += this.#weight[i]!;
    }
    this.#queue = new DegreeQueue(size, this.#remaining);
    for (let i = size - 1; i >= 0; i--) if (this.#weight[i]! > 0) this.#queue.insert(i, this.#degree[i]!);
  }

  eliminateAll(): Int32Array {
    const order = new Int32Array(this.#size);
    let count = 0;
    const waiting: number[] = [];
    const place = (node: number): void => {
      waiting.push(node);
      for (let i = waiting.pop(); i !== undefined; i = waiting.pop()) {
        order[count++] = i;
        const merged = this.#merged[i];
        if (merged) for (let k = merged.length - 1; k >= 0; k--) waiting.push(merged[k]!);
      }
    };
    for (let p = this.#queue.takeLeast(); p >= 0; p = this.#queue.takeLeast()) {
      this.#eliminate(p);
      place(p);
    }
    for (const hub of this.#hubs) order[count++] = hub;
    return order;
  }

  #eliminate(p: number): void {
    const clique = this.#takeClique(p);
    this.#remaining -= this.#weight[p]!;
    this.#weight[p] = 0;
    this.#scanOutsides(clique);

    let weight = 0;
    for (const i of clique) weight += this.#weight[i]!;
    const hashes = new Map<number, number[]>();
    for (const i of clique) {
      this.#queue.remove(i, this.#degree[i]!);
      const outside = this.#compress(i);
      if (outside === 0) {
        // Nothing of i lies outside the clique: it can be eliminated together with p, without further fill.
        weight -= this.#weight[i]!;
        this.#remaining -= this.#weight[i]!;
        this.#merge(i, p);
        continue;
      }
      this.#degree[i] = Math.min(this.#degree[i]!, outside);
      this.#elements[i]!.push(p);
      this.#addToHash(hashes, i);
    }
    for (const candidates of hashes.values()) {
      if (candidates.length > 1) this.#mergeAlike(candidates);
    }
    const members = clique.filter((i) => this.#weight[i]! > 0);
    this.#members[p] = members;
    this.#elementWeight[p] = members.length > 0 ? weight : -1;
    for (const i of members) {
      // The degree so far was what lies outside the clique, or the old degree.
      const own = this.#weight[i]!;
      this.#degree[i] = Math.max(0, Math.min(this.#remaining - own, this.#degree[i]! + weight - own));
      this.#queue.insert(i, this.#degree[i]);
    }
  }

  /** `L_p`: what `p` is adjacent to, by edges and by elements, which it absorbs. */
  #takeClique(p: number): number[] {
    const tag = ++this.#tag;
    const clique: number[] = [];
    const mark = this.#mark;
    mark[p] = tag;
    const take = (i: number): void => {
      if (!this.#isVariable(i) || mark[i] === tag) return;
      mark[i] = tag;
      clique.push(i);
    };
    for (const i of this.#variables[p]!) take(i);
    for (const e of this.#elements[p]!) {
      if (this.#elementWeight[e]! < 0) continue;
      for (const i of this.#members[e]!) take(i);
      this.#absorb(e);
    }
    this.#variables[p] = [];
    this.#elements[p] = [];
    return clique;
  }

  #isVariable(i: number): boolean {
    return this.#weight[i]! > 0;
  }

  #absorb(e: number): void {
    this.#elementWeight[e] = -1;
    this.#members[e] = [];
  }

  /** Finds `|L_e \ L_p|` for all elements that meet the clique `L_p`. */
  #scanOutsides(clique: readonly number[]): void {
    const tag = this.#tag;
    for (const i of clique) {
      for (const e of this.#elements[i]!) {
        if (this.#elementWeight[e]! < 0) continue;
        if (this.#outsideTag[e] !== tag) {
          this.#outsideTag[e] = tag;
          this.#outside[e] = this.#elementWeight[e]!;
        }
        this.#outside[e]! -= this.#weight[i]!;
      }
    }
  }

  /** Drops what the new element covers from the lists of `i`; returns (a bound on) the weight of what is left. */
  #compress(i: number): number {
    const tag = this.#tag;
    let outside = 0;
    const elements = this.#elements[i]!;
    let kept = 0;
    for (const e of elements) {
      if (this.#elementWeight[e]! < 0) continue;
      if (this.#outside[e] === 0) {
        // Lies within the clique altogether.
        this.#absorb(e);
        continue;
      }
      elements[kept++] = e;
      outside += this.#outside[e]!;
    }
    elements.length = kept;
    const variables = this.#variables[i]!;
    kept = 0;
    for (const j of variables) {
      if (!this.#isVariable(j) || this.#mark[j] === tag) continue;
      variables[kept++] = j;
      outside += this.#weight[j]!;
    }
    variables.length = kept;
    return outside;
  }

  #merge(i: number, into: number): void {
    this.#weight[i] = 0;
    this.#variables[i] = [];
    this.#elements[i] = [];
    (this.#merged[into] ??= []).push(i);
  }

  #addToHash(hashes: Map<number, number[]>, i: number): void {
    let hash = 0;
    for (const e of this.#elements[i]!) hash += e;
    for (const j of this.#variables[i]!) hash += j;
    const alike = hashes.get(hash);
    if (alike) alike.push(i);
    else hashes.set(hash, [i]);
  }

  /** Merges those of `candidates` that have the same neighbours. */
  #mergeAlike(candidates: readonly number[]): void {
    for (let a = 0; a < candidates.length; a++) {
      const i = candidates[a]!;
      if (!this.#isVariable(i)) continue;
      const tag = ++this.#tag;
      for (const e of this.#elements[i]!) this.#outsideTag[e] = tag;
      for (const j of this.#variables[i]!) this.#mark[j] = tag;
      for (let b = a + 1; b < candidates.length; b++) {
        const j = candidates[b]!;
        if (!this.#isVariable(j) || !this.#isMarked(i, j, tag)) continue;
        this.#weight[i]! += this.#weight[j]!;
        this.#merge(j, i);
      }
    }
  }

  #isMarked(i: number, j: number, tag: number): boolean {
    return (
      this.#elements[j]!.length === this.#elements[i]!.length &&
      this.#variables[j]!.length === this.#variables[i]!.length &&
      this.#elements[j]!.every((e) => this.#outsideTag[e] === tag) &&
      this.#variables[j]!.every((v) => this.#mark[v] === tag)
    );
  }
}

/** Nodes by degree, last in first out within a degree: a doubly linked list per degree. */
class DegreeQueue {
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

  /** The last of the least degree, or −1 if there is none left. */
  takeLeast(): number {
    while (this.#least < this.#head.length && this.#head[this.#least]! < 0) this.#least++;
    if (this.#least >= this.#head.length) return -1;
    const i = this.#head[this.#least]!;
    this.remove(i, this.#least);
    return i;
  }
}
