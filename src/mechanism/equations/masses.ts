import type { Value } from '../../lower/program.js';
import { isLiteral, type Ops } from '../ops/ops.js';

/**
 * The mass matrix of a body as `M = L D Lᵀ`, with `1 / D`. Where an entry of `D` is zero as it stands,
 * the mass is infinite, since the runtime stores 0 for it: nothing accelerates it.
 */
export interface Mass {
  readonly L: readonly (readonly Value[])[];
  readonly inverse: readonly Value[];
}

export function factorMass(ops: Ops, M: readonly (readonly Value[])[]): Mass {
  const L: Value[][] = [];
  const inverse: Value[] = [];
  M.forEach((entries, k) => {
    const y: Value[] = [];
    const row: Value[] = [];
    let d = entries[k]!;
    for (let j = 0; j < k; j++) {
      const value = y.reduce((sum, one, i) => ops.subtract(sum, ops.multiply(L[j]![i]!, one)), entries[j]!);
      y.push(value);
      row.push(ops.multiply(value, inverse[j]!));
      d = ops.subtract(d, ops.multiply(row[j]!, value));
    }
    L.push(row);
    inverse.push(isLiteral(d, 0) ? ops.zero : ops.divide(ops.one, d));
  });
  return { L, inverse };
}

/** `L⁻¹ g`, of a body with these masses. */
export const lowerOf = (ops: Ops, { L }: Mass, g: readonly Value[]): Value[] => {
  const h: Value[] = [];
  g.forEach((x, k) => h.push(L[k]!.reduce((sum, l, j) => ops.subtract(sum, ops.multiply(l, h[j]!)), x)));
  return h;
};

/** The accelerations `L⁻ᵀ D⁻¹ u` by forces `Q`, for `u = L⁻¹ Q`. */
export function accelerationsOf(ops: Ops, { L, inverse }: Mass, u: readonly Value[]): Value[] {
  const x = u.map((one, c) => ops.multiply(inverse[c]!, one));
  for (let k = x.length - 1; k >= 0; k--)
    for (let m = k + 1; m < x.length; m++) x[k] = ops.subtract(x[k]!, ops.multiply(L[m]![k]!, x[m]!));
  return x;
}
