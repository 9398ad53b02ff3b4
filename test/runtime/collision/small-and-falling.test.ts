import { describe, expect, it } from 'vitest';
import {
  collide,
  gravity,
  velocityStep,
  World,
  type PlanarShapeOptions,
  type SpatialShapeOptions,
} from '../../../runtime/index.js';

const R = 0.002;
const planar: readonly PlanarShapeOptions[] = [
  { box: [1, 1], at: [0, -0.5] },
  { disc: R, at: [0, -R] },
];
const spatial: readonly SpatialShapeOptions[] = [
  { plane: [0, 0, 1] },
  { box: [1, 1, 1], at: [0, 0, -0.5] },
  { box: [1e-5, 1e-5, 1e-5], rounding: R, at: [0, 0, -R - 5e-6] },
];
/** From where bodies fall, so that what is left of the way in the step of the impact differs. */
const heights = Array.from({ length: 50 }, (_, k) => R + 4e-4 * (k + 1));

// In a step of 1/60 s weight adds 2.7 mm to the way, more than the size of these.
describe('what is small and falls stops where it meets', () => {
  it.each(planar)('%o', (floor) => {
    for (const height of heights) {
      const world = new World({ space: 2, forces: [gravity([0, -9.81])], integrator: velocityStep() });
      const body = world.addBody({ mass: 1, inertia: 1, position: [0, height] });
      collide(world, { shapes: [floor, { body, disc: R }] });
      let lowest = Infinity;
      world.run({ until: 0.2, dt: 1 / 60, onStep: () => (lowest = Math.min(lowest, body.position[1])) });
      expect(lowest).toBeGreaterThan(R - 1e-8);
    }
  });

  it.each(spatial)('%o', (floor) => {
    for (const height of heights) {
      const world = new World({ space: 3, forces: [gravity([0, 0, -9.81])], integrator: velocityStep() });
      const body = world.addBody({ mass: 1, inertia: [1, 1, 1], position: [0, 0, height] });
      collide(world, { shapes: [floor, { body, capsule: [1e-9, R] }], restitution: 0.5 });
      let lowest = Infinity;
      world.run({ until: 0.2, dt: 1 / 60, onStep: () => (lowest = Math.min(lowest, body.position[2])) });
      expect(lowest).toBeGreaterThan(R - 1e-8);
    }
  });
});
