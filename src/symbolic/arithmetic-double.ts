import { primitiveOf } from '../primitives/index.js';
import type { Arithmetic } from './evaluate.js';
import { equals, HALF, MINUS_ONE, toNumber, TWO } from './rational.js';

/** IEEE doubles. */
export const doubles: Arithmetic<number> = {
  number: toNumber,
  constant: (name) => (name === 'tau' ? 2 * Math.PI : Math.E),
  add: (a, b) => a + b,
  multiply: (a, b) => a * b,
  power: (base, exponent) => {
    if (equals(exponent, HALF)) return Math.sqrt(base);
    if (equals(exponent, TWO)) return base * base;
    return equals(exponent, MINUS_ONE) ? 1 / base : primitiveOf('pow').evaluate(base, toNumber(exponent));
  },
  call: (name, args) => primitiveOf(name).evaluate(...args),
  less: (a, b) => a < b,
  equal: (a, b) => a === b,
};
