import { curveOf } from '../../../runtime/curves/curve-table.js';
import { exact, NOT_A_NUMBER, ZERO, type BigNumber } from '../big.js';
import { UNIT_ROUNDOFF } from '../taylor/jet-table.js';
import { composeJets } from '../taylor/functions.js';
import type { CurveOperation } from './operation-name.js';
import type { Operations, OtherOperation } from './operation.js';
import { SMOOTH } from './singular.js';

/** Rounding of a polynomial of degree 5, in units of the sum of the sizes of its terms. */
const ROUNDING = 16 * UNIT_ROUNDOFF;

/** `k (k − 1) … (k − order + 1)` */
const factor = (k: number, order: number): number => (order === 0 ? 1 : k * factor(k - 1, order - 1));

/** Numbers of which a sum consists: their sum, and the sum of their sizes. */
interface Summed {
  readonly value: number;
  readonly size: number;
}

/** A derivative of a curve, term by term from the coefficients of the piece at `s`. */
function derivative(handle: number, s: number, order: number): Summed {
  const curve = curveOf(handle);
  if (curve === undefined) return { value: Number.NaN, size: Number.NaN };
  const { coefficients, origin, turns } = curve.pieceAt(s);
  const u = s - turns * (curve.period ?? 0) - origin;
  const terms = Array.from(coefficients.slice(order), (c, k) => factor(k + order, order) * c * u ** k);
  return {
    value: terms.reduce((sum, term) => sum + term, 0),
    size: terms.reduce((sum, term) => sum + Math.abs(term), 0),
  };
}

/** The same at 64 digits. The handle is a whole number, which differences may have shifted. */
function bigDerivative(handle: BigNumber, s: BigNumber, order: number): BigNumber {
  const curve = curveOf(Math.round(handle.toNumber()));
  if (curve === undefined) return NOT_A_NUMBER;
  const { coefficients, origin, turns } = curve.pieceAt(s.toNumber());
  const u = s.minus(exact(turns).times(exact(curve.period ?? 0))).minus(exact(origin));
  let sum = ZERO;
  for (let k = coefficients.length - 1; k >= order; k--)
    sum = sum.times(u).plus(exact(coefficients[k]!).times(factor(k, order)));
  return sum;
}

const operation = (order: number, next: CurveOperation | undefined): OtherOperation => ({
  double: (handle, s) => derivative(handle, s, order).value,
  big: () => (handle, s) => bigDerivative(handle, s, order),
  jet: (table, at, handle, x) => {
    const [curve, s] = [table.values[handle]!, table.values[x]!];
    const [f, first, second, third] = [0, 1, 2, 3].map((k) => derivative(curve, s, order + k)) as [
      Summed,
      Summed,
      Summed,
      Summed,
    ];
    table.slopes.set([first.value, second.value, third.value]);
    // The argument is reduced by whole periods, and rounded.
    const shift = 2 * UNIT_ROUNDOFF * (Math.abs(s) + (curveOf(curve)?.period ?? 0));
    const error = (of: Summed, slope: Summed): number => ROUNDING * of.size + shift * Math.abs(slope.value);
    composeJets(table, at, x, f.value, error(f, first), [error(first, second), error(second, third)]);
  },
  rate: ({ program, of, times }, _, [handle, s]) => {
    if (of(s!) === undefined) return undefined;
    if (next === undefined) throw new Error('the third derivative of a curve is asked for');
    return times(program.operation(next, handle!, s!), of(s!));
  },
  ...SMOOTH,
});

export const curves: Operations<CurveOperation> = {
  curve: operation(0, 'curveSlope'),
  curveSlope: operation(1, 'curveSecond'),
  curveSecond: operation(2, undefined),
};
