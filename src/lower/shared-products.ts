import type { BoundsOf } from '../symbolic/bounds.js';
import type { Node, ProductNode } from '../symbolic/node.js';
import { Factors, type FactorMember } from './factors.js';
import { sharePairs } from './share-pairs.js';
import { shareReciprocals } from './share-reciprocals.js';

/** The products of a program, written in factors that they share. */
export interface SharedProducts {
  readonly factors: Factors;
  readonly of: (product: ProductNode) => readonly FactorMember[];
  /** The factors of a shared pair, with the reciprocals that are shared. */
  readonly withReciprocals: (pair: readonly FactorMember[]) => readonly FactorMember[];
}

/**
 * Splits the products among `nodes` into factors, joins pairs that several have in common, and
 * shares reciprocals.
 */
export function shareFactors(nodes: readonly Node[], constants: ReadonlySet<Node>, bounds: BoundsOf): SharedProducts {
  const factors = new Factors(nodes, bounds);
  const products = nodes.filter((node): node is ProductNode => node.kind === 'product' && !constants.has(node));
  const split = sharePairs(
    products.map((product) => factors.split(product.factors)),
    factors,
  );
  const withReciprocals = shareReciprocals(factors, split);
  const shared = new Map(products.map((product, i) => [product, withReciprocals(split[i]!)]));
  return { factors, of: (product) => shared.get(product)!, withReciprocals };
}
