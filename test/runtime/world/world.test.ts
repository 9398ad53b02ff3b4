import { describe, expect, it } from 'vitest';
import {
  conjugateGradient,
  dormandPrince,
  gravity,
  rk4,
  World,
  type Force,
  type ForceWorld,
  type Integrator,
  type Solver,
} from '../../../runtime/index.js';
import { Coincident2D, Distance2D, Distance3D } from '../fixtures/index.js';
import { random } from '../fixtures/oracle.js';
import { chain, G } from '../fixtures/scenes.js';

describe('momentum', () => {
  it('is conserved where only constraints act: linear and angular, in space', () => {
    const world = new World({ space: 3 });
    const next = random(7);
    const vector = (): number[] => [next(), next(), next()];
    const particles = Array.from({ length: 6 }, (_, i) =>
      world.addParticle({ mass: 1 + i, position: vector(), velocity: vector() }),
    );
    particles.slice(1).forEach((b, i) => {
      const a = particles[i]!;
      const length = Math.hypot(...a.position.map((value, c) => value - b.position[c]!));
      world.add(new Distance3D({ a, b, length }));
    });
    const momenta = (): number[] => {
      const sums = [0, 0, 0, 0, 0, 0];
      for (const { mass, position: x, velocity: v } of particles) {
        for (let c = 0; c < 3; c++) {
          const [d, e] = [(c + 1) % 3, (c + 2) % 3];
          sums[c]! += mass * v[c]!;
          sums[3 + c]! += mass * (x[d]! * v[e]! - x[e]! * v[d]!);
        }
      }
      return sums;
    };
    const before = momenta();
    world.run({ until: 1, dt: 1 / 500 });
    momenta().forEach((value, i) => {
      expect(Math.abs(value - before[i]!)).toBeLessThan(i < 3 ? 1e-11 : 1e-6);
    });
    expect(Math.hypot(...particles[0]!.velocity)).toBeGreaterThan(0.01);
  });

  it('passes through a joint as equal and opposite forces', () => {
    const world = new World({ space: 2, forces: [gravity([0, -G])] });
    const a = world.addParticle({ mass: 2, position: [0, 0] });
    const b = world.addParticle({ mass: 1, position: [0, 0] });
    const hook = world.add(new Coincident2D({ a: world.ground.point([0, 0]), b: a }));
    const joint = world.add(new Coincident2D({ a, b }));
    world.evaluate();
    expect(joint.forceOn('a')[1]).toBeCloseTo(-G, 12);
    expect(joint.forceOn('b')[1]).toBeCloseTo(G, 12);
    expect(hook.forceOn('a')[1]).toBeCloseTo(-3 * G, 12);
  });
});

it('particles and bodies say the names that they were made with', () => {
  const plane = new World({ space: 2 });
  const space = new World({ space: 3 });
  const body = { mass: 1, position: [0, 0] };
  expect(plane.addParticle({ ...body, name: 'bob' }).name).toBe('bob');
  expect(plane.addParticle(body).name).toBeUndefined();
  expect(plane.addBody({ ...body, inertia: 1, name: 'bar' }).name).toBe('bar');
  expect(space.addBody({ mass: 1, inertia: [1, 1, 1], position: [0, 0, 0], name: 'top' }).name).toBe('top');
});

describe.each([rk4(), dormandPrince({ rtol: 1e-10, atol: 1e-12 })])('the start time, with $name', (integrator) => {
  it('is what forces and handles see first, and what a run goes on from', () => {
    const world = new World({ space: 2, integrator, time: -2 });
    expect(world.time).toBe(-2);
    const p = world.addParticle({ mass: 1, position: [0, 0] });
    const hand = world.handle((t) => [t * t, 0]);
    const times: number[] = [];
    world.addForce({
      apply: () => {
        times.push(world.time);
        p.applyForce([Math.cos(world.time), 0]);
      },
    });
    expect([hand.position[0], hand.velocity[0]]).toEqual([4, expect.closeTo(-4, 9)]);
    world.run({ until: 1, dt: 1 / 100 });
    expect([times[0], world.time]).toEqual([-2, 1]);
    // ẍ = cos t from rest at t = −2: x = −cos t + cos 2 + (t + 2) sin 2
    expect(p.position[0]).toBeCloseTo(-Math.cos(1) + Math.cos(2) + 3 * Math.sin(2), 8);
  });
});

