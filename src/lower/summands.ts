import type { Node } from '../symbolic/node.js';
import * as Q from '../symbolic/rational.js';
import type { Rational } from '../symbolic/rational.js';
import type { Member } from './share-pairs.js';

/** A quantity that sums are made of: a node, or a shared pair `a + ratio·b`. */
export type Summand =
  | { readonly kind: 'node'; readonly node: Node }
  | { readonly kind: 'pair'; readonly a: number; readonly b: number; readonly ratio: Rational };

/** `coefficient · summand`. */
export interface SumMember extends Member {
  readonly summand: number;
  readonly coefficient: Rational;
}

/**
 * The members of sums, and the rule that joins a pair of them. Pairs are shared up to a common
 * coefficient.
 */
export class Summands {
  readonly list: Summand[] = [];
  readonly #table = new Map<string, number>();
  readonly #codes = new Map<string, number>();

  #index(key: string, summand: Summand): number {
    let index = this.#table.get(key);
    if (index === undefined) {
      index = this.list.push(summand) - 1;
      this.#table.set(key, index);
    }
    return index;
  }

  #member(summand: number, coefficient: Rational): SumMember {
    const text = `${summand}*${Q.toText(coefficient)}`;
    let code = this.#codes.get(text);
    if (code === undefined) {
      code = this.#codes.size;
      this.#codes.set(text, code);
    }
    return { summand, coefficient, code };
  }

  /**
   * Splits a term into members among which pairs are sought: `2a` becomes `a + a`, so that `a − b`
   * is found in `2a − b − c`.
   */
  split(node: Node, coefficient: Rational): SumMember[] {
    const index = this.#index(`n${node.id}`, { kind: 'node', node });
    if (!Q.equals(Q.absolute(coefficient), Q.TWO)) return [this.#member(index, coefficient)];
    const half = this.#member(index, Q.divide(coefficient, Q.TWO));
    return [half, half];
  }

  /** Joins the members that {@link split} made, where no pair was found. */
  collect(members: readonly SumMember[]): SumMember[] {
    const coefficients = new Map<number, Rational>();
    for (const { summand, coefficient } of members)
      coefficients.set(summand, Q.add(coefficients.get(summand) ?? Q.ZERO, coefficient));
    return Array.from(coefficients, ([summand, coefficient]) => this.#member(summand, coefficient));
  }

  readonly key = (a: SumMember, b: SumMember): string => {
    const [first, second] = a.summand < b.summand ? [a, b] : [b, a];
    return `${first.summand},${second.summand},${Q.toText(Q.divide(second.coefficient, first.coefficient))}`;
  };

  readonly join = (a: SumMember, b: SumMember): SumMember => {
    const [first, second] = a.summand < b.summand ? [a, b] : [b, a];
    const ratio = Q.divide(second.coefficient, first.coefficient);
    const pair = this.#index(this.key(a, b), { kind: 'pair', a: first.summand, b: second.summand, ratio });
    return this.#member(pair, first.coefficient);
  };
}
