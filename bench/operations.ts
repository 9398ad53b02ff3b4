import { deriveLibrary } from './library.js';
import { report } from './figures.js';

/** Largest number of operations that the kernel `{C, Cdot, J, gamma}` may need. */
const GOALS: Readonly<Record<string, number>> = { PointOnCircle: 14, Distance2D: 23, Distance3D: 33 };

/** Prints the operations of every class of the library. */
export async function benchOperations(): Promise<void> {
  const rows: string[][] = [];
  const { constraints, bodies } = await deriveLibrary();
  for (const { className, rows: count, operations } of constraints) {
    const goal = GOALS[className];
    rows.push([
      className,
      String(count),
      String(operations.kernel.total),
      String(operations.Jdot.total),
      goal === undefined ? '' : `≤ ${goal}`,
    ]);
  }
  report('operations', 'Operations per constraint', [['class', 'rows', 'C, Cdot, J, gamma', 'Jdot', 'goal'], ...rows]);
  report('body-operations', 'Operations per body; of its connectors, all together', [
    ['class', 'connectors', 'M, Q', 'energy', 'weight'],
    ...bodies.map(({ className, operations: { connectors, dynamics, energy, weight } }) => [
      className,
      String(Object.values(connectors).reduce((sum, { total }) => sum + total, 0)),
      String(dynamics.total),
      String(energy.total),
      String(weight.total),
    ]),
  ]);
}
