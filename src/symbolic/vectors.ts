import type { Graph } from './graph.js';
import type { Node } from './node.js';

/** A vector as the nodes of its components. */
export type Vector = readonly Node[];

export const dot = (graph: Graph, a: Vector, b: Vector): Node =>
  graph.add(...a.map((node, i) => graph.multiply(node, b[i]!)));

/** `a·b` with no common factors factored out, for vectors whose components are computed anyway. */
export const dotAsTheyAre = (graph: Graph, a: Vector, b: Vector): Node =>
  graph.addAsTheyAre(...a.map((node, i) => graph.multiply(node, b[i]!)));

export const norm = (graph: Graph, a: Vector): Node => graph.sqrt(dot(graph, a, a));

export const cross = (graph: Graph, a: Vector, b: Vector): Node[] =>
  [0, 1, 2].map((k) => {
    const [i, j] = [(k + 1) % 3, (k + 2) % 3];
    return graph.subtract(graph.multiply(a[i]!, b[j]!), graph.multiply(a[j]!, b[i]!));
  });

export const difference = (graph: Graph, a: Vector, b: Vector): Node[] =>
  a.map((node, i) => graph.subtract(node, b[i]!));

/** `a − factor·b` */
export const minusScaled = (graph: Graph, a: Vector, factor: Node, b: Vector): Node[] =>
  a.map((node, i) => graph.subtract(node, graph.multiply(factor, b[i]!)));
