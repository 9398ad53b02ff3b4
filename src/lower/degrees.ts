import type { Node } from '../symbolic/node.js';
import { toNumber } from '../symbolic/rational.js';

/** Lengths of `10^±150` to a power up to this lie within doubles. */
export const LARGEST_DEGREE = 2;

/**
 * Powers of a length that quantities grow with: those of variables are given, by name, and are 0 otherwise. Of a sum it is the largest among its
 * terms. For judging what may overflow, not for checking units.
 */
export class Degrees {
  readonly #lengths: ReadonlyMap<string, number>;
  readonly #known = new Map<Node, number>();

  constructor(lengths: ReadonlyMap<string, number>) {
    this.#lengths = lengths;
  }

  of(node: Node): number {
    let degree = this.#known.get(node);
    if (degree === undefined) {
      degree = this.#degree(node);
      this.#known.set(node, degree);
    }
    return degree;
  }

  #degree(node: Node): number {
    switch (node.kind) {
      case 'number':
      case 'constant':
      case 'condition':
        return 0;
      case 'variable':
        return this.#lengths.get(node.name) ?? 0;
      case 'sum':
        return Math.max(...node.terms.map((term) => this.of(term.node)));
      case 'product':
        return node.factors.reduce((sum, { base, exponent }) => sum + toNumber(exponent) * this.of(base), 0);
      case 'call':
        if (node.name === 'cbrt') return this.of(node.args[0]!) / 3;
        return node.name === 'abs' || node.name === 'min' || node.name === 'max' ? this.of(node.args[0]!) : 0;
      case 'select':
        return Math.max(this.of(node.whenTrue), this.of(node.whenFalse));
    }
  }
}
