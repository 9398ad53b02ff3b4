import type { Arithmetic } from './evaluate.js';
import type { PrimitiveName } from './node.js';
import { toNumber } from './rational.js';

const FUNCTIONS = Math as unknown as Readonly<Record<Exclude<PrimitiveName, 'pow'>, (...args: number[]) => number>>;

/** IEEE doubles, with the functions of `Math`. */
export const doubles: Arithmetic<number> = {
  number: toNumber,
  constant: (name) => (name === 'tau' ? 2 * Math.PI : Math.E),
  add: (a, b) => a + b,
  multiply: (a, b) => a * b,
  power: (base, exponent) => (exponent.n === 1n && exponent.d === 2n ? Math.sqrt(base) : base ** toNumber(exponent)),
  call: (name, args) => (name === 'pow' ? args[0]! ** args[1]! : FUNCTIONS[name](...args)),
  less: (a, b) => a < b,
  equal: (a, b) => a === b,
};
