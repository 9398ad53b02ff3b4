import { powerOfTen, type BigNumber } from './big.js';
import { hessianEntries } from './hessian-entries.js';
import type { ReferenceMachine } from './machine.js';
import type { ConfigurationOf } from './row-values.js';

/** Step of the differences; see `referenceValues`. */
const STEP = powerOfTen(-15);
const STEP_SQUARED = STEP.times(STEP);

/**
 * All quantities of an energy at 64 digits, in the order of its kernels. With `V(±i) = V(x ± h eᵢ)`
 * and `V(±i±j)` for two shifts at once:
 *
 *     gᵢ   = (V(+i) − V(−i)) / 2h            Hᵢᵢ = (V(+i) − 2 V + V(−i)) / h²
 *     Hᵢⱼ  = (V(+i+j) − V(+i) − V(+j) + 2 V − V(−i) − V(−j) + V(−i−j)) / 2h²
 *
 * and `dᵢ` as `gᵢ`, with steps of the rates of the damping, the second row of the program.
 */
export function energyReference(
  machine: ReferenceMachine,
  inputs: readonly { readonly size: number }[],
  at: ConfigurationOf<BigNumber>,
): ReadonlyMap<string, readonly BigNumber[]> {
  const width = at.x.length;
  const time = width + at.p.length;
  const [V, D] = machine.moveTo([...at.x, ...at.p, at.t, ...at.v]).slice() as [BigNumber, BigNumber?];
  const shifted = (row: number, ...shifts: readonly (readonly [number, BigNumber])[]): BigNumber =>
    machine.perturbed(shifts)[row]!;
  const back = STEP.neg();
  const each = at.x.map((_, i) => ({ plus: shifted(0, [i, STEP]), minus: shifted(0, [i, back]) }));
  const second = (i: number, j: number): BigNumber => {
    const [a, b] = [each[i]!, each[j]!];
    if (i === j) return a.plus.plus(a.minus).minus(V.times(2)).div(STEP_SQUARED);
    const both = shifted(0, [i, STEP], [j, STEP]).plus(shifted(0, [i, back], [j, back]));
    const single = a.plus.plus(a.minus).plus(b.plus).plus(b.minus);
    return both.plus(V.times(2)).minus(single).div(STEP_SQUARED.times(2));
  };
  const slope = (plus: BigNumber, minus: BigNumber): BigNumber => plus.minus(minus).div(STEP.times(2));
  const values = new Map<string, readonly BigNumber[]>([
    ['V', [V]],
    ['g', each.map(({ plus, minus }) => slope(plus, minus))],
    ['H', hessianEntries(inputs).map(([i, j]) => second(i, j))],
  ]);
  if (D === undefined) return values;
  const rate = (i: number): number => time + 1 + i;
  return values.set('D', [D]).set(
    'd',
    at.x.map((_, i) => slope(shifted(1, [rate(i), STEP]), shifted(1, [rate(i), back]))),
  );
}
