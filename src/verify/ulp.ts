const SMALLEST_EXPONENT = -1074;

/**
 * The unit in the last place of doubles as large as `x`: `2^(e − 52)` for `2^e ≤ |x| < 2^(e+1)`;
 * that of subnormal numbers for 0.
 */
export function ulp(x: number): number {
  const magnitude = Math.abs(x);
  if (!Number.isFinite(magnitude)) return NaN;
  let exponent = Math.floor(Math.log2(magnitude));
  // The logarithm may round across a power of two.
  if (2 ** exponent > magnitude) exponent--;
  else if (2 ** (exponent + 1) <= magnitude) exponent++;
  return 2 ** Math.max(SMALLEST_EXPONENT, exponent - 52);
}
