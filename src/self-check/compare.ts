import type { Program } from '../lower/program.js';
import type { Bounded } from '../reference/taylor/jet-table.js';
import { UNIT_ROUNDOFF } from '../reference/taylor/jet-table.js';
import { excusedNoise, roundingNoise } from '../sampling/rounding-noise.js';
import { short, type Fault } from './fault.js';
import { judge } from './judge.js';
import { ProgramRunner } from './run-program.js';

/**
 * A configuration at which a derivation was checked, and its numbers by the names of the variables
 * that programs load.
 */
export interface CheckedPoint<At> {
  readonly at: At;
  readonly loads: ReadonlyMap<string, number>;
  /**
   * False where it is larger or smaller than usual: numbers may overflow there that never do
   * otherwise.
   */
  readonly isUsual: boolean;
}

/**
 * The outcome of a comparison: a number that is wrong, or one that overflows, or is zero by an
 * overflow on the way to it, although the formula's value is finite.
 */
export interface Comparison {
  readonly wrong?: Fault;
  readonly overflow?: Fault;
}

/**
 * Compares the outputs of a program at the points with the expected ones, each a number with a
 * bound. `nameOf` names an output.
 */
export function compare(
  program: Pick<Program, 'outputs'>,
  points: readonly Pick<CheckedPoint<unknown>, 'loads' | 'isUsual'>[],
  expectedAt: (point: number) => readonly Bounded[],
  nameOf: (output: number) => string,
): Comparison {
  const runner = new ProgramRunner(program);
  let overflow: Fault | undefined;
  for (const [point, { loads, isUsual }] of points.entries()) {
    const expected = expectedAt(point);
    const computed = runner.run(loads);
    const { hasOverflowed } = runner;
    const fault = (k: number): Fault => ({
      quantity: nameOf(k),
      computed: computed[k]!,
      expected: expected[k]!.value,
      at: [...loads].map(([name, value]) => `${name} = ${short(value)}`).join(', '),
    });
    const largest = expected.reduce(
      (most, { value }) => (Math.abs(value) < Infinity ? Math.max(most, Math.abs(value)) : most),
      0,
    );
    const reach = [...loads.values()].reduce((most, value) => Math.max(most, Math.abs(value)), 0);
    let noise: Float64Array | undefined;
    /** Tests whether a difference is no more than the program's own rounding. */
    const isNoise = (k: number): boolean => {
      const names = [...loads.keys()];
      noise ??= roundingNoise([...loads.values()], (numbers) =>
        runner.run(new Map(names.map((name, n) => [name, numbers[n]!]))),
      );
      const { value, error } = expected[k]!;
      const size = Math.max(Math.abs(value), error / UNIT_ROUNDOFF);
      return Math.abs(computed[k]! - value) <= excusedNoise(noise[k]!, size);
    };
    const wrong = expected.findIndex(
      (value, k) => judge(computed[k]!, value, largest, reach) === 'wrong' && !isNoise(k),
    );
    if (wrong >= 0 && !hasOverflowed) return { wrong: fault(wrong) };
    if (overflow !== undefined || !isUsual) continue;
    const infinite = expected.findIndex((value, k) => judge(computed[k]!, value) === 'not finite');
    if (infinite >= 0 || wrong >= 0) overflow = fault(wrong >= 0 ? wrong : infinite);
  }
  return overflow === undefined ? {} : { overflow };
}
