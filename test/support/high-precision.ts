import type { BigNumber, create, all, MathJsInstance } from 'mathjs';
import bundle from 'mathjs/lib/browser/math.js';

/**
 * Digits of the arithmetic for differences up to the fourth order, of which more than 50 are left.
 */
const DIGITS = 160;

const factory = bundle as unknown as { readonly create: typeof create; readonly all: NonNullable<typeof all> };
export const math: MathJsInstance = factory.create(factory.all);
math.config({ number: 'BigNumber', precision: DIGITS, relTol: 1e-150, absTol: 1e-300 });

export type Big = BigNumber;
export const big = (x: number | string): Big => math.bignumber(x);

/** Converts a double exactly, with all its digits. */
export function exactly(x: number): Big {
  const shift = x === 0 ? 0 : Math.floor(Math.log2(Math.abs(x))) - 52;
  // Two steps: a power of two beyond 2^1023 is no double.
  const [half, rest] = [Math.trunc(shift / 2), shift - Math.trunc(shift / 2)];
  return big(x * 2 ** -half * 2 ** -rest).times(big(2).pow(shift));
}

/**
 * Computes the `k`-th derivative at 0 of a function of one number, by central differences with step
 * `h`, with an error of the order of `h²`.
 */
export function derivative(f: (s: Big) => Big, k: number, h: Big): Big {
  let sum = big(0);
  let binomial = 1;
  for (let j = 0; j <= k; j++) {
    sum = sum.plus(f(h.times(big(k).div(2).minus(j))).times((j % 2 === 0 ? 1 : -1) * binomial));
    binomial = (binomial * (k - j)) / (j + 1);
  }
  return sum.div(h.pow(k));
}
