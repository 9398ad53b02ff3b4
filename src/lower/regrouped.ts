import type { Factor } from '../symbolic/node.js';
import type { Rational } from '../symbolic/rational.js';

/** A product with other factors than the graph has. */
export interface Regrouped {
  readonly coefficient: Rational;
  readonly factors: readonly Factor[];
}
