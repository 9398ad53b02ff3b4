import type { BigNumber } from 'mathjs';
import { referenceMathjs } from '../mathjs.js';
import { primitiveOf } from '../primitives/index.js';
import type { Arithmetic } from './evaluate.js';
import type { Rational } from './rational.js';

/**
 * Arguments from which on hyperbolic functions are computed by an exponential. The series of mathjs
 * take seconds for thousands, and never end for millions.
 */
const LARGE = 20;
const HYPERBOLIC = {
  sinh: (E: BigNumber): BigNumber => E.minus(E.pow(-1)).div(2),
  cosh: (E: BigNumber): BigNumber => E.plus(E.pow(-1)).div(2),
  // This form also holds for infinite E.
  tanh: (E: BigNumber): BigNumber => E.pow(0).minus(E.times(E).plus(1).pow(-1).times(2)),
} as const;
const isHyperbolic = (name: string): name is keyof typeof HYPERBOLIC => Object.hasOwn(HYPERBOLIC, name);

/** mathjs BigNumbers of 64 digits, with the functions of mathjs. */
export function referenceArithmetic(): Arithmetic<BigNumber> {
  const math = referenceMathjs();
  const functions = math as unknown as Record<string, (...values: BigNumber[]) => BigNumber>;
  const number = ({ n, d }: Rational): BigNumber => math.bignumber(n.toString()).div(math.bignumber(d.toString()));
  return {
    number,
    constant: (name) => (name === 'tau' ? math.bignumber(-1).acos().times(2) : math.bignumber(1).exp()),
    add: (a, b) => a.plus(b),
    multiply: (a, b) => a.times(b),
    power: (base, exponent) => {
      // Roots of squares come before powers: `pow` with a rounded fractional exponent would lose
      // the last digits.
      if (exponent.d === 2n) return base.sqrt().pow(Number(exponent.n));
      return exponent.d === 1n ? base.pow(Number(exponent.n)) : base.pow(number(exponent));
    },
    call: (name, args) => {
      const { reference } = primitiveOf(name);
      if (reference !== undefined) return reference(math, ...args);
      if (isHyperbolic(name) && args[0]!.abs().greaterThan(LARGE)) return HYPERBOLIC[name](math.exp(args[0]!));
      const value = functions[name]!(...args);
      // Outside the domain of a function mathjs returns complex numbers.
      return math.isBigNumber(value) ? value : math.bignumber(NaN);
    },
    less: (a, b) => a.lessThan(b),
    equal: (a, b) => a.equals(b),
  };
}
