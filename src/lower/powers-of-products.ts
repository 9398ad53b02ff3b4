import type { Factor, Node, ProductNode } from '../symbolic/node.js';
import * as Q from '../symbolic/rational.js';

/**
 * Products that are powers of products which are computed anyway: `(u·ẇ)²/s` where `(u·ẇ)/√s` is there. The graph opens such powers, to join like
 * factors; here the factors are put together again. Returns, for each such product, its factors with that power for one.
 *
 * `nodes` are all that a program computes.
 */
export function powersOfProducts(nodes: readonly Node[]): Map<ProductNode, Factor[]> {
  const products = nodes.filter(
    (node): node is ProductNode => node.kind === 'product' && node.factors.length > 1 && Q.isOne(node.coefficient),
  );
  const byRatio = new Map<string, ProductNode>();
  for (const product of products) byRatio.set(keyOf(product.factors, Q.ONE), product);
  const result = new Map<ProductNode, Factor[]>();
  for (const node of nodes) {
    if (node.kind !== 'product' || node.factors.length < 2) continue;
    for (const exponent of [Q.TWO, Q.rational(3), Q.rational(4)]) {
      const base = byRatio.get(keyOf(node.factors, exponent));
      // Whole powers of the factors themselves share more with others.
      if (base === undefined || base.factors.every((factor) => Q.isInteger(factor.exponent))) continue;
      result.set(node, [{ base, exponent }]);
      break;
    }
  }
  return result;
}

/** Equal for products that have equal factors, once the exponents of this one are divided by `power`. */
const keyOf = (factors: readonly Factor[], power: Q.Rational): string =>
  factors
    .map(({ base, exponent }) => `${base.id}^${Q.toText(Q.divide(exponent, power))}`)
    .sort()
    .join('*');
