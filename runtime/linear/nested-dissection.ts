import type { Graph } from '../equations/symmetric-pattern.js';

/** Largest number of nodes of a part that is not cut further. */
const SMALLEST = 500;
/** Least share of the weight of both sides that the lighter side of a cut has. */
const LEAST_SHARE = 0.2;

/** Result of {@link dissect}. */
export interface Dissection {
  /**
   * All nodes: for each part the two sides of its cut, one after the other, and then the separator.
   */
  readonly order: Int32Array;
  /** 1 for nodes of separators, 0 for others. */
  readonly isSeparator: Uint8Array;
}

/**
 * Nested dissection (George 1973, "Nested Dissection of a Regular Finite Element Mesh"): a
 * separator cuts the graph into two sides that no edge joins, further separators cut these, and so
 * on. Eliminated in this order, the sides of a cut cause no fill between each other.
 *
 * Cuts are found by distances, counted in edges, from four landmarks `a, b, c, d`. Two are far from
 * each other; the other two are far from each other among the nodes half-way between the first two.
 * On a rectangular net they are the corners. `d_a + d_c − d_b − d_d` and similar scores then act as
 * coordinates. Thresholds are tried along them that leave no side too light. The separator is the
 * boundary of a side. Costs O(edges · log nodes) where cuts are even.
 */
export function dissect(graph: Graph, weights: Int32Array): Dissection {
  return new Dissector(graph, weights).run();
}

/**
 * Signs of the distances from the four landmarks in each of the scores along which cuts are tried.
 */
const DIRECTIONS: readonly (readonly [number, number, number, number])[] = [
  [1, -1, 0, 0],
  [0, 0, 1, -1],
  [1, -1, 1, -1],
  [1, -1, -1, 1],
];

/** Nodes `order[begin] … order[end − 1]` of a part. */
type Range = readonly [begin: number, end: number];

class Dissector {
  readonly #graph: Graph;
  readonly #weights: Int32Array;
  readonly #order: Int32Array;
  readonly #isSeparator: Uint8Array;
  /** Part that each node is in; −1 for separators. */
  readonly #part: Int32Array;
  #parts = 0;
  readonly #queue: Int32Array;
  /** Distances from the landmarks. */
  readonly #distance: readonly [Int32Array, Int32Array, Int32Array, Int32Array];
  readonly #score: Int32Array;
  /**
   * Histograms over scores, from the lowest in the part on: weights, and changes of the weights of
   * the boundaries of the upper and the lower side.
   */
  readonly #weightAt: Int32Array;
  readonly #upperAt: Int32Array;
  readonly #lowerAt: Int32Array;
  readonly #spare: Int32Array;

  // The best cut so far. Nodes with a score below the threshold are on the lower side.
  #quotient = Infinity;
  #direction = 0;
  #threshold = 0;
  #cutsUpper = false;

  constructor(graph: Graph, weights: Int32Array) {
    const { size } = graph;
    this.#graph = graph;
    this.#weights = weights;
    this.#order = Int32Array.from({ length: size }, (_, i) => i);
    this.#isSeparator = new Uint8Array(size);
    this.#part = new Int32Array(size);
    this.#queue = new Int32Array(size);
    this.#distance = [new Int32Array(size), new Int32Array(size), new Int32Array(size), new Int32Array(size)];
    this.#score = new Int32Array(size);
    this.#weightAt = new Int32Array(4 * size + 2);
    this.#upperAt = new Int32Array(4 * size + 2);
    this.#lowerAt = new Int32Array(4 * size + 2);
    this.#spare = new Int32Array(size);
  }

