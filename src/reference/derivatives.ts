import type { RowLevel } from '../../runtime/model/constraint-type.js';
import { powerOfTen, ZERO, type BigNumber } from './big.js';
import type { ReferenceMachine } from './machine.js';
import type { ConfigurationOf, RowValues } from './row-values.js';

/** `C Cdot J Jdot gamma` of one configuration at 64 digits. */
export type ReferenceValues = RowValues<BigNumber>;

type BigConfiguration = ConfigurationOf<BigNumber>;

/**
 * Step of the differences. The truncation error is `h²` times a third or fourth derivative, 1e-30.
 * The round-off error is 1e-64 over `h` or `h²`, at most 1e-34. Both lie far below 1e-16, the last
 * place of a double.
 */
const STEP = powerOfTen(-15);
const STEP_SQUARED = STEP.times(STEP);

/**
 * Central differences of the formula, with `C(±i) = C(x ± h eᵢ)`, `C(±τ) = C(x ± h v, t ± h)` and
 * `C(±i±τ)` both at once:
 *
 *     Cdot  = (C(+τ) − C(−τ)) / 2h
 *     gamma = (C(+τ) − 2 C + C(−τ)) / h²
 *     Jᵢ    = (C(+i) − C(−i)) / 2h
 *     Jdotᵢ = (C(+i+τ) − C(+i) − C(+τ) + 2 C − C(−τ) − C(−i) + C(−i−τ)) / 2h²
 *
 * All are exact to the order of `h²`. The last one (Abramowitz and Stegun 25.3.27) takes two more
 * evaluations per component, not four.
 *
 * For a row at velocity level the formula is `φ(x, ẋ, t)`. There `Cdot` is `φ`, and `gamma` is its
 * first difference along the motion, which changes `x` and `t` but not `ẋ`. `J` and `Jdot` are as
 * above with steps of the rate, `φ(±i) = φ(ẋ ± h eᵢ)`.
 */
export function referenceValues(
  machine: ReferenceMachine,
  at: BigConfiguration,
  levels: readonly RowLevel[],
): ReferenceValues {
  const width = at.x.length;
  const time = width + at.p.length;
  const formula = machine.moveTo([...at.x, ...at.p, at.t, ...at.v]);
  const each = <T>(f: (row: number) => T): T[] => formula.map((_, row) => f(row));
  const select = (position: (row: number) => BigNumber, velocity: (row: number) => BigNumber): BigNumber[] =>
    each((r) => (levels[r] === 'velocity' ? velocity(r) : position(r)));

  const motion = (h: BigNumber): [number, BigNumber][] => [
    ...at.v.map((rate, k): [number, BigNumber] => [k, rate.times(h)]),
    [time, h],
  ];
  const forth = machine.perturbed(motion(STEP));
  const back = machine.perturbed(motion(STEP.neg()));
  const along = (r: number): BigNumber => forth[r]!.minus(back[r]!).div(STEP.times(2));
  const twice = (r: number): BigNumber => forth[r]!.plus(back[r]!).minus(formula[r]!.times(2)).div(STEP_SQUARED);

  const J = each((): BigNumber[] => []);
  const Jdot = each((): BigNumber[] => []);
  for (const level of new Set(levels))
    for (let i = 0; i < width; i++) {
      const input = level === 'velocity' ? time + 1 + i : i;
      const rows = each((r) => r).filter((r) => levels[r] === level);
      if (!rows.some((r) => machine.depends(r, 1n << BigInt(input)))) {
        for (const r of rows) for (const entries of [J[r]!, Jdot[r]!]) entries.push(ZERO);
        continue;
      }
      const plus = machine.perturbed([[input, STEP]]);
      const minus = machine.perturbed([[input, STEP.neg()]]);
      const bothPlus = machine.perturbed(together(motion(STEP), input, STEP));
      const bothMinus = machine.perturbed(together(motion(STEP.neg()), input, STEP.neg()));
      for (const r of rows) {
        J[r]!.push(plus[r]!.minus(minus[r]!).div(STEP.times(2)));
        const mixed = bothPlus[r]!.plus(bothMinus[r]!).plus(formula[r]!.times(2));
        const single = plus[r]!.plus(minus[r]!).plus(forth[r]!).plus(back[r]!);
        Jdot[r]!.push(mixed.minus(single).div(STEP_SQUARED.times(2)));
      }
    }
  return {
    C: select(
      (r) => formula[r]!,
      () => ZERO,
    ),
    Cdot: select(along, (r) => formula[r]!),
    gamma: select(twice, along),
    J,
    Jdot,
  };
}

/** The motion's shifts, with one input shifted further. */
function together(motion: readonly [number, BigNumber][], index: number, shift: BigNumber): [number, BigNumber][] {
  const moves = motion.some(([k]) => k === index);
  return moves ? motion.map(([k, by]) => [k, k === index ? by.plus(shift) : by]) : [...motion, [index, shift]];
}
