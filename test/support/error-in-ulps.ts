import { exact, type BigNumber } from '../../src/reference/big.js';
import { ulp } from '../../src/verify/ulp.js';

/**
 * `|computed − reference|` in units in the last place of `magnitude`, the difference taken at 64
 * digits.
 */
export function errorInUlps(computed: number, reference: BigNumber, magnitude: number): number {
  if (!Number.isFinite(computed)) return Infinity;
  return exact(computed)
    .minus(reference)
    .abs()
    .div(exact(ulp(magnitude)))
    .toNumber();
}
