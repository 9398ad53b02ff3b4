import { report } from '../figures.js';
import { derived, handWrittenOperations, YARDSTICKS } from './cases.js';
import { race } from './race.js';

/**
 * Operations of other methods, for scale: a plain sweep (jets for `Cdot` and `Jdot v`, reverse for
 * `J`, with equal expressions shared) for `{C, Cdot, J, Jdot v}`, and SymPy with
 * common-subexpression elimination for `{C, Cdot, J, Jdot}`.
 */
const OTHERS: Readonly<Record<string, readonly [sweep: number, sympy: number]>> = {
  'distance 3D': [44, 132],
  'angle 3D by acos': [170, 1049],
  'dihedral angle': [316, 3093],
  'point to triangle plane': [191, 1382],
  'hinge, quaternions': [731, 857],
};

/**
 * Prints operations and times of hand-written and derived kernels over the same arrays, without
 * guards at singular points and with them.
 */
export function benchYardstick(): void {
  const operations = [['constraint', 'hand-written', 'derived', 'ratio', 'guards', 'plain sweep', 'SymPy']];
  const speed = [['constraint', 'hand-written', 'derived', 'guarded', 'derived: ratio', 'guarded: ratio']];
  for (const yardstick of YARDSTICKS) {
    const { title } = yardstick;
    const plain = derived(yardstick, 'throw');
    const guarded = derived(yardstick);
    const handWritten = handWrittenOperations(yardstick);
    const [total, finite] = [plain, guarded].map(({ derivation }) => derivation.operations.kernel.total);
    const { times, ratios } = race(guarded.type, [yardstick.handWritten, plain.type.kernel, guarded.type.kernel]);
    const [sweep, sympy] = OTHERS[title] ?? ['', ''];
    const counts = [handWritten, total!, (total! / handWritten).toFixed(2), finite! - total!, sweep, sympy];
    operations.push([title, ...counts.map(String)]);
    speed.push([
      title,
      ...times.map((time) => `${time.toFixed(1)} ns`),
      ...ratios.slice(1).map((ratio) => ratio.toFixed(2)),
    ]);
  }
  report(
    'yardstick-operations',
    'Operations of derived and hand-written kernels, which have no guards at singular points.\n' +
      'Guards are the operations that the default adds to stay finite there.',
    operations,
  );
  report('yardstick', 'Derived kernels against hand-written kernels (goal: at most 1.1 of the time)', speed);
}
