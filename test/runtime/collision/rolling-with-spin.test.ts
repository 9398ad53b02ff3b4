import { expect, test } from 'vitest';
import {
  collide,
  constantForce,
  gravity,
  rattle,
  rk4,
  semiImplicitEuler,
  velocityStep,
  World,
  type SpatialShapeOptions,
} from 'holonomic/runtime';

const R = 0.1;
const V = 1;
const integrators = { rk4, rattle, semiImplicitEuler, velocityStep } as const;

const balls: readonly SpatialShapeOptions[] = [{ sphere: R }, { ellipsoid: [R, R, R] }];
const cases = Object.entries(integrators).flatMap(([name, integrator]) =>
  balls.map((shape) => ({ name, integrator, shape, sort: Object.keys(shape)[0] })),
);

// Where it touches, the ball is at rest, whatever it turns by about the normal: no force acts sideways.
test.each(cases)('$name: a ball, $sort, that rolls and spins keeps its way', ({ integrator, shape }) => {
  const world = new World({ space: 3, forces: [gravity([0, 0, -9.81])], integrator: integrator() });
  const inertia = 0.4 * R * R;
  const ball = world.addBody({
    mass: 1,
    inertia: [inertia, inertia, inertia],
    position: [0, 0, R],
    velocity: [V, 0, 0],
    angularVelocity: [0, V / R, 30],
  });
  collide(world, { shapes: [{ plane: [0, 0, 1] }, { body: ball, ...shape }], friction: 0.5 });
  world.run({ until: 2, dt: 1 / 60 });
  expect(Math.abs(ball.position[1])).toBeLessThan(1e-7);
  expect(ball.position[0]).toBeCloseTo(2 * V, 7);
  expect(ball.angularVelocity[2]).toBeCloseTo(30, 7);
});

// Both turn about their common normal.
test('a ball that spins on one that turns is pushed to no side', () => {
  const world = new World({ space: 3 });
  const below = world.addBody({
    mass: 1e9,
    inertia: [1e9, 1e9, 1e9],
    position: [0, 0, -1],
    angularVelocity: [0, 0, 20],
  });
  const above = world.addBody({
    mass: 1,
    inertia: [0.004, 0.004, 0.004],
    position: [0, 0, R],
    angularVelocity: [0, 0, -40],
  });
  world.addForce(constantForce(above.point([0, 0, 0]), [0, 0, -10]));
  collide(world, {
    shapes: [
      { body: below, sphere: 1 },
      { body: above, sphere: R },
    ],
    friction: 0.5,
  });
  world.run({ until: 1, dt: 1 / 60 });
  expect(Math.hypot(above.position[0], above.position[1])).toBeLessThan(1e-9);
});
