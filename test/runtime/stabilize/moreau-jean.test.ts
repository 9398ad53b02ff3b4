import { DiscLineContact, Distance2D, PointLineContact, Rope2D } from 'holonomic/library';
import { describe, expect, it } from 'vitest';
import { gravity, velocityStep, World } from '../../../runtime/index.js';
import { thrown } from '../fixtures/thrown.js';

const G = 9.81;
const near = (actual: number, expected: number, tolerance: number): void => {
  expect(Math.abs(actual - expected), `${actual} against ${expected}`).toBeLessThan(tolerance);
};
const worldOf = (theta: number): World =>
  new World({ space: 2, forces: [gravity([0, -G])], integrator: velocityStep({ theta }) });
const floorOf = ({ ground }: World) => ({ origin: ground.point([0, 0]), axis: ground.direction([1, 0]) });

describe('velocityStep with theta 1/2', () => {
  it.each([0, 0.4])('bounces as in the published file of reference, with friction %f', (mu) => {
    const world = worldOf(0.5);
    const p = world.addParticle({ mass: 1, position: [0, 1] });
    const floor = world.add(new PointLineContact({ p, ...floorOf(world), mu, e: 0.9 }));
    const dt = 0.005;
    for (let i = 1; i <= 2000; i++) {
      world.step(dt);
      const [q, v] = [p.position[1], p.velocity[1]];
      if (i === 90) {
        near(q, 6.7375e-3, 1e-12);
        near(v, -4.4145, 1e-12);
        expect(floor.lambda[0]).toBe(0);
      }
      if (i === 91) {
        near(q, 5.633875e-3, 1e-12);
        near(v, 3.97305, 1e-12);
        near(floor.lambda[0] * dt, 8.4366, 1e-12);
      }
    }
    near(p.position[1], -2.288618090550717e-5, 1e-12);
    near(p.velocity[1], 0, 1e-12);
  });

  it('flies along the parabola, and holds a pendulum', () => {
    const world = worldOf(0.5);
    const p = world.addParticle({ mass: 1, position: [0, 0], velocity: [3, 2] });
    const bob = world.addParticle({ mass: 1, position: [1, 5] });
    world.add(new Distance2D({ a: world.ground.point([0, 5]), b: bob, length: 1 }));
    world.run({ until: 1, dt: 1 / 100 });
    near(p.position[1], 2 - G / 2, 1e-12);
    expect(world.residual().position).toBeLessThan(5e-3);
  });

  it('ends an impact on a rope within one step', () => {
    const stepsOf = (theta: number): number => {
      const world = worldOf(theta);
      const p = world.addParticle({ mass: 1, position: [0.6, 0] });
      const rope = world.add(new Rope2D({ a: world.ground.point([0, 0]), b: p, length: 1 }));
      let steps = 0;
      while (rope.lambda[0] === 0) world.step(1e-4);
      for (; rope.lambda[0] > 1e3; steps++) world.step(1e-4);
      return steps;
    };
    expect(stepsOf(0.5)).toBe(1);
    expect(stepsOf(1)).toBe(2);
  });

  it('lets a disc roll down a slope that friction holds', () => {
    const world = new World({
      space: 2,
      forces: [gravity([G / 2, (-G * Math.sqrt(3)) / 2])],
      integrator: velocityStep({ theta: 0.5 }),
    });
    const disc = world.addBody({ mass: 1, inertia: 0.5, position: [0, 1] });
    const floor = { ...floorOf(world), base: world.ground.scalar(0) };
    world.add(new DiscLineContact({ p: disc.point([0, 0]), theta: disc.angle, ...floor, radius: 1, mu: 0.3 }));
    world.run({ until: 1, dt: 1 / 240 });
    near(disc.velocity[0], G / 3, 1e-9);
    // The mean of the velocities: s = a t² / 2, without the error of h a t / 2.
    near(disc.position[0], G / 6, 1e-9);
  });
});

it.each([
  [0.4, 'E_NUMBER'],
  [1.5, 'E_NUMBER'],
  [0, 'E_NOT_POSITIVE'],
])('theta %f is refused', (theta, code) => {
  expect(thrown(() => velocityStep({ theta }))).toMatchObject({ code });
});
