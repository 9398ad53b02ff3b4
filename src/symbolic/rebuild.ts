import type { Graph } from './graph.js';
import type { Node } from './node.js';

/** A node made of what its children have become, and as it stands otherwise: no factors are taken out, no parentheses opened. */
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
