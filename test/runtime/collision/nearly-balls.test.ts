import { expect, test } from 'vitest';
import { collide, gravity, velocityStep, World, type SpatialShapeOptions } from '../../../runtime/index.js';

const R = 0.5;
const turned = [Math.SQRT1_2, 0, Math.SQRT1_2, 0];
const floors: readonly SpatialShapeOptions[] = [
  { plane: [0, 0, 1] },
  { box: [40, 40, 1], at: [0, 0, -0.5] },
  { cylinder: [1, 20], at: [0, 0, -0.5], orientation: turned },
];
const balls: readonly SpatialShapeOptions[] = [
  ...[1e-7, 1e-8, 2e-9, 1e-11].map((length) => ({ capsule: [length, R] })),
  { box: [1e-8, 2e-8, 3e-8], rounding: R },
  { cylinder: [1e-8, 5e-6], rounding: R },
  { cylinder: [3e-8, 4e-9], rounding: R },
  { cone: [4e-8, 2e-6], rounding: R },
];
const cases = floors.flatMap((floor) => balls.map((ball) => ({ floor, ball })));

// Corners that are next to each other count as one, which is higher than the lowest of them.
test.each(cases)('$ball stops on $floor', ({ floor, ball }) => {
  const world = new World({ space: 3, forces: [gravity([0, 0, -9.81])], integrator: velocityStep() });
  const body = world.addBody({
    mass: 1,
    inertia: [0.1, 0.1, 0.1],
    position: [0.1, 0.2, 1.4],
    velocity: [0.5, 0.3, -3],
    angularVelocity: [3, 4, 2],
  });
  collide(world, { shapes: [floor, { body, ...ball }], friction: 0.5 });
  world.run({
    until: 1,
    dt: 1 / 30,
    onStep: () => {
      expect(body.position[2]).toBeGreaterThan(R - 1e-6);
    },
  });
  expect(body.position[2]).toBeLessThan(R + 1e-5);
});
