import { primitiveOf } from '../primitives/index.js';
import type { Arithmetic } from './evaluate.js';
import * as Q from './rational.js';

/** What powers of doubles are computed by: numbers, or the code that computes them. */
interface PowerOperations<T> {
  readonly number: (value: number) => T;
  readonly multiply: (a: T, b: T) => T;
  readonly divide: (a: T, b: T) => T;
  readonly sqrt: (x: T) => T;
  readonly pow: (base: T, exponent: T) => T;
}

/**
 * A power of a double. Roots, squares and reciprocals are operations of their own: `pow` can be off by
 * a last place. All that computes formulas takes this, and so comes to the same bits.
 */
export function powerOfDouble<T>(operations: PowerOperations<T>, base: T, exponent: Q.Rational): T {
  const { number, multiply, divide, sqrt, pow } = operations;
  if (Q.equals(exponent, Q.HALF)) return sqrt(base);
  if (Q.equals(exponent, Q.TWO)) return multiply(base, base);
  if (Q.equals(exponent, Q.MINUS_ONE)) return divide(number(1), base);
  return pow(base, number(Q.toNumber(exponent)));
}

const powers: PowerOperations<number> = {
  number: (value) => value,
  multiply: (a, b) => a * b,
  divide: (a, b) => a / b,
  sqrt: Math.sqrt,
  pow: primitiveOf('pow').evaluate,
};

/** IEEE doubles. */
export const doubles: Arithmetic<number> = {
  number: Q.toNumber,
  constant: (name) => (name === 'tau' ? 2 * Math.PI : Math.E),
  add: (a, b) => a + b,
  multiply: (a, b) => a * b,
  power: (base, exponent) => powerOfDouble(powers, base, exponent),
  call: (name, args) => primitiveOf(name).evaluate(...args),
  less: (a, b) => a < b,
  equal: (a, b) => a === b,
};
