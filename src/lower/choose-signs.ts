import { countUses, type Node, type ProductNode } from '../symbolic/node.js';
import * as Q from '../symbolic/rational.js';

/**
 * Signs of quantities that are wanted with both: where `−a` is computed, costs no more than `a`, and `a` is nothing but a term of sums, the sums take
 * `−a` with the other sign, and `a` is not computed at all. Returns `−a` for each such `a`.
 *
 * `nodes` are all that a program computes, each from its `children`.
 */
export function chooseSigns(
  nodes: readonly Node[],
  roots: ReadonlySet<Node>,
  children: (node: Node) => readonly Node[],
): Map<Node, Node> {
  const uses = countUses(nodes, children);
  const negatives = new Map<string, Node>();
  for (const node of nodes) {
    if (node.kind === 'product' && Q.equals(node.coefficient, Q.MINUS_ONE) && hasSignToTurn(node, uses))
      negatives.set(keyOf(node), node);
  }
  const result = new Map<Node, Node>();
  if (negatives.size === 0) return result;
  for (const node of nodes) {
    const negative = isPositive(node) ? negatives.get(keyOf(node)) : undefined;
    if (negative !== undefined && !roots.has(node)) result.set(node, negative);
  }
  for (const user of nodes) {
    if (user.kind === 'sum') continue;
    for (const child of children(user)) if (result.get(child) !== user) result.delete(child);
  }
  return result;
}

/** Whether a factor of a product is a difference that only the product and its negative are made of: `−(a − b) c = (b − a) c`. */
const hasSignToTurn = ({ factors }: ProductNode, uses: ReadonlyMap<Node, number>): boolean =>
  factors.some(
    ({ base, exponent }) =>
      base.kind === 'sum' &&
      Q.isOne(exponent) &&
      (uses.get(base) ?? 0) <= 2 &&
      (Q.isNegative(base.constant) || base.terms.some(({ coefficient }) => Q.isNegative(coefficient))),
  );

const isPositive = (node: Node): boolean =>
  node.kind === 'sum' || (node.kind === 'product' && Q.isOne(node.coefficient));

/** Equal for `a` and `−a`. */
const keyOf = (node: Node): string =>
  node.kind === 'product'
    ? node.factors
        .map(({ base, exponent }) => `${base.id}^${Q.toText(exponent)}`)
        .sort()
        .join('*')
    : `${node.id}^${Q.toText(Q.ONE)}`;
