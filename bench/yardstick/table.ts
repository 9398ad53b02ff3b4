import { writeConstantEntries } from '../../runtime/model/constant-entries.js';
import type { ConstraintKernel, ConstraintType } from '../../runtime/model/constraint-type.js';
import { drawConfiguration } from '../../src/sampling/configuration.js';
import { totalSize } from '../../src/sampling/evaluation.js';
import { seededRandom } from '../../src/sampling/random.js';
import { contest, cpuTime, printTable, type Contest } from '../measure.js';
import { derived, operationsByHand, YARDSTICKS } from './cases.js';

/**
 * Operations that other ways need, for scale: a plain sweep (jets for `Cdot` and `Jdot v`, reverse for `J`, with equal expressions shared) for
 * `{C, Cdot, J, Jdot v}`, and SymPy with common-subexpression elimination for `{C, Cdot, J, Jdot}`.
 */
const OTHERS: Readonly<Record<string, readonly [sweep: number, sympy: number]>> = {
  'distance 3D': [44, 132],
  'angle 3D by acos': [170, 1049],
  'dihedral angle': [316, 3093],
  'point to triangle plane': [191, 1382],
  'hinge, quaternions': [731, 857],
};

const COUNT = 256;
/** CPU time of one contestant's turn, in milliseconds. */
const TURN = 4;

/** Kernels written by hand against the derived ones, without guards at singular points and with them: operations, and time over the same arrays in this process. */
export function benchYardstick(): void {
  const rows = YARDSTICKS.map((yardstick) => {
    const plain = derived(yardstick, 'throw');
    const guarded = derived(yardstick);
    const byHand = operationsByHand(yardstick);
    const [total, finite] = [plain, guarded].map(({ derivation }) => derivation.operations.kernel.total);
    const { times, ratios } = race(guarded.type, [yardstick.byHand, plain.type.kernel, guarded.type.kernel]);
    const [sweep, sympy] = OTHERS[yardstick.title] ?? [];
    return [
      yardstick.title,
      String(byHand),
      String(total),
      (total! / byHand).toFixed(2),
      String(finite! - total!),
      ...times.map((time) => `${time.toFixed(1)} ns`),
      ...ratios.slice(1).map((ratio) => ratio.toFixed(2)),
      String(sweep ?? ''),
      String(sympy ?? ''),
    ];
  });
  console.log('\nDerived kernels against kernels by hand (goal: no more operations, at most 1.1 of the time).');
  console.log(
    'By hand no singular point is guarded: neither is it in what is derived with `throw`. Then the guards that',
  );
  console.log('keep all finite there, which is the default: operations more, and the time with them.\n');
  printTable([
    [
      'constraint',
      'by hand',
      'derived',
      'ratio',
      'guards',
      'by hand',
      'derived',
      'guarded',
      'ratio',
      'guarded',
      'plain sweep',
      'SymPy',
    ],
    ...rows,
  ]);
}

/** Nanoseconds per constraint of some kernels, and the median ratios of each to the first one. */
function race(type: ConstraintType, kernels: readonly ConstraintKernel[]): Contest {
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
