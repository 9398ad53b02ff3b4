import type { Node } from './node.js';

/** Derivatives of a node along a motion. */
export interface Rates {
  readonly first: (node: Node) => Node;
  readonly second: (node: Node) => Node;
}

/** An angle between vectors with derivatives of its own, which are shorter than the chain rule through its arguments. */
export interface AngleRule {
  /** The components of the vectors, each with the derivative of the angle with respect to it. */
  gradient(): readonly (readonly [part: Node, slope: Node])[];
  /** `θ̇` */
  rate(rates: Pick<Rates, 'first'>): Node;
  /** `θ̈`, given `θ̇`. */
  secondRate(rate: Node, rates: Rates): Node;
}
