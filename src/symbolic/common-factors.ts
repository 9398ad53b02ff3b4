import type { Graph } from './graph.js';
import { reachable, type Node, type SumNode } from './node.js';
import * as Q from './rational.js';
import { rebuild } from './rebuild.js';

/**
 * Factors out of sums what some of their terms have in common, `a·x + b·x + c → (a + b)·x + c`,
 * the most frequent factor first. A graph by itself factors out only what all terms have.
 *
 * This pays for nodes that are differentiated, since the derivative of `x` then stands before one
 * sum instead of before each term. Arguments of functions stay as they are, and so keep their
 * derivatives.
 */
export function factorSums(graph: Graph, roots: readonly Node[]): Node[] {
  const made = new Map<Node, Node>();
  const at = (node: Node): Node => made.get(node) ?? node;
  const isArithmetic = ({ kind }: Node): boolean => kind === 'sum' || kind === 'product';
  for (const node of reachable(roots, (one) => (isArithmetic(one) ? one.children : []))) {
    if (node.kind === 'sum') made.set(node, factored(graph, node, at));
    else if (node.kind === 'product') made.set(node, rebuild(graph, node, at));
  }
  return roots.map(at);
}

function factored(graph: Graph, { terms, constant }: SumNode, at: (node: Node) => Node): Node {
  let left = terms.map(({ coefficient, node }) => graph.scale(coefficient, at(node)));
  for (let chosen = mostFrequent(graph, left); chosen.size > 1; chosen = mostFrequent(graph, left)) {
    // In one order, so that `a·x − b·x` and `b·y − a·y` have one difference in common.
    const joined = graph.add(...[...chosen].sort((a, b) => a.id - b.id));
    left = [...left.filter((node) => !chosen.has(node)), joined];
  }
  return graph.addAsTheyAre(...left, graph.number(constant));
}

/** The terms that have the most frequent factor. */
function mostFrequent(graph: Graph, terms: readonly Node[]): ReadonlySet<Node> {
  const byFactor = new Map<string, Set<Node>>();
  let most: ReadonlySet<Node> = new Set();
  for (const node of terms) {
    if (node.kind !== 'product') continue;
    graph.spend(node.factors.length);
    for (const { base, exponent } of node.factors) {
      const key = `${base.id}${Q.isNegative(exponent) ? '/' : '*'}`;
      const having = byFactor.get(key) ?? new Set();
      byFactor.set(key, having.add(node));
      if (having.size > most.size) most = having;
    }
  }
  return most;
}