describe('forces', () => {
  it('see the world, add up, and have energies', () => {
    const seen: number[] = [];
    const push: Force = {
      apply(world: ForceWorld) {
        seen.push(world.time);
        for (const particle of world.particles) particle.applyForce([world.time, 0]);
      },
      energy: () => 5,
    };
    const world = new World({ space: 2, forces: [gravity([0, -G]), push] });
    const particle = world.addParticle({ mass: 2, position: [0, 3], velocity: [1, 0] });
    world.ground.point([0, 0]).applyForce([1, 0]);
    expect(world.energy()).toEqual({ kinetic: 1, potential: 2 * G * 3 + 5, total: 1 + 2 * G * 3 + 5 });
    world.step(0.5);
    expect(seen).toEqual([0, 0.25, 0.25, 0.5]);
    // ∫∫ t/m: RK4 is exact.
    expect(particle.velocity[0]).toBeCloseTo(1 + 0.5 ** 2 / 4, 14);
    expect(particle.velocity[1]).toBeCloseTo(-G / 2, 14);
  });

  it('counts mass changes', () => {
    const world = new World({ space: 2 });
    const particle = world.addParticle({ mass: 2, position: [0, 0] });
    world.addForce({
      apply: () => {
        particle.applyForce([12, 0]);
      },
    });
    particle.mass = 4;
    world.evaluate();
    expect(world.accelerations[0]).toBe(3);
    expect(particle.mass).toBe(4);
  });
});

describe('degrees of freedom', () => {
  it.each([
    [[0.3], 1],
    [[0.3, 0.3, 0.3], 3],
  ])('of a chain %o: %i', (angles, expected) => {
    expect(chain(angles).world.degreesOfFreedom()).toBe(expected);
  });

  it('do not count a rod twice', () => {
    const { world, rods } = chain([0.3, 1]);
    world.add(new Distance2D({ ...rods[1]!.inputs, length: 1 }));
    expect(world.degreesOfFreedom()).toBe(2);
  });
});

describe('run', () => {
  it('ends exactly at the time asked for, in as few steps as fit', () => {
    const world = new World({ space: 2 });
    world.addParticle({ mass: 1, position: [0, 0] });
    const times: number[] = [];
    world.run({ until: 1, dt: 0.1, onStep: ({ time }) => times.push(time) });
    expect(world.time).toBe(1);
    expect(times).toHaveLength(10);
    world.run({ until: 1.25, dt: 0.1 });
    expect(world.time).toBe(1.25);
    expect(world.stats.steps).toBe(13);
    expect(() => world.run({ until: 1 })).toThrow(/at t = 1\.25 s already/);
    expect(world.stats.steps).toBe(13);
  });

  it('does not jolt the constraints in a shortened last step', () => {
    const { world, particles } = chain([1.2]);
    world.run({ until: 1, dt: 1 / 100 });
    const velocity = [...particles[0]!.velocity];
    world.run({ until: 1 + 1e-9, dt: 1 / 100 });
    expect(Math.abs(velocity[0]! - particles[0]!.velocity[0])).toBeLessThan(1e-7);
    expect(Math.abs(velocity[1]! - particles[0]!.velocity[1])).toBeLessThan(1e-7);
  });

  it('takes the same steps as step()', () => {
    const [ran, stepped] = [chain([1, 2]), chain([1, 2])];
    ran.world.run({ until: 1, dt: 1 / 64 });
    for (let k = 0; k < 64; k++) stepped.world.step(1 / 64);
    expect(ran.particles[1]!.position).toEqual(stepped.particles[1]!.position);
  });
});

describe('replaceable parts', () => {
  it('use the integrator and the solver they are given, one instance per world', () => {
    const made: string[] = [];
    const integrator: Integrator = {
      name: 'explicit Euler',
      create: () => {
        made.push('integrator');
        return {
          step(system, dt) {
            system.evaluate();
            for (let i = 0; i < system.q.length; i++) {
              system.q[i]! += dt * system.coordinateRates[i]!;
              system.v[i]! += dt * system.accelerations[i]!;
            }
          },
        };
      },
    };
    const solver: Solver = {
      name: 'none',
      create: () => {
        made.push('solver');
        return {
          solve(problem) {
            problem.multipliers.fill(2);
          },
        };
      },
    };
    const { world, particles, rods } = chain([0], { integrator, solver });
    chain([0], { integrator, solver });
    particles[0]!.velocity[0] = 1;
    world.step(0.5);
    expect(made.sort()).toEqual(['integrator', 'integrator', 'solver', 'solver']);
    expect([...particles[0]!.position]).toEqual([0.5, -1]);
    // C = |b| − 1 pushes outward with lambda = 2.
    expect([...particles[0]!.velocity]).toEqual([1, -(G + 2) / 2]);
    expect(rods[0]!.lambda[0]).toBe(2);
  });
});

describe('statistics', () => {
  it('count', () => {
    const { world } = chain([0.3, 0.9, 2], { solver: conjugateGradient() });
    world.step(0.01);
    world.step(0.01);
    const { steps, evaluations, iterations, lastIterations, residual } = world.stats;
    expect([steps, evaluations]).toEqual([2, 8]);
    expect(iterations).toBeGreaterThan(8);
    expect(iterations).toBeLessThan(8 * 8);
    expect(lastIterations).toBeGreaterThan(0);
    expect(residual).toBeLessThan(1e-13);
  });
});
