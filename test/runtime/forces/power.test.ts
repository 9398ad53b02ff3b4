import { Pendulum } from 'holonomic/library';
import { expect, test } from 'vitest';
import {
  constantForce,
  drag,
  gravity,
  mouseSpring,
  spring,
  torque,
  torsionSpring,
  World,
} from '../../../runtime/index.js';

const G = 9.81;

test('the power of a force is what it does to all that moves', () => {
  const world = new World({ space: 2, forces: [gravity([0, -G])] });
  const bob = world.addParticle({ mass: 2, position: [1, 3], velocity: [0.5, -2] });
  const bar = world.addBody({ mass: 3, inertia: 0.4, position: [0, 0], velocity: [1, 1], angularVelocity: 5 });
  const swing = world.addBody(new Pendulum({ length: 0.7, mass: 1.5 }, { theta: 0.3 }, { theta: 2 }));
  // −m g y' of each: the pendulum hangs from the origin, and rises with L sin θ θ'.
  const falls = 2 * G * 2 - 3 * G * 1 - 1.5 * G * 0.7 * Math.sin(0.3) * 2;
  expect(world.power(world.forces[0]!)).toBeCloseTo(falls, 10);
  const before = JSON.stringify(world);
  expect(world.power(drag(0.5, [bob]))).toBeCloseTo(-0.5 * (0.25 + 4), 12);
  expect(world.power(torque(bar, 1.2))).toBeCloseTo(6, 12);
  expect(world.power(torque(swing.scalars.theta, 1.2))).toBeCloseTo(2.4, 12);
  expect(world.power(constantForce(bar.point([0, 1]), [3, 0]))).toBeCloseTo(3 * (1 - 5), 12);
  expect(
    world.power({
      apply: () => {
        bob.applyForce([1, 1]);
      },
    }),
  ).toBeCloseTo(-1.5, 12);
  expect(JSON.stringify(world)).toBe(before);
  expect(world.time).toBe(0);
});

test('of a spring without damping it is what its energy loses', () => {
  const world = new World({ space: 2 });
  const [a, b] = [[0, 0], [1, 0.5]].map((position, k) => world.addParticle({ mass: 1 + k, position: position, velocity: [0.3 - k, 0.7] })); // prettier-ignore
  const bar = world.addBody({ mass: 3, inertia: 0.4, position: [0, 0], angle: 0.4, angularVelocity: -2 });
  const forces = [
    spring({ a: a!, b: b!, stiffness: 40, restLength: 0.5 }),
    torsionSpring({ a: bar.angle, b: world.ground.scalar(0), stiffness: 3 }),
    mouseSpring({ point: b!, target: [2, 2], stiffness: 10, maxForce: 5 }),
  ];
  for (const force of forces) world.addForce(force);
  const energies = (): number[] => forces.map((force) => force.energy!(world));
  const powers = forces.map((force) => world.power(force));
  const before = energies();
  const h = 1e-6;
  world.step(h);
  energies().forEach((after, k) => {
    expect((after - before[k]!) / h).toBeCloseTo(-powers[k]!, 3);
    expect(Math.abs(powers[k]!)).toBeGreaterThan(0.5);
  });
});