  run(): Dissection {
    const waiting: Range[] = [[0, this.#graph.size]];
    for (let range = waiting.pop(); range; range = waiting.pop()) {
      const [begin, end] = range;
      if (end - begin <= SMALLEST) continue;
      for (const part of this.#split(begin, end)) waiting.push(part);
    }
    return { order: this.#order, isSeparator: this.#isSeparator };
  }

  /**
   * Orders the nodes of a part by its sides and its separator. Returns the ranges to cut further.
   */
  #split(begin: number, end: number): readonly Range[] {
    const order = this.#order;
    const part = this.#part;
    const queue = this.#queue;
    const [a, b, c, d] = this.#distance;
    const id = ++this.#parts;
    for (let k = begin; k < end; k++) part[order[k]!] = id;

    const reached = this.#search(order[begin]!, a);
    if (reached < end - begin) return this.#separateComponents(begin, end, id);
    const first = queue[reached - 1]!;
    this.#search(first, a);
    this.#search(queue[reached - 1]!, b);
    // Half-way between the two landmarks.
    const isHalfWay = (i: number): boolean => Math.abs(a[i]! - b[i]!) <= 1;
    let between = first;
    for (let k = reached - 1; k >= 0; k--) if (isHalfWay(queue[k]!)) between = queue[k]!;
    this.#search(between, c);
    for (let turn = 0; turn < 2; turn++) {
      let farthest = between;
      for (let k = 0; k < reached; k++) if (isHalfWay(queue[k]!)) farthest = queue[k]!;
      this.#search(farthest, turn === 0 ? c : d);
    }

    this.#quotient = Infinity;
    for (let direction = 0; direction < DIRECTIONS.length; direction++) this.#tryDirection(direction, begin, end);
    return this.#quotient === Infinity ? [] : this.#cut(begin, end);
  }

  /**
   * Finds distances from `from` within its part, breadth first. Leaves the nodes in that order in
   * the queue, and returns their number.
   */
  #search(from: number, distance: Int32Array): number {
    const { start, neighbour } = this.#graph;
    const part = this.#part;
    const queue = this.#queue;
    // The nodes that are reached become a part of their own.
    const unreached = part[from]!;
    const id = ++this.#parts;
    let count = 1;
    queue[0] = from;
    part[from] = id;
    distance[from] = 0;
    for (let head = 0; head < count; head++) {
      const i = queue[head]!;
      const next = distance[i]! + 1;
      for (let e = start[i]!; e < start[i + 1]!; e++) {
        const j = neighbour[e]!;
        if (part[j] !== unreached) continue;
        part[j] = id;
        distance[j] = next;
        queue[count++] = j;
      }
    }
    return count;
  }

  /** Places the nodes of each component of a part next to each other. */
  #separateComponents(begin: number, end: number, id: number): readonly Range[] {
    const order = this.#order;
    const part = this.#part;
    const spare = this.#spare;
    const ranges: Range[] = [];
    for (let k = begin; k < end; k++) part[order[k]!] = id;
    let from = begin;
    for (let k = begin; k < end; k++) {
      if (part[order[k]!] !== id) continue;
      const to = from + this.#search(order[k]!, this.#distance[0]);
      for (let i = from; i < to; i++) spare[i] = this.#queue[i - from]!;
      ranges.push([from, to]);
      from = to;
    }
    for (let k = begin; k < end; k++) order[k] = spare[k]!;
    return ranges;
  }

  /** Tries to improve on the best cut so far along one of the scores. */
  #tryDirection(direction: number, begin: number, end: number): void {
    const { start, neighbour } = this.#graph;
    const order = this.#order;
    const part = this.#part;
    const weights = this.#weights;
    const score = this.#score;
    const weightAt = this.#weightAt;
    const upperAt = this.#upperAt;
    const lowerAt = this.#lowerAt;
    const id = part[order[begin]!]!;
    this.#setScores(direction, begin, end);
    let lowest = Infinity;
    let highest = -Infinity;
    for (let k = begin; k < end; k++) {
      const s = score[order[k]!]!;
      if (s < lowest) lowest = s;
      if (s > highest) highest = s;
    }
    const range = highest - lowest + 2;
    weightAt.fill(0, 0, range);
    upperAt.fill(0, 0, range);
    lowerAt.fill(0, 0, range);
    let total = 0;
    for (let k = begin; k < end; k++) {
      const i = order[k]!;
      const s = score[i]!;
      let least = s;
      let most = s;
      for (let e = start[i]!; e < start[i + 1]!; e++) {
        const j = neighbour[e]!;
        if (part[j] !== id) continue;
        if (score[j]! < least) least = score[j]!;
        if (score[j]! > most) most = score[j]!;
      }
      const w = weights[i]!;
      total += w;
      weightAt[s - lowest]! += w;
      // The node is on the boundary of the upper side for thresholds in (least, s], and on that of
      // the lower side for thresholds in (s, most].
      upperAt[least + 1 - lowest]! += w;
      upperAt[s + 1 - lowest]! -= w;
      lowerAt[s + 1 - lowest]! += w;
      lowerAt[most + 1 - lowest]! -= w;
    }
    let below = 0;
    let upper = 0;
    let lower = 0;
    for (let t = 0; t < range; t++) {
      upper += upperAt[t]!;
      lower += lowerAt[t]!;
      this.#consider(direction, lowest + t, true, upper, below, total - below - upper);
      this.#consider(direction, lowest + t, false, lower, below - lower, total - below);
      below += weightAt[t]!;
    }
  }

  #consider(direction: number, threshold: number, cutsUpper: boolean, cut: number, one: number, other: number): void {
    if (Math.min(one, other) < LEAST_SHARE * (one + other) || one * other === 0) return;
    const quotient = cut / one / other;
    if (!(quotient < this.#quotient)) return;
    this.#quotient = quotient;
    this.#direction = direction;
    this.#threshold = threshold;
    this.#cutsUpper = cutsUpper;
  }

  #setScores(direction: number, begin: number, end: number): void {
    const [a, b, c, d] = this.#distance;
    const [fa, fb, fc, fd] = DIRECTIONS[direction]!;
    const order = this.#order;
    const score = this.#score;
    for (let k = begin; k < end; k++) {
      const i = order[k]!;
      score[i] = fa * a[i]! + fb * b[i]! + fc * c[i]! + fd * d[i]!;
    }
  }

  /** Applies the best cut. */
  #cut(begin: number, end: number): readonly Range[] {
    const { start, neighbour } = this.#graph;
    const order = this.#order;
    const part = this.#part;
    const score = this.#score;
    const spare = this.#spare;
    const threshold = this.#threshold;
    const id = part[order[begin]!]!;
    this.#setScores(this.#direction, begin, end);
    let upper = 0;
    let separators = 0;
    let lower = begin;
    for (let k = begin; k < end; k++) {
      const i = order[k]!;
      const isUpper = score[i]! >= threshold;
      if (isUpper === this.#cutsUpper) {
        let crosses = false;
        for (let e = start[i]!; e < start[i + 1]!; e++) {
          const j = neighbour[e]!;
          if (part[j] === id && score[j]! >= threshold !== isUpper) crosses = true;
        }
        if (crosses) {
          this.#queue[separators++] = i;
          continue;
        }
      }
      if (isUpper) spare[upper++] = i;
      else order[lower++] = i;
    }
    order.set(spare.subarray(0, upper), lower);
    order.set(this.#queue.subarray(0, separators), lower + upper);
    for (let k = 0; k < separators; k++) {
      part[this.#queue[k]!] = -1;
      this.#isSeparator[this.#queue[k]!] = 1;
    }
    return [
      [begin, lower],
      [lower, lower + upper],
    ];
  }
}
