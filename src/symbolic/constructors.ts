import type { Algebra } from '../primitives/algebra.js';
import type { Factor, Node, Term } from './node.js';
import type { Rational } from './rational.js';

/** The constructors of the graph that are available to its normalisation rules. */
export interface Constructors extends Algebra<Node> {
  number(value: Rational | number): Node;
  /** `Σ coefficient · node`. */
  combine(summands: readonly Term[]): Node;
  power(base: Node, exponent: Rational): Node;
  /** `scale · Π base ^ exponent`. */
  product(scale: Rational, parts: readonly Factor[]): Node;
  /** Counts terms and factors as they are visited. */
  spend(steps: number): void;
}
