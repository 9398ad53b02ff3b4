import { Distance2D } from 'holonomic/library';
import { handWrittenDistance2D } from './yardstick/distance-2d.js';
import { report } from './figures.js';
import { contest } from './measure.js';

/**
 * Times the emitted batch kernel of `Distance2D` against a hand-written loop over the same arrays.
 */
export function benchKernelSpeed(): void {
  const { kernel } = Distance2D.type;
  const rows = [1_000, 100_000].map((count) => {
    const points = count + 1;
    const x = Float64Array.from({ length: 2 * points }, (_, i) => Math.sin(i * 12.9898) * 43.7585);
    const v = Float64Array.from({ length: 2 * points }, (_, i) => Math.cos(i * 78.233) * 3.1);
    const slots = Int32Array.from({ length: 2 * count }, (_, i) => 2 * ((i >> 1) + (i & 1)));
    const p = new Float64Array(count).fill(1);
    const [C, Cdot, gamma, J] = [count, count, count, 4 * count].map((length) => new Float64Array(length));
    const repeat = Math.max(1, Math.round(200_000 / count));
    const { times, ratios } = contest([
      () => {
        for (let i = 0; i < repeat; i++) handWrittenDistance2D(count, slots, x, v, p, 0, C!, Cdot!, J!, gamma!);
      },
      () => {
        for (let i = 0; i < repeat; i++) kernel(count, slots, x, v, p, 0, C!, Cdot!, J!, gamma!);
      },
    ]);
    const each = (time: number): string => `${((time * 1e6) / (repeat * count)).toFixed(1)} ns`;
    return [String(count), each(times[0]!), each(times[1]!), ratios[1]!.toFixed(2)];
  });
  report(
    'kernel',
    'Batch kernel of Distance2D against a hand-written loop over the same arrays (goal at 100000: at most 1.15)',
    [['constraints', 'hand-written', 'emitted', 'ratio'], ...rows],
  );
}
