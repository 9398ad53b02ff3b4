import { writeConstantEntries } from '../../runtime/model/constant-entries.js';
import type { ConstraintKernel, ConstraintType } from '../../runtime/model/constraint-type.js';
import { drawConfiguration } from '../../src/sampling/configuration.js';
import { totalSize } from '../../src/sampling/evaluation.js';
import { seededRandom } from '../../src/sampling/random.js';
import { contest, cpuTime, type Contest } from '../measure.js';

const COUNT = 256;
/** CPU time of one contestant's turn, ms. */
const TURN = 4;

/**
 * Measures nanoseconds per constraint of some kernels, and the median ratio of each to the first
 * one.
 */
export function race(type: ConstraintType, kernels: readonly ConstraintKernel[]): Contest {
  const random = seededRandom(1);
  const samples = Array.from({ length: COUNT }, () => drawConfiguration(type, random));
  const width = totalSize(type.inputs);
  const offsets = type.inputs.map((_, i) => totalSize(type.inputs.slice(0, i)));
  const slots = Int32Array.from(samples.flatMap((_, k) => offsets.map((offset) => k * width + offset)));
  const [x, v, p] = [samples.map((s) => s.x), samples.map((s) => s.v), samples.map((s) => s.p)].map((list) =>
    Float64Array.from(list.flat()),
  );
  const [C, Cdot, gamma, J] = [1, 1, 1, width].map((size) => new Float64Array(COUNT * type.rows * size));
  writeConstantEntries(type, COUNT, J!);
  const runner =
    (kernel: ConstraintKernel) =>
    (repeat: number): void => {
      for (let i = 0; i < repeat; i++) kernel(COUNT, slots, x!, v!, p!, 0, C!, Cdot!, J!, gamma!);
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
