import type { ExpandedParameter } from '../formula/expanded.js';
import type { BoundsOf } from '../symbolic/bounds.js';
import type { Graph } from '../symbolic/graph.js';
import { reachable, type Node } from '../symbolic/node.js';
import * as Q from '../symbolic/rational.js';

/**
 * The scalar parameters that occur as a divisor. They do not change with the motion. A zero among
 * them is therefore no singular point but a mistake of the caller, which the runtime refuses.
 */
export function divisorParameters(params: readonly ExpandedParameter[], roots: readonly Node[]): Set<string> {
  const scalars = new Map(
    params.flatMap(({ kind, name, components }) => (kind === 'scalar' ? [[components[0]!, name]] : [])),
  );
  const divisors = new Set<string>();
  for (const node of reachable(roots)) {
    if (node.kind !== 'product') continue;
    for (const { base, exponent } of node.factors) {
      const name = scalars.get(base);
      if (name !== undefined && Q.isNegative(exponent)) divisors.add(name);
    }
  }
  return divisors;
}

/** A divisor that depends on parameters alone, and a bound on the terms that it is the sum of. */
export interface ParameterDivisor {
  readonly node: Node;
  readonly size: Node;
}

/**
 * The divisors among parameters alone that are no parameters themselves, as the determinant of edges at rest, and
 * may vanish. Where one is far below its size, its terms have cancelled, and the rest is rounding.
 */
export function parameterDivisors(
  graph: Graph,
  params: readonly ExpandedParameter[],
  roots: readonly Node[],
  bounds: BoundsOf,
): readonly ParameterDivisor[] {
  const components = new Set(params.flatMap((param) => param.components));
  const found = new Map<Node, Node>();
  for (const node of reachable(roots)) {
    if (node.kind !== 'product') continue;
    for (const { base, exponent } of node.factors) {
      if (!Q.isNegative(exponent) || base.kind === 'variable' || bounds.of(base).nonzero) continue;
      if (reachable([base]).every((part) => part.kind !== 'variable' || components.has(part)))
        found.set(base, sizeOf(graph, base));
    }
  }
  return [...found].map(([node, size]) => ({ node, size }));
}

/** `node` with the absolute values of the terms of all sums. */
function sizeOf(graph: Graph, node: Node): Node {
  if (node.kind === 'sum')
    return graph.combine([
      { coefficient: Q.absolute(node.constant), node: graph.number(1) },
      ...node.terms.map((term) => ({ coefficient: Q.absolute(term.coefficient), node: sizeOf(graph, term.node) })),
    ]);
  if (node.kind === 'product' && node.factors.every(({ exponent }) => !Q.isNegative(exponent)))
    return graph.scale(
      Q.absolute(node.coefficient),
      graph.multiply(...node.factors.map(({ base, exponent }) => graph.power(sizeOf(graph, base), exponent))),
    );
  return graph.call('abs', node);
}
