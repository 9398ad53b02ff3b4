import type { Constructors } from './constructors.js';
import type { Factor, Node } from './node.js';
import * as Q from './rational.js';
import type { Rational } from './rational.js';
import { stableQuotient } from './stable-quotients.js';

/** Largest integer power of a number that is folded. Beyond it the result would fill memory. */
const MAX_FOLDED_EXPONENT = 512n;

/**
 * A product under construction, `coefficient · Π base^exponent`. Numbers are folded, and powers of
 * one base joined.
 */
export class PowerProduct {
  readonly #graph: Constructors;
  readonly #exponents = new Map<Node, Rational>();
  #coefficient: Rational;

  constructor(graph: Constructors, coefficient: Rational, parts: readonly Factor[]) {
    this.#graph = graph;
    this.#coefficient = coefficient;
    for (const { base, exponent } of parts) this.#multiply(base, exponent);
    while (this.#flattenJoined() || this.#joinQuotient());
  }

  get coefficient(): Rational {
    return this.#coefficient;
  }

  get factors(): Factor[] {
    const factors: Factor[] = [];
    for (const [base, exponent] of this.#exponents) factors.push({ base, exponent });
    return factors;
  }

  #multiply(base: Node, exponent: Rational): void {
    this.#graph.spend(1);
    if (Q.isZero(exponent)) return;
    if (base.kind === 'number') {
      const folded = foldPower(base.value, exponent);
      if (folded !== undefined) {
        this.#coefficient = Q.multiply(this.#coefficient, folded);
        return;
      }
    } else if (base.kind === 'product') {
      // (c·Πf)^n = c^n·Πf^n for integer n; for a fractional n only an exact root of c is taken
      if (Q.isInteger(exponent)) {
        if (!Q.isOne(base.coefficient)) this.#multiply(this.#graph.number(base.coefficient), exponent);
        for (const factor of base.factors) this.#multiply(factor.base, Q.multiply(factor.exponent, exponent));
        return;
      }
      const root = Q.isOne(base.coefficient) ? undefined : foldPower(base.coefficient, exponent);
      if (root !== undefined) {
        this.#coefficient = Q.multiply(this.#coefficient, root);
        this.#multiply(this.#graph.withoutCoefficient(base), exponent);
        return;
      }
      // (f^2k)^e = |f|^(2k e)
      const [inner, ...others] = base.factors;
      if (others.length === 0 && Q.isOne(base.coefficient) && isEven(inner!.exponent)) {
        this.#multiply(this.#graph.call('abs', inner!.base), Q.multiply(inner!.exponent, exponent));
        return;
      }
    }
    const present = this.#exponents.get(base);
    const total = present === undefined ? exponent : Q.add(present, exponent);
    if (Q.isZero(total)) this.#exponents.delete(base);
    else this.#exponents.set(base, total);
  }

  /** Flattens a product, or folds a number, whose exponents have joined to one that allows it. */
  #flattenJoined(): boolean {
    for (const [base, exponent] of this.#exponents) {
      if (base.kind !== 'product' && base.kind !== 'number') continue;
      if (!Q.isInteger(exponent) || (base.kind === 'number' && foldPower(base.value, exponent) === undefined)) continue;
      this.#exponents.delete(base);
      this.#multiply(base, exponent);
      return true;
    }
    return false;
  }

  /** Replaces a quotient whose parts may both overflow. */
  #joinQuotient(): boolean {
    const found = this.#mayHaveQuotient() ? stableQuotient(this.#graph, this.factors) : undefined;
    if (found === undefined) return false;
    for (const { base, exponent } of found.pair) this.#multiply(base, Q.negate(exponent));
    this.#multiply(found.quotient.base, found.quotient.exponent);
    return true;
  }

  #mayHaveQuotient(): boolean {
    if (this.#exponents.size < 2) return false;
    for (const base of this.#exponents.keys())
      if (base.kind === 'call' && (base.name === 'sinh' || base.name === 'exp')) return true;
    return false;
  }
}

const isEven = (exponent: Rational): boolean => Q.isInteger(exponent) && exponent.n % 2n === 0n;

/** `value ^ exponent` where it is rational; undefined otherwise. */
function foldPower(value: Rational, exponent: Rational): Rational | undefined {
  if (Q.isOne(value) || Q.isOne(exponent)) return value;
  if (Q.isInteger(exponent)) {
    if (Q.isZero(value) && Q.isNegative(exponent)) return undefined;
    const size = exponent.n < 0n ? -exponent.n : exponent.n;
    return size <= MAX_FOLDED_EXPONENT ? Q.integerPower(value, exponent.n) : undefined;
  }
  if (exponent.d !== 2n || Q.isNegative(value)) return undefined;
  const root = Q.squareRoot(value);
  return root === undefined ? undefined : foldPower(root, Q.multiply(exponent, Q.TWO));
}
