import { QuotientGraph } from './quotient-graph.js';
import type { Graph } from '../equations/symmetric-pattern.js';

/** A degree above that of every node. */
const NEVER = 0x3fffffff;

/**
 * Finds an elimination order with little fill by approximate minimum degree (Amestoy, Davis, Duff
 * 1996, "An Approximate Minimum Degree Ordering Algorithm", SIAM J. Matrix Anal. Appl. 17).
 * `weights[i]` is the number of rows that node `i` stands for. Returns the nodes in order, without
 * those marked 1 in `held`. These count as neighbours, but are eliminated after all others.
 *
 * Nodes attached by a single edge cause no fill and go first. This leaves nothing of chains and
 * trees.
 */
export function minimumDegreeOrder(
  graph: Graph,
  weights: Int32Array,
  held: Uint8Array = new Uint8Array(graph.size),
): Int32Array {
  const { order, count } = peelTrees(graph, held);
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
  const coreHeld = new Uint8Array(core.length);
  for (let n = 0; n < core.length; n++) coreHeld[n] = held[core[n]!]!;
  const rest = new QuotientGraph({ size: core.length, start, neighbour }, coreWeights, coreHeld).eliminateAll();
  for (let k = 0; k < rest.length; k++) order[count + k] = core[rest[k]!]!;
  return order.subarray(0, count + rest.length);
}

/**
 * Removes nodes with at most one neighbour, unless they are held, as long as there are any. They
 * are the first `count` of `order`.
 */
function peelTrees({ size, start, neighbour }: Graph, held: Uint8Array): { order: Int32Array; count: number } {
  const order = new Int32Array(size);
  const degree = new Int32Array(size);
  let count = 0;
  for (let i = 0; i < size; i++) {
    degree[i] = held[i] === 1 ? NEVER : start[i + 1]! - start[i]!;
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
