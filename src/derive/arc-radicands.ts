import { primitiveOf } from '../primitives/index.js';
import { reachable, type Node } from '../symbolic/node.js';
import * as Q from '../symbolic/rational.js';
import type { ExpandedFormulas } from './singular-points.js';

/**
 * The radicands `1 − u²` in the derivatives of `acos u` and `asin u`. They are negative where
 * rounding has led `u` beyond ±1.
 */
export function arcRadicands({
  graph,
  C,
  sources,
}: Pick<ExpandedFormulas, 'graph' | 'C' | 'sources'>): ReadonlySet<Node> {
  const radicands = new Set<Node>();
  for (const node of reachable([...C, ...sources.keys()])) {
    if (node.kind !== 'call' || !primitiveOf(node.name).singular?.some(({ clamped }) => clamped)) continue;
    const root = graph.power(graph.oneMinusSquare(node.args[0]!), Q.HALF);
    if (root.kind !== 'product') continue;
    for (const { base, exponent } of root.factors) if (Q.equals(exponent, Q.HALF)) radicands.add(base);
  }
  return radicands;
}
