import type { Algebra } from '../primitives/algebra.js';
import type { Node, ProductNode, Term } from './node.js';
import type { Rational } from './rational.js';

/** The constructors of the graph, as the rules that normalise what they make use them. */
export interface Constructors extends Algebra<Node> {
  number(value: Rational | number): Node;
  /** `Σ coefficient · node`. */
  combine(summands: readonly Term[]): Node;
  power(base: Node, exponent: Rational): Node;
  /** A product with its coefficient taken off. */
  withoutCoefficient(node: ProductNode): Node;
  /** Counts terms and factors that are looked at. */
  spend(steps: number): void;
}
