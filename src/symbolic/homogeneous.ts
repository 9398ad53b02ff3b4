import type { Node } from './node.js';
import * as Q from './rational.js';

/**
 * The degree in some variables of which each node is homogeneous, as far as its form shows: `f(k u) = k^degree f(u)`. Children come before users among
 * `nodes`.
 */
export function degreesIn(nodes: Iterable<Node>, variables: ReadonlySet<Node>): Map<Node, number | undefined> {
  const degrees = new Map<Node, number | undefined>();
  const at = (node: Node): number | undefined => degrees.get(node);
  for (const node of nodes) degrees.set(node, degreeOf(node, variables, at));
  return degrees;
}

function degreeOf(
  node: Node,
  variables: ReadonlySet<Node>,
  at: (child: Node) => number | undefined,
): number | undefined {
  switch (node.kind) {
    case 'number':
    case 'constant':
      return 0;
    case 'variable':
      return variables.has(node) ? 1 : 0;
    case 'sum': {
      const [first, ...others] = node.terms.map((term) => at(term.node));
      const isOne = others.every((degree) => degree === first) && (Q.isZero(node.constant) || first === 0);
      return isOne ? first : undefined;
    }
    case 'product':
      return node.factors.reduce<number | undefined>((sum, { base, exponent }) => {
        const degree = at(base);
        return sum === undefined || degree === undefined ? undefined : sum + Q.toNumber(exponent) * degree;
      }, 0);
    case 'call':
    case 'condition':
      return node.args.every((arg) => at(arg) === 0) ? 0 : undefined;
    case 'select':
      return [node.condition, node.whenTrue, node.whenFalse].every((part) => at(part) === 0) ? 0 : undefined;
  }
}
