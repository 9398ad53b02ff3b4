import type { Graph } from './graph.js';
import type { Node } from './node.js';

/**
 * Rebuilds a node on new children, otherwise unchanged: no factors are factored out, no sums
 * flattened.
 */
export function rebuild(graph: Graph, node: Node, at: (child: Node) => Node): Node {
  if (node.children.every((child) => at(child) === child)) return node;
  switch (node.kind) {
    case 'number':
    case 'constant':
    case 'variable':
      return node;
    case 'sum':
      return graph.addAsTheyAre(
        ...node.terms.map((term) => graph.scale(term.coefficient, at(term.node))),
        graph.number(node.constant),
      );
    case 'product':
      return graph.scale(
        node.coefficient,
        graph.multiply(...node.factors.map(({ base, exponent }) => graph.power(at(base), exponent))),
      );
    case 'call':
      return graph.call(node.name, ...node.args.map(at));
    case 'condition':
      return graph.condition(node.name, ...node.args.map(at));
    case 'select':
      return graph.select(at(node.condition), at(node.whenTrue), at(node.whenFalse));
  }
}
