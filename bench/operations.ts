import { derive } from 'holonomic/toolkit';
import { loadLibrary } from './library.js';
import { printTable } from './measure.js';

/** Most operations that the kernel `{C, Cdot, J, gamma}` may need. */
const GOALS: Readonly<Record<string, number>> = { PointOnCircle: 14, Distance2D: 23, Distance3D: 33 };

/** Operations of every class of the library. */
export async function benchOperations(): Promise<void> {
  const rows: string[][] = [];
  for (const { name, spec } of await loadLibrary())
    for (const { className, rows: count, operations } of Object.values(derive(name, spec).spaces)) {
      const goal = GOALS[className];
      rows.push([
        className,
        String(count),
        String(operations.kernel.total),
        String(operations.Jdot.total),
        goal === undefined ? '' : `≤ ${goal}`,
      ]);
    }
  console.log('\nOperations per constraint\n');
  printTable([['class', 'rows', 'C, Cdot, J, gamma', 'Jdot', 'goal'], ...rows]);
}
