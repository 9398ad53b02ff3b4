import type { BigNumber, MathJsInstance } from 'mathjs';

/** Argument from which on `1 − |erf x|` is below the last of 64 digits. */
const ONE_BEYOND = 12.2;
const NEGLIGIBLE = 1e-70;

/**
 * `erf x = 2/√π e^(−x²) Σ 2ⁿ x^(2n+1) / (2n+1)!!` (Abramowitz and Stegun 7.1.6) at 64 digits: all
 * terms have one sign, so nothing cancels.
 */
export function referenceErf(math: MathJsInstance, x: BigNumber): BigNumber {
  if (!x.isFinite() || x.abs().greaterThan(ONE_BEYOND)) return math.sign(x);
  const twice = x.times(x).times(2);
  let term = x;
  let sum = x;
  for (let n = 1; !term.isZero() && term.abs().greaterThan(sum.abs().times(NEGLIGIBLE)); n++) {
    term = term.times(twice).div(2 * n + 1);
    sum = sum.plus(term);
  }
  const scale = math.bignumber(2).div(math.acos<BigNumber>(math.bignumber(-1)).sqrt());
  return sum.times(scale).times(math.exp(x.times(x).neg()));
}
