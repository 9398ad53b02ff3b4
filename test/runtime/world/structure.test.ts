import { describe, expect, it } from 'vitest';
import { gravity, World } from '../../../runtime/index.js';
import { Coincident2D, Distance2D, PointOnCircleDistance } from '../fixtures/index.js';
import { chain, G } from '../fixtures/scenes.js';

describe('structure', () => {
  it('lets a bob fly off when its rod is removed', () => {
    const { world, particles, rods } = chain([1]);
    world.run({ until: 0.5, dt: 1 / 500 });
    const [bob] = particles;
    const position = [...bob!.position];
    const velocity = [...bob!.velocity];
    world.remove(rods[0]!);
    expect(world.degreesOfFreedom()).toBe(2);
    world.run({ until: 1, dt: 1 / 500 });
    expect(bob!.position[0]).toBeCloseTo(position[0]! + 0.5 * velocity[0]!, 12);
    expect(bob!.position[1]).toBeCloseTo(position[1]! + 0.5 * velocity[1]! - (G / 2) * 0.25, 12);
    expect(world.constraints).toEqual([]);
  });

  it('catches it again with another kind of constraint', () => {
    const { world, particles, rods } = chain([1]);
    world.step(1 / 240);
    world.remove(rods[0]!);
    world.step(1 / 240);
    const bob = particles[0]!;
    const ring = world.add(new PointOnCircleDistance({ p: bob, radius: Math.hypot(...bob.position) }));
    world.run({ until: 1 });
    expect(Math.abs(ring.C[0])).toBeLessThan(1e-4);
    expect(world.degreesOfFreedom()).toBe(1);
  });

  it('keeps state, masses and multipliers of the others when a body in the middle goes', () => {
    const world = new World({ space: 2, forces: [gravity([0, -G])] });
    const bobs = [0, 1, 2].map((i) =>
      world.addParticle({ mass: 1 + i, position: [3 * i, -1], velocity: [0.1 * i, 0] }),
    );
    const rods = bobs.map((b, i) => world.add(new Distance2D({ a: world.ground.point([3 * i, 0]), b, length: 1 })));
    world.step(0.01);
    world.evaluate();
    const lambda = rods[2]!.lambda[0];
    const position = [...bobs[2]!.position];
    const removed = [...bobs[1]!.position];

    world.remove(rods[1]!);
    world.remove(bobs[1]!);
    expect([...bobs[2]!.position]).toEqual(position);
    expect(bobs.map(({ mass }) => mass)).toEqual([1, 2, 3]);
    expect([...bobs[1]!.position]).toEqual(removed);
    expect(world.particles).toEqual([bobs[0], bobs[2]]);
    expect(rods[2]!.lambda[0]).toBe(lambda);
    expect(rods[1]!.lambda[0]).toBe(0);

    bobs[2]!.position[0] = 6.5;
    expect(world.residual().position).toBeGreaterThan(0.05);
    expect(rods[2]!.lambda[0]).toBe(lambda);
    world.evaluate();
    expect(rods[2]!.lambda[0]).not.toBe(lambda);
  });

  it('moves every body by its own mass, before and after others have gone', () => {
    const world = new World({ space: 2 });
    const bodies = [1, 2, 4].map((mass) => world.addParticle({ mass, position: [0, 0], velocity: [1, 1] }));
    world.addForce({
      apply: ({ particles }) => {
        for (const particle of particles) particle.applyForce([8, 0]);
      },
    });
    world.evaluate();
    expect([...world.accelerations]).toEqual([8, 0, 4, 0, 2, 0]);
    world.remove(bodies[0]!);
    world.evaluate();
    expect([...world.accelerations]).toEqual([4, 0, 2, 0]);
    // Data of a removed body does not come back with a new one.
    const late = world.addParticle({ mass: 8, position: [0, 0] });
    expect([...late.velocity]).toEqual([0, 0]);
    world.evaluate();
    expect([...world.accelerations]).toEqual([4, 0, 2, 0, 1, 0]);
  });

  it('keeps the integral of an error while others come and go', () => {
    const run = (edit: boolean): number => {
      const world = new World({ space: 2, feedback: { ks: 11, kd: 6, ki: 6 } });
      const bob = world.addParticle({ mass: 1, position: [2, 0] });
      const other = world.addParticle({ mass: 1, position: [5, 0] });
      const rod = world.add(new Distance2D({ a: world.ground.point([0, 0]), b: bob, length: 1 }));
      world.run({ until: 0.5, dt: 1 / 100 });
      if (edit) world.add(new PointOnCircleDistance({ p: other, radius: 5 }));
      world.run({ until: 1, dt: 1 / 100 });
      return rod.C[0];
    };
    expect(run(true)).toBeCloseTo(run(false), 12);
  });

  it('gives the same motion however it came about', () => {
    const direct = chain([0.5, 1, 1.5]);
    const edited = chain([0.5, 1, 1.5]);
    const extra = edited.world.addParticle({ mass: 5, position: [9, 9] });
    const tie = edited.world.add(new Coincident2D({ a: extra, b: edited.particles[1]! }));
    edited.world.remove(tie);
    edited.world.remove(extra);
    direct.world.run({ until: 1 });
    edited.world.run({ until: 1 });
    expect(edited.particles.map(({ position }) => [...position])).toEqual(
      direct.particles.map(({ position }) => [...position]),
    );
  });

  it('keeps views on the state alive while bodies are added, as far as the state does not move', () => {
    const world = new World({ space: 3 });
    const first = world.addParticle({ mass: 1, position: [1, 2, 3] });
    const view = first.position;
    for (let i = 0; i < 50; i++) world.addParticle({ mass: 1, position: [i, 0, 0] });
    view[0] = 7;
    expect(first.position[0]).toBe(7);
    for (let i = 0; i < 500; i++) world.addParticle({ mass: 1, position: [i, 0, 0], velocity: [0, i, 0] });
    expect([...first.position]).toEqual([7, 2, 3]);
    expect([...world.particles[550]!.velocity]).toEqual([0, 499, 0]);
    first.velocity[2] = 2;
    world.step(0.5);
    expect([...first.position]).toEqual([7, 2, 4]);
  });

  it('runs without constraints, and without bodies', () => {
    const world = new World({ space: 2 });
    world.step(0.1);
    expect(world.time).toBe(0.1);
    expect(world.residual()).toEqual({ position: 0, velocity: 0 });
    expect(world.degreesOfFreedom()).toBe(0);
  });

  it('frees a force', () => {
    const world = new World({ space: 2 });
    const particle = world.addParticle({ mass: 2, position: [0, 0] });
    const weight = world.addForce(gravity([0, -10]));
    world.evaluate();
    expect([...world.accelerations]).toEqual([0, -10]);
    world.remove(weight);
    world.evaluate();
    expect([...world.accelerations]).toEqual([0, 0]);
    expect(particle.mass).toBe(2);
  });
});
