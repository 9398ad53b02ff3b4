import { printTable } from '../measure.js';
import { derived, operationsByHand, YARDSTICKS } from './cases.js';
import { race } from './race.js';

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

/** Hand-written kernels against the derived ones, without guards at singular points and with them: operations, and time over the same arrays in this process. */
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
  console.log('\nDerived kernels against hand-written kernels (goal: at most 1.1 of the time).');
  console.log(
    'By hand no singular point is guarded: neither is it in what is derived with `throw`. Then the guards that',
  );
  console.log('keep all finite there, which is the default: operations more, and the time with them.\n');
  printTable([
    [
      'constraint',
      'hand-written',
      'derived',
      'ratio',
      'guards',
      'hand-written',
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
