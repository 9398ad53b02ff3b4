import { erf } from '../../runtime/base/special-functions.js';
import type { Arithmetic } from './evaluate.js';
import { INVERSE_OF_RECIPROCAL, type PrimitiveName } from './node.js';
import { toNumber } from './rational.js';

type Functions = Readonly<Record<string, (...args: number[]) => number>>;

const MATH = Math as unknown as Functions;
const FUNCTIONS: Functions = {
  pow: (x, y) => x ** y,
  erf,
  ...Object.fromEntries(
    Object.entries(INVERSE_OF_RECIPROCAL).map(([name, of]) => [name, (x: number) => MATH[of]!(1 / x)]),
  ),
};
const functionOf = (name: PrimitiveName): ((...args: number[]) => number) => FUNCTIONS[name] ?? MATH[name]!;

/** IEEE doubles, with the functions of `Math`. */
export const doubles: Arithmetic<number> = {
  number: toNumber,
  constant: (name) => (name === 'tau' ? 2 * Math.PI : Math.E),
  add: (a, b) => a + b,
  multiply: (a, b) => a * b,
  power: (base, exponent) => (exponent.n === 1n && exponent.d === 2n ? Math.sqrt(base) : base ** toNumber(exponent)),
  call: (name, args) => functionOf(name)(...args),
  less: (a, b) => a < b,
  equal: (a, b) => a === b,
};
