import { checkVector } from '../base/check.js';
import type { PointConnector } from '../model/connector.js';
import type { Force, ForceWorld } from '../model/force.js';
import { checkHome, checkPoint } from './connectors.js';
import { PointReading } from './point-reading.js';

/**
 * The constant force `f`, N, on a point, with the energy `−f·x`. Throws E_INPUT_KIND, E_VECTOR,
 * E_DIMENSION, E_NOT_FINITE, and E_OTHER_WORLD on first use in a world that is not the point's.
 */
export function constantForce(point: PointConnector, f: ArrayLike<number>): Force {
  const reading = new PointReading(checkPoint(point, 'The point of constantForce'));
  const force = checkVector(f, point.size, 'The force of constantForce');
  return {
    apply(world: ForceWorld): void {
      checkHome(point, world, 'The point of constantForce');
      point.applyForce(force);
    },
    energy(): number {
      reading.read();
      let energy = 0;
      for (let i = 0; i < force.length; i++) energy -= force[i]! * reading.x[i]!;
      return energy;
    },
  };
}
