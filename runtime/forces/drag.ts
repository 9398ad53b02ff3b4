import { printAs } from '../base/printing.js';
import { checkList, checkNotNegative } from '../base/check.js';
import type { PointConnector } from '../model/connector.js';
import { checkHome, type Force, type ForceWorld } from '../model/force.js';
import { checkPoint } from './connectors.js';
import type { StiffRow } from '../model/stiff-row.js';
import { PointReading } from './point-reading.js';

/** The coordinates of points, along which drag acts. */
function rowsOf(points: readonly PointConnector[], damping: number): StiffRow[] {
  return points.flatMap((point) =>
    Array.from({ length: point.size }, (_, axis) => ({
      connectors: [point],
      slopes: Float64Array.from({ length: point.size }, (__, i) => (i === axis ? 1 : 0)),
      stiffness: 0,
      damping,
    })),
  );
}

/**
 * Linear drag `−c v`, `c` in N·s/m, on every particle and every rigid body at its centre of mass,
 * or on those of the given points that are in the world. It does not slow down rotation about the centre of mass. `velocityStep`
 * takes it implicitly.
 *
 * Throws E_NUMBER, E_NOT_FINITE, E_NEGATIVE, E_LIST, E_INPUT_KIND, and E_OTHER_WORLD on first use
 * in a world that is not a point's.
 */
export function drag(c: number, points?: readonly PointConnector[]): Force {
  const coefficient = checkNotNegative(c, 'The coefficient of drag');
  if (points === undefined) {
    const everywhere = {
      stiffRows: ({ centres }: ForceWorld) => rowsOf(centres, coefficient),
      apply: (world: ForceWorld) => {
        world.applyDrag(coefficient);
      },
    };
    return printAs(everywhere, 'drag', () => ({ c: coefficient }));
  }
  const readings = checkList(points, 'The points of drag', 'points').map(
    (point, i) => new PointReading(checkPoint(point, `Point #${i + 1} of drag`)),
  );
  const force = {
    stiffRows: rowsOf(
      readings.map(({ point }) => point),
      coefficient,
    ),
    apply(world: ForceWorld): void {
      for (let k = 0; k < readings.length; k++) {
        const reading = readings[k]!;
        if (reading.point.removed) continue;
        checkHome(reading.point, world, `Point #${k + 1} of drag`);
        reading.read();
        const { v } = reading;
        for (let i = 0; i < v.length; i++) v[i]! *= -coefficient;
        reading.point.applyForce(v);
      }
    },
  };
  return printAs(force, 'drag', () => ({ c: coefficient, points: readings.map(({ point }) => point) }));
}
