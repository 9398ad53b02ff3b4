import { describe, expect, it } from 'vitest';
import { dormandPrince, gravity, rattle, rk4, semiImplicitEuler, velocityStep, World } from '../../../runtime/index.js';
import { Coincident2D, Distance2D, Rope2D } from 'holonomic/library';

const G = 9.81;
const near = (actual: number, expected: number, tolerance: number): void => {
  expect(Math.abs(actual - expected), `${actual} against ${expected}`).toBeLessThan(tolerance);
};

describe('a soft row', () => {
  it.each([rk4(), velocityStep(), semiImplicitEuler(), rattle(), dormandPrince()])(
    'of 5 Hz sags by g / ω² in $name, and its energy is counted',
    (integrator) => {
      const world = new World({ space: 2, forces: [gravity([0, -G])], integrator });
      const p = world.addParticle({ mass: 1, position: [0, 0] });
      const joint = world.add(
        new Coincident2D({ a: p, b: world.ground.point([0, 0]) }, { hertz: 5, dampingRatio: 0.7 }),
      );
      world.run({ until: 3, dt: 1 / 240 });
      const sag = 9.93960811531334e-3;
      near(p.position[1], -sag, 1e-13);
      near(world.energy().potential, -G * sag + (G * sag) / 2, 1e-12);
      world.evaluate();
      near(joint.forceOn('a')[1], G, 1e-10);
    },
  );

  it('takes a step of the implicit Euler method', () => {
    const world = new World({ space: 2, integrator: velocityStep() });
    const p = world.addParticle({ mass: 2, position: [1.1, 0], velocity: [-3, 0] });
    world.add(new Distance2D({ a: world.ground.point([0, 0]), b: p, length: 1 }, { compliance: 1e-3, damping: 5 }));
    const [m, k, c, h] = [2, 1000, 5, 1 / 60];
    let [x, v] = [0.1, -3];
    for (let i = 0; i < 50; i++) {
      world.step(h);
      v = (m * v - h * k * x) / (m + h * c + h * h * k);
      x += h * v;
      if (i === 0) near(p.velocity[0], -3.24705882352941, 1e-14);
      near(p.velocity[0], v, 1e-13);
      near(p.position[0] - 1, x, 1e-14);
    }
  });

  it.each([
    [1.01, 0],
    [1.5, 0],
    [3, 0],
    [3, -G],
  ])('released from rest at %d m takes the same step as any other: what it holds is no explosion', (stretched, g) => {
    const world = new World({ space: 2, forces: [gravity([0, g])], integrator: velocityStep() });
    const [a, b] = [0, stretched].map((x) => world.addParticle({ mass: 1, position: [x, 0] }));
    world.add(new Distance2D({ a: a!, b: b!, length: 1 }, { compliance: 1e-4 }));
    const [m, k, h] = [1 / 2, 1e4, 1 / 240];
    world.step(h);
    const v = (-h * k * (stretched - 1)) / (m + h * h * k);
    near(b!.velocity[0] - a!.velocity[0], v, 1e-12 * Math.abs(v));
    expect([world.stats.fallbacks, world.stats.shortened, world.warnings.length]).toEqual([0, 0, 0]);
  });

  it('may be one of several in a joint', () => {
    const world = new World({ space: 2, forces: [gravity([3, -G])], integrator: velocityStep() });
    const p = world.addParticle({ mass: 2, position: [0, 0] });
    world.add(new Coincident2D({ a: p, b: world.ground.point([0, 0]) }, { compliance: [0, 1e-3], damping: [0, 40] }));
    world.run({ until: 5, dt: 1 / 240 });
    near(p.position[0], 0, 1e-14);
    near(p.position[1], -2 * G * 1e-3, 1e-13);
  });

  it('may be part of a chain of joints that are hard', () => {
    const world = new World({ space: 2, forces: [gravity([0, -G])], integrator: velocityStep() });
    const [a, b, c] = [1, 2, 3].map((i) => world.addParticle({ mass: i, position: [0, -i] }));
    world.add(new Distance2D({ a: world.ground.point([0, 0]), b: a!, length: 1 }));
    world.add(new Distance2D({ a: a!, b: b!, length: 1 }, { compliance: 2e-4, damping: 300 }));
    world.add(new Distance2D({ a: b!, b: c!, length: 1 }, { compliance: 5e-4, damping: 300 }));
    world.run({ until: 8, dt: 1 / 240 });
    near(a!.position[1], -1, 1e-12);
    near(b!.position[1], -2 - 5 * G * 2e-4, 1e-11);
    near(c!.position[1], -3 - 5 * G * 2e-4 - 3 * G * 5e-4, 1e-11);
  });

  it('of a rope is a cable: it stretches, and does not push', () => {
    const world = new World({ space: 2, forces: [gravity([0, -G])], integrator: velocityStep() });
    const p = world.addParticle({ mass: 2, position: [0, -0.5] });
    const cable = world.add(
      new Rope2D({ a: world.ground.point([0, 0]), b: p, length: 1 }, { compliance: 1e-3, damping: 60 }),
    );
    world.run({ until: 0.2, dt: 1 / 240 });
    near(p.velocity[1], -G * 0.2, 1e-12);
    expect(cable.lambda[0]).toBe(0);
    world.run({ until: 5, dt: 1 / 240 });
    near(p.position[1], -1 - 2 * G * 1e-3, 1e-10);
    near(cable.lambda[0], 2 * G, 1e-8);
  });
});
