import type { Node } from './node.js';

/** Derivatives of a node along a motion. */
export interface Rates {
  readonly first: (node: Node) => Node;
  readonly second: (node: Node) => Node;
}

/**
 * Derivatives of a function of vectors that are shorter, or more exact, than those by the chain
 * rule through its formula.
 */
export interface DerivativeRule {
  /** The components of the vectors, each with the derivative of the function with respect to it. */
  gradient(): readonly (readonly [part: Node, slope: Node])[];
  /** `ḟ` */
  rate(rates: Pick<Rates, 'first'>): Node;
  /** `f̈`, given `ḟ`. */
  secondRate(rate: Node, rates: Rates): Node;
}
