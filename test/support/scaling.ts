import type { ConstraintType } from '../../runtime/model/constraint-type.js';
import { drawConfiguration, type Configuration } from '../../src/sampling/configuration.js';
import { batchEvaluations, QUANTITIES, type Evaluation } from '../../src/sampling/evaluation.js';
import { withJdot } from '../../src/verify/derived-jdot.js';
import { seededRandom } from '../../src/sampling/random.js';

/** Powers of metres in the units of parameters. */
const POWERS: Readonly<Record<string, number>> = { m: 1, 'm/s': 1, 'm^2': 2, 'm^3': 3, '1/m': -1 };

/** Scales a configuration: coordinates and lengths become `2^exponent` times as large. */
function scaled(type: ConstraintType, at: Configuration, exponent: number): Configuration {
  const powers = (list: readonly { readonly size: number; readonly power: number }[]): number[] =>
    list.flatMap(({ size, power }) => Array<number>(size).fill(2 ** (exponent * power)));
  const inputs = powers(type.inputs.map(({ kind, size }) => ({ size, power: kind === 'point' ? 1 : 0 })));
  const params = powers(type.params.map(({ unit = '', size }) => ({ size, power: POWERS[unit] ?? 0 })));
  const times = (values: readonly number[], by: readonly number[]): number[] =>
    values.map((value, i) => value * by[i]!);
  return { x: times(at.x, inputs), v: times(at.v, inputs), p: times(at.p, params), t: at.t };
}

/**
 * Lists the entries that a class gets wrong when lengths are `2^exponent` times as large.
 * Multiplying by powers of two is exact. So each result must be that of the original lengths times
 * a power of `2^exponent`, to the last place, wherever no double overflows or loses digits. Lengths
 * that are only a little larger show which power it is. Entries whose value no double can hold do
 * not count.
 */
export function scalingFaults(emitted: ConstraintType, exponent: number, samples = 20): string[] {
  const type = withJdot(emitted);
  const random = seededRandom(7);
  const faults = new Set<string>();
  for (let k = 0; k < samples; k++) {
    const at = drawConfiguration(type, random);
    const evaluate = (e: number): Evaluation => batchEvaluations(type, [scaled(type, at, e)])[0]!;
    const [plain, mild, large] = [evaluate(0), evaluate(8), evaluate(exponent)];
    for (const quantity of QUANTITIES)
      plain[quantity].forEach((value, i) => {
        const power = Math.round(Math.log2(mild[quantity][i]! / value) / 8);
        if (value === 0 || mild[quantity][i]! !== value * 2 ** (8 * power)) {
          if (value !== 0) faults.add(`${quantity}: no power of the scale`);
          return;
        }
        // In two steps, since the power alone may be too large for a double.
        const half = Math.trunc((exponent * power) / 2);
        const expected = value * 2 ** half * 2 ** (exponent * power - half);
        if (Math.abs(expected) < 2 ** -1022 || !Number.isFinite(expected)) return;
        if (large[quantity][i] !== expected) faults.add(quantity);
      });
  }
  return [...faults].sort();
}
