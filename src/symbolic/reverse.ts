import type { Graph } from './graph.js';
import { reachable, type Node, type SumNode } from './node.js';
import { partialDerivatives } from './rules.js';

/**
 * Reverse sweep: `∂output/∂variable` for every variable, in one pass from the output down (Griewank
 * and Walther, *Evaluating Derivatives*, section 3.2). The adjoint of a node is `∂output/∂node`;
 * each user adds `adjoint · ∂user/∂node`.
 *
 * Any nodes can be variables, and the sweep ends at them. If one variable is computed from another,
 * the derivative by the other excludes the dependence through the first.
 */
export function gradient(graph: Graph, output: Node, variables: readonly Node[]): Node[] {
  const partsOf = (node: Node): readonly Node[] =>
    graph
      .ruleOf(node)
      ?.gradient()
      .map(([part]) => part) ?? node.children;
  const order = reachable([output], partsOf);
  const contributions = new Map<Node, Node[]>([[output, [graph.one]]]);
  const adjoints = new Map<Node, Node>();
  const give = (node: Node, amount: Node): void => {
    const list = contributions.get(node);
    if (list === undefined) contributions.set(node, [amount]);
    else list.push(amount);
  };
  // An adjoint that a variable gets through `a − b` goes to `b` with the other sign: a summand of
  // several entries of the gradient.
  const differences = new Map<Node, Node[]>();
  const giveThroughSum = (sum: SumNode, node: Node, amount: Node): void => {
    const list = differences.get(node);
    if (node.kind !== 'variable' || sum.terms.length === 1) give(node, amount);
    else if (list === undefined) differences.set(node, [amount]);
    else list.push(amount);
  };
  const ends = new Set(variables);
  const depends = dependents(order, ends, partsOf);
  for (const node of order.reverse()) {
    const list = contributions.get(node);
    const fromDifferences = differences.get(node);
    if ((list === undefined && fromDifferences === undefined) || !depends.has(node)) continue;
    const adjoint = graph.addAsTheyAre(graph.add(...(list ?? [])), ...(fromDifferences ?? []));
    adjoints.set(node, adjoint);
    if (ends.has(node)) continue;
    switch (node.kind) {
      case 'number':
      case 'constant':
      case 'variable':
      case 'condition':
        break;
      case 'sum':
        for (const { coefficient, node: child } of node.terms)
          giveThroughSum(node, child, graph.scale(coefficient, adjoint));
        break;
      case 'product':
        // ∂(c Π f^e)/∂f = e · (c Π f^e) / f
        for (const { base, exponent } of node.factors) {
          if (depends.has(base)) give(base, graph.scale(exponent, graph.multiply(adjoint, graph.divide(node, base))));
        }
        break;
      case 'call': {
        const rule = graph.ruleOf(node);
        if (rule !== undefined) {
          for (const [part, slope] of rule.gradient())
            if (depends.has(part)) give(part, graph.multiply(adjoint, slope));
          break;
        }
        partialDerivatives(graph, node).forEach((partial, i) => {
          const argument = node.args[i]!;
          if (depends.has(argument)) give(argument, graph.multiply(adjoint, partial));
        });
        break;
      }
      case 'select':
        give(node.whenTrue, graph.select(node.condition, adjoint, graph.zero));
        give(node.whenFalse, graph.select(node.condition, graph.zero, adjoint));
        break;
    }
  }
  return variables.map((variable) => adjoints.get(variable) ?? graph.zero);
}

/** The nodes that depend on one of the variables, children before users. */
function dependents(
  order: readonly Node[],
  variables: ReadonlySet<Node>,
  partsOf: (node: Node) => readonly Node[],
): Set<Node> {
  const result = new Set<Node>();
  for (const node of order) {
    if (variables.has(node) || partsOf(node).some((part) => result.has(part))) result.add(node);
  }
  return result;
}
