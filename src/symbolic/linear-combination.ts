import type { Constructors } from './constructors.js';
import type { Node, SelectNode, Term } from './node.js';
import * as Q from './rational.js';
import type { Rational } from './rational.js';

/**
 * A sum under construction, `constant + Σ coefficient · node`. Like terms are joined as they are
 * added.
 */
export class LinearCombination {
  readonly #graph: Constructors;
  readonly #terms = new Map<Node, Rational>();
  #constant = Q.ZERO;

  constructor(graph: Constructors, summands: readonly Term[]) {
    this.#graph = graph;
    graph.spend(summands.length);
    for (const { coefficient, node } of summands) this.#add(coefficient, node);
    while (this.#flattenSum() || this.#mergeSelects());
  }

  get constant(): Rational {
    return this.#constant;
  }

  get terms(): Term[] {
    return [...this.#terms].map(([node, coefficient]) => ({ coefficient, node }));
  }

  #add(coefficient: Rational, node: Node): void {
    if (node.kind === 'number') {
      this.#constant = Q.add(this.#constant, Q.multiply(coefficient, node.value));
      return;
    }
    if (node.kind === 'product' && !Q.isOne(node.coefficient)) {
      const drawn = Q.multiply(coefficient, node.coefficient);
      // A constant that no double holds stays in two.
      if (Math.abs(Q.binaryOrder(drawn)) <= Q.NORMAL) {
        this.#add(drawn, this.#graph.product(Q.ONE, node.factors));
        return;
      }
    }
    const total = Q.add(this.#terms.get(node) ?? Q.ZERO, coefficient);
    if (Q.isZero(total)) this.#terms.delete(node);
    else this.#terms.set(node, total);
  }

  /**
   * Flattens one sum among the terms, if terms of the two sums join by it. Otherwise parentheses
   * are kept.
   */
  #flattenSum(): boolean {
    const inSums = new Map<Node, number>();
    for (const node of this.#terms.keys()) {
      if (node.kind !== 'sum') continue;
      this.#graph.spend(node.terms.length);
      for (const term of node.terms) inSums.set(term.node, (inSums.get(term.node) ?? 0) + 1);
    }
    if (inSums.size === 0) return false;
    for (const [node, coefficient] of this.#terms) {
      if (node.kind !== 'sum') continue;
      const joins =
        (!Q.isZero(this.#constant) && !Q.isZero(node.constant)) ||
        node.terms.some((term) => this.#terms.has(term.node) || inSums.get(term.node)! > 1);
      if (!joins) continue;
      this.#terms.delete(node);
      for (const term of node.terms) this.#add(Q.multiply(coefficient, term.coefficient), term.node);
      this.#constant = Q.add(this.#constant, Q.multiply(coefficient, node.constant));
      return true;
    }
    return false;
  }

  /**
   * Joins choices, `α (p ? a : b) + β (p ? c : d) → p ? αa + βc : αb + βd`. A reverse sweep splits
   * at a choice, and this joins its parts again.
   */
  #mergeSelects(): boolean {
    this.#graph.spend(this.#terms.size);
    const byCondition = new Map<Node, { node: SelectNode; coefficient: Rational }>();
    for (const [node, coefficient] of this.#terms) {
      if (node.kind !== 'select') continue;
      const other = byCondition.get(node.condition);
      if (other === undefined) {
        byCondition.set(node.condition, { node, coefficient });
        continue;
      }
      this.#terms.delete(node);
      this.#terms.delete(other.node);
      const branch = (side: 'whenTrue' | 'whenFalse'): Node =>
        this.#graph.combine([
          { coefficient, node: node[side] },
          { coefficient: other.coefficient, node: other.node[side] },
        ]);
      this.#add(Q.ONE, this.#graph.select(node.condition, branch('whenTrue'), branch('whenFalse')));
      return true;
    }
    return false;
  }
}

/**
 * The signed number that is factored out of a sum: common magnitude or common divisor of its
 * coefficients, with the sign of the first.
 */
export function contentOf(terms: readonly Term[], constant: Rational): Rational {
  const numbers = terms.map((term) => term.coefficient);
  if (!Q.isZero(constant)) numbers.push(constant);
  // Division by integers, halves, quarters … is exact in doubles as well. Other common divisors
  // would only move the rounding elsewhere.
  const magnitude = Q.absolute(numbers[0]!);
  const sameMagnitude = numbers.every((number) => Q.equals(Q.absolute(number), magnitude));
  const divisor = sameMagnitude
    ? magnitude
    : numbers.every(isBinary)
      ? numbers.map(Q.absolute).reduce(Q.commonDivisor)
      : Q.ONE;
  return Q.isNegative(numbers[0]!) ? Q.negate(divisor) : divisor;
}

const isBinary = ({ d }: Rational): boolean => (d & (d - 1n)) === 0n;
