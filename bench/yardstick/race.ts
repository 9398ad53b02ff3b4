import { writeConstantEntries } from '../../runtime/model/constant-entries.js';
import type { ConstraintKernel, ConstraintType } from '../../runtime/model/constraint-type.js';
import { drawConfiguration } from '../../src/sampling/configuration.js';
import { totalSize } from '../../src/sampling/evaluation.js';
import { seededRandom } from '../../src/sampling/random.js';
import { contest, cpuTime, type Contest } from '../measure.js';

export const COUNT = 256;
/** CPU time of one contestant's turn, ms. */
const TURN = 4;

/** Random configurations of a constraint, as a kernel reads them, and the arrays that it writes. */
export function drawBatch(type: ConstraintType): {
  readonly slots: Int32Array;
  readonly x: Float64Array;
  readonly v: Float64Array;
  readonly p: Float64Array;
  readonly results: Readonly<Record<'C' | 'Cdot' | 'gamma' | 'J', Float64Array>>;
} {
  const random = seededRandom(1);
  const samples = Array.from({ length: COUNT }, () => drawConfiguration(type, random));
  const width = totalSize(type.inputs);
  const offsets = type.inputs.map((_, i) => totalSize(type.inputs.slice(0, i)));
  const results = (size: number): Float64Array => new Float64Array(COUNT * type.rows * size);
  return {
    slots: Int32Array.from(samples.flatMap((_, k) => offsets.map((offset) => k * width + offset))),
    x: Float64Array.from(samples.flatMap((sample) => sample.x)),
    v: Float64Array.from(samples.flatMap((sample) => sample.v)),
    p: Float64Array.from(samples.flatMap((sample) => sample.p)),
    results: { C: results(1), Cdot: results(1), gamma: results(1), J: results(width) },
  };
}

/**
 * Measures nanoseconds per constraint of some kernels, and the median ratio of each to the first
 * one.
 */
export function race(type: ConstraintType, kernels: readonly ConstraintKernel[]): Contest {
  const { slots, x, v, p, results } = drawBatch(type);
  const { C, Cdot, gamma, J } = results;
  writeConstantEntries(type, COUNT, J);
  const runner =
    (kernel: ConstraintKernel) =>
    (repeat: number): void => {
      for (let i = 0; i < repeat; i++) kernel(COUNT, slots, x, v, p, 0, C, Cdot, J, gamma);
    };
  const runners = kernels.map(runner);
  for (const run of runners) run(2000);
  const timeOf = (repeat: number): number =>
    cpuTime(() => {
      runners[0]!(repeat);
    });
  const repeat = Math.max(1, Math.round((TURN / timeOf(200)) * 200));
  const { times, ratios } = contest(
    runners.map((run) => () => {
      run(repeat);
    }),
    31,
    3,
  );
  return { times: times.map((time) => (time * 1e6) / (repeat * COUNT)), ratios };
}
