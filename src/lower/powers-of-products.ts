import type { BoundsOf } from '../symbolic/bounds.js';
import type { Factor, Node, ProductNode } from '../symbolic/node.js';
import type { Regrouped } from './regrouped.js';
import * as Q from '../symbolic/rational.js';

/**
 * Products that are powers of products which are computed anyway: `(u·ẇ)²/s` where `(u·ẇ)/√s` is there. The graph opens such powers, to join like
 * factors; here the factors are put together again, if what the roots are of is nowhere negative: the root may belong to a branch that is taken only
 * where it exists. Returns, for each such product, that power and its coefficient.
 *
 * `nodes` are all that a program computes.
 */
export function powersOfProducts(nodes: readonly Node[], bounds: BoundsOf): Map<ProductNode, Regrouped> {
  const exists = ({ base, exponent }: Factor): boolean => Q.isInteger(exponent) || bounds.of(base).low >= 0;
  const products = nodes.filter(
    (node): node is ProductNode =>
      node.kind === 'product' && node.factors.length > 1 && isScale(node.coefficient) && node.factors.every(exists),
  );
  const byRatio = new Map<string, ProductNode>();
  for (const product of products) {
    const key = keyOf(product.factors, Q.ONE);
    if (Q.isOne(product.coefficient) || !byRatio.has(key)) byRatio.set(key, product);
  }
  const result = new Map<ProductNode, Regrouped>();
  for (const node of nodes) {
    if (node.kind !== 'product' || node.factors.length < 2) continue;
    for (const exponent of EXPONENTS) {
      // Whole powers of the factors themselves share more with others.
      if (node.factors.every((factor) => Q.isInteger(Q.divide(factor.exponent, exponent)))) continue;
      const base = byRatio.get(keyOf(node.factors, exponent));
      if (base === undefined) continue;
      const coefficient = Q.divide(node.coefficient, Q.integerPower(base.coefficient, exponent.n));
      result.set(node, { coefficient, factors: [{ base, exponent }] });
      break;
    }
  }
  return result;
}

const EXPONENTS = [Q.TWO, Q.rational(3), Q.rational(4)];

/** Whether multiplying by a number is exact: `±2ᵏ`. */
const isScale = ({ n, d }: Q.Rational): boolean => isPowerOfTwo(n < 0n ? -n : n) && isPowerOfTwo(d);
const isPowerOfTwo = (n: bigint): boolean => n > 0n && (n & (n - 1n)) === 0n;

/** Equal for products that have equal factors, once the exponents of this one are divided by `power`. */
const keyOf = (factors: readonly Factor[], power: Q.Rational): string =>
  factors
    .map(({ base, exponent }) => `${base.id}^${Q.toText(Q.divide(exponent, power))}`)
    .sort()
    .join('*');
