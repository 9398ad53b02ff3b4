import * as Q from '../symbolic/rational.js';
import type { Rational } from '../symbolic/rational.js';
import type { ProgramBuilder, Value } from './program.js';

/** A value with a numeric coefficient. */
export interface ScaledValue {
  readonly value: Value;
  readonly coefficient: Rational;
}

/** `±1`, by the sign; 1 for zero. */
export const signOf = (a: Rational): Rational => (Q.isNegative(a) ? Q.MINUS_ONE : Q.ONE);

/** Sums, products and quotients of values with rational coefficients, as single operations. */
export class Arithmetic {
  readonly #builder: ProgramBuilder;

  constructor(builder: ProgramBuilder) {
    this.#builder = builder;
  }

  /**
   * Computes a sum: added terms first, then subtracted ones, so that no sign is computed on its
   * own. A coefficient that several terms share is factored out:
   * `2 a + 2 b − c − 2 d → 2 (a + b − d) − c`.
   */
  accumulate(parts: readonly ScaledValue[]): Value {
    const b = this.#builder;
    const groups = groupBySize(parts).map((group) => this.#factorOut(group));
    const added = groups.filter(({ coefficient }) => !Q.isNegative(coefficient));
    const subtracted = groups.filter(({ coefficient }) => Q.isNegative(coefficient));
    if (added.length === 0)
      return b.negate(this.accumulate(parts.map((part) => ({ ...part, coefficient: Q.negate(part.coefficient) }))));
    const scaled = ({ coefficient, value }: ScaledValue): Value => this.scale(Q.absolute(coefficient), value);
    const sum = added.map(scaled).reduce((left, right) => b.binary('+', left, right));
    return subtracted.map(scaled).reduce((left, right) => b.binary('-', left, right), sum);
  }

  /**
   * Combines parts with coefficients of one size into that size times their sum. The sum's sign is
   * chosen so that it costs nothing.
   */
  #factorOut(group: readonly ScaledValue[]): ScaledValue {
    const [first] = group;
    if (group.length === 1) return first!;
    const isAdded = group.some(({ coefficient }) => !Q.isNegative(coefficient));
    const sign = isAdded ? Q.ONE : Q.MINUS_ONE;
    const units = group.map(({ value, coefficient }) => ({
      value,
      coefficient: Q.multiply(sign, signOf(coefficient)),
    }));
    const [added, subtracted] = [Q.ONE, Q.MINUS_ONE].map((unit) =>
      units.filter(({ coefficient }) => Q.equals(coefficient, unit)).map(({ value }) => value),
    );
    const sum = added!.reduce((left, right) => this.#builder.binary('+', left, right));
    const value = subtracted!.reduce((left, right) => this.#builder.binary('-', left, right), sum);
    return { value, coefficient: Q.multiply(sign, Q.absolute(first!.coefficient)) };
  }

  /** A value times a number. */
  scale(coefficient: Rational, value: Value): Value {
    const b = this.#builder;
    if (Q.isOne(coefficient)) return value;
    if (value.kind === 'literal') return b.literal(Q.toNumber(coefficient) * value.value);
    if (Q.equals(coefficient, Q.MINUS_ONE)) return b.negate(value);
    // One third is not a double: dividing by three rounds once, multiplying by a rounded third
    // twice.
    if (Q.isOne(Q.absolute(Q.rational(coefficient.n))) && !Q.isDecimal(coefficient))
      return b.binary('/', value, b.literal(Q.toNumber(Q.divide(Q.ONE, coefficient))));
    return b.binary('*', b.literal(Q.toNumber(coefficient)), value);
  }

  /**
   * A quotient with irrational constants among its factors. They and the coefficient become one
   * number.
   */
  scaledQuotient(coefficient: Rational, above: readonly Value[], below: readonly Value[]): Value {
    const b = this.#builder;
    const variable = (values: readonly Value[]): Value | undefined =>
      this.multiply(values.filter((value) => value.kind !== 'literal'));
    const constant = (values: readonly Value[]): number =>
      values.reduce((product, value) => (value.kind === 'literal' ? product * value.value : product), 1);
    const [numerator, denominator] = [variable(above), variable(below)];
    const [over, under] = [Q.toNumber(coefficient) * constant(above), constant(below)];
    // One rounding less than a product with the reciprocal.
    if (over === 1 && numerator !== undefined && denominator === undefined)
      return b.binary('/', numerator, b.literal(under));
    const number = b.literal(over / under);
    const scaled = numerator === undefined ? number : b.binary('*', number, numerator);
    return denominator === undefined ? scaled : b.binary('/', scaled, denominator);
  }

  /** The product of some values; undefined for none. */
  multiply(values: readonly Value[]): Value | undefined {
    const [first, ...rest] = values;
    return first && rest.reduce((left, right) => this.#builder.binary('*', left, right), first);
  }
}

/**
 * Groups parts whose coefficients have the same size. Each part with the coefficient `±1` stays
 * alone.
 */
function groupBySize(parts: readonly ScaledValue[]): ScaledValue[][] {
  const groups = new Map<string, ScaledValue[]>();
  for (const part of parts) {
    const size = Q.absolute(part.coefficient);
    const key = Q.isOne(size) ? `1 ${groups.size}` : Q.toText(size);
    const group = groups.get(key);
    if (group === undefined) groups.set(key, [part]);
    else group.push(part);
  }
  return [...groups.values()];
}
