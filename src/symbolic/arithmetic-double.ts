import { primitiveOf } from '../primitives/index.js';
import type { Arithmetic } from './evaluate.js';
import { toNumber } from './rational.js';

/** IEEE doubles. */
export const doubles: Arithmetic<number> = {
  number: toNumber,
  constant: (name) => (name === 'tau' ? 2 * Math.PI : Math.E),
  add: (a, b) => a + b,
  multiply: (a, b) => a * b,
  power: (base, exponent) =>
    exponent.n === 1n && exponent.d === 2n ? Math.sqrt(base) : primitiveOf('pow').evaluate(base, toNumber(exponent)),
  call: (name, args) => primitiveOf(name).evaluate(...args),
  less: (a, b) => a < b,
  equal: (a, b) => a === b,
};
