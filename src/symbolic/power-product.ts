import type { Constructors } from './constructors.js';
import type { Factor, Node } from './node.js';
import * as Q from './rational.js';
import type { Rational } from './rational.js';
import { stableQuotient } from './stable-quotients.js';

/** Largest integer power of a number that is folded. Beyond it the result would fill memory. */
const MAX_FOLDED_EXPONENT = 512n;

/**
 * Largest size of `c^n` drawn out of `(c·u)^n`, as a power of two: `u^n` leaves the range of doubles
 * by at most that much sooner than the power itself.
 */
const DRAWN = 256;

/** The same where all that is drawn out would be no normal double together. */
const DRAWN_FROM_MANY = 64;

/** Largest length of `c^n`, bits. */
const LONGEST_DRAWN = 2048;

/**
 * A product under construction, `coefficient · Π base^exponent`. Numbers are folded, and powers of
 * one base joined.
 */
export class PowerProduct {
  readonly #graph: Constructors;
  readonly #exponents = new Map<Node, Rational>();
  #coefficient: Rational;
  /** Tells whether all that was drawn out of factors is a normal double together. */
  #drawsFreely = true;

  constructor(graph: Constructors, coefficient: Rational, parts: readonly Factor[]) {
    this.#graph = graph;
    this.#coefficient = coefficient;
    this.#multiplyAll(parts);
    if (Math.abs(Q.binaryOrder(this.#coefficient)) <= Q.NORMAL) return;
    // Constants stay in the factors that they stand in, except for what is no cause of this.
    this.#coefficient = coefficient;
    this.#exponents.clear();
    this.#drawsFreely = false;
    this.#multiplyAll(parts);
  }

  #multiplyAll(parts: readonly Factor[]): void {
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
    const drawn = base.kind === 'product' ? this.#drawn(base.coefficient, exponent) : undefined;
    if (base.kind === 'number') {
      const folded = foldPower(base.value, exponent);
      if (folded !== undefined) {
        this.#coefficient = Q.multiply(this.#coefficient, folded);
        return;
      }
    } else if (base.kind === 'product') {
      // (c·Πf)^n = c^n·Πf^n for integer n; for a fractional n only an exact root of c is taken
      if (drawn !== undefined) {
        this.#coefficient = Q.multiply(this.#coefficient, drawn);
        if (Q.isInteger(exponent))
          for (const factor of base.factors) this.#multiply(factor.base, Q.multiply(factor.exponent, exponent));
        else this.#multiply(this.#graph.product(Q.ONE, base.factors), exponent);
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

  /**
   * `c^n` for a factor `(c·u)^n`, if `c^n u^n` may stand for it; undefined otherwise. A constant that
   * overflows or underflows is none that the formula has.
   */
  #drawn(c: Rational, n: Rational): Rational | undefined {
    if (Q.isOne(c)) return Q.isInteger(n) ? c : undefined;
    const isSingle = Q.isOne(Q.absolute(n));
    const isLong = !isSingle && !Q.isOne(Q.absolute(c));
    if (isLong && Q.length(c) * Math.abs(Q.toNumber(n)) > LONGEST_DRAWN) return undefined;
    const power = foldPower(c, n);
    const limit = this.#drawsFreely ? (isSingle ? Q.NORMAL : DRAWN) : DRAWN_FROM_MANY;
    return power !== undefined && Math.abs(Q.binaryOrder(power)) <= limit ? power : undefined;
  }

  /** Flattens a product, or folds a number, whose exponents have joined to one that allows it. */
  #flattenJoined(): boolean {
    for (const [base, exponent] of this.#exponents) {
      if (base.kind !== 'product' && base.kind !== 'number') continue;
      if (!Q.isInteger(exponent)) continue;
      const folded = base.kind === 'number' ? foldPower(base.value, exponent) : this.#drawn(base.coefficient, exponent);
      if (folded === undefined) continue;
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
    if (Q.equals(value, Q.MINUS_ONE)) return isEven(exponent) ? Q.ONE : value;
    if (Q.isZero(value) && Q.isNegative(exponent)) return undefined;
    const size = exponent.n < 0n ? -exponent.n : exponent.n;
    return size <= MAX_FOLDED_EXPONENT ? Q.integerPower(value, exponent.n) : undefined;
  }
  if (exponent.d !== 2n || Q.isNegative(value)) return undefined;
  const root = Q.squareRoot(value);
  return root === undefined ? undefined : foldPower(root, Q.multiply(exponent, Q.TWO));
}
