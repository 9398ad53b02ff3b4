import { minimumDegreeOrder } from './minimum-degree.js';
import { dissect } from './nested-dissection.js';
import type { Graph } from '../equations/symmetric-pattern.js';

/**
 * Finds an order in which to eliminate the nodes of a graph. `weights[i]` is the number of rows
 * that node `i` stands for.
 */
export type EliminationOrder = (graph: Graph, weights: Int32Array) => Int32Array;

/** Orders by approximate minimum degree. */
export const byMinimumDegree: EliminationOrder = (graph, weights) => minimumDegreeOrder(graph, weights);

/**
 * Orders by nested dissection: first the nodes of no separator, by approximate minimum degree, and
 * then the separators, those of the last cuts first.
 */
export const byDissection: EliminationOrder = (graph, weights) => {
  const { order, isSeparator } = dissect(graph, weights);
  const parts = minimumDegreeOrder(graph, weights, isSeparator);
  const nodes = new Int32Array(graph.size);
  nodes.set(parts);
  let k = parts.length;
  for (const node of order) if (isSeparator[node] === 1) nodes[k++] = node;
  return nodes;
};
