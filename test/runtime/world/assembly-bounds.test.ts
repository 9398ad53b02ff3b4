import { AngleLimit, Coincident2D, Distance2D, PointLineContact, Rope2D } from 'holonomic/library';
import { describe, expect, it } from 'vitest';
import { assemble, dormandPrince, gravity, rk4, velocityStep, World, type Particle } from '../../../runtime/index.js';
import { thrown } from '../fixtures/thrown.js';

const near = (actual: number, expected: number, tolerance: number): void => {
  expect(Math.abs(actual - expected), `${actual} against ${expected}`).toBeLessThan(tolerance);
};
const floorOf = ({ ground }: World) => ({ origin: ground.point([0, 0]), axis: ground.direction([1, 0]) });

describe('assemble', () => {
  it('shortens a rope that is too long, and leaves one that is slack', () => {
    const world = new World({ space: 2 });
    const a = world.addParticle({ mass: 1, position: [0, 0], velocity: [-1, 2] });
    const b = world.addParticle({ mass: 3, position: [2, 0], velocity: [1, 0] });
    const slack = world.addParticle({ mass: 1, position: [0.25, 0.5], velocity: [5, 0] });
    world.add(new Rope2D({ a, b, length: 1 }));
    world.add(new Rope2D({ a: world.ground.point([0, 0]), b: slack, length: 1 }));
    assemble(world);
    // By the masses, as a rod; of the velocities what stretches the rope is removed.
    near(a.position[0], 0.75, 1e-10);
    near(b.position[0], 1.75, 1e-10);
    expect([...slack.position, ...slack.velocity]).toEqual([0.25, 0.5, 5, 0]);
    [...a.velocity, ...b.velocity].forEach((rate, i) => {
      near(rate, [0.5, 2, 0.5, 0][i]!, 1e-12);
    });
  });

  it('leaves velocities with which a rope at its length becomes slack', () => {
    const world = new World({ space: 2 });
    const p = world.addParticle({ mass: 1, position: [1, 0], velocity: [-3, 1] });
    world.add(new Rope2D({ a: world.ground.point([0, 0]), b: p, length: 1 }));
    assemble(world);
    expect([...p.position, ...p.velocity]).toEqual([1, 0, -3, 1]);
  });

  it('turns a joint back to its limit', () => {
    const world = new World({ space: 2 });
    const arm = world.addBody({ mass: 1, inertia: 1, position: [1, 0], angle: 1 });
    world.add(new Coincident2D({ a: arm.point([-1, 0]), b: world.ground.point([0, 0]) }));
    world.add(new AngleLimit({ theta: arm.angle, base: world.ground.scalar(0), low: -0.5, high: 0.5 }));
    assemble(world);
    near(arm.angle.value, 0.5, 1e-9);
    near(arm.position[0], Math.cos(arm.angle.value), 1e-9);
    near(arm.position[1], Math.sin(arm.angle.value), 1e-9);
  });

  it('lifts a point onto a floor by the least change, with what holds it', () => {
    const world = new World({ space: 2 });
    const p = world.addParticle({ mass: 1, position: [0.3, -0.2], velocity: [1, -4] });
    const above = world.addParticle({ mass: 1, position: [2, 0.1] });
    const held = world.addParticle({ mass: 1, position: [3, -0.6] });
    for (const one of [p, above, held]) world.add(new PointLineContact({ p: one, ...floorOf(world) }));
    world.add(new Distance2D({ a: world.ground.point([3, -1]), b: held, length: 1.25 }));
    assemble(world);
    near(p.position[0], 0.3, 1e-12);
    near(p.position[1], 0, 1e-10);
    // Friction has no say in it.
    near(p.velocity[0], 1, 1e-12);
    near(p.velocity[1], 0, 1e-12);
    expect([...above.position]).toEqual([2, 0.1]);
    near(Math.hypot(held.position[0] - 3, held.position[1] + 1), 1.25, 1e-10);
    expect(held.position[1]).toBeGreaterThan(-1e-10);
  });

  it('brings what is moved no further than the next bound', () => {
    // The rope would pull both by 0.2, but a wall lets the right one come by 0.1 alone.
    const world = new World({ space: 2 });
    const { ground } = world;
    const a = world.addParticle({ mass: 1, position: [-1, 0] });
    const b = world.addParticle({ mass: 1, position: [0.9, 0] });
    world.add(new Rope2D({ a, b, length: 1.5 }));
    const right = { origin: ground.point([0.8, 0]), axis: ground.direction([0, -1]) };
    const left = { origin: ground.point([-0.6, 0]), axis: ground.direction([0, 1]) };
    world.add(new PointLineContact({ p: b, ...right }));
    world.add(new PointLineContact({ p: a, ...left }));
    assemble(world);
    near(a.position[0], -0.7, 1e-10);
    near(b.position[0], 0.8, 1e-10);
  });

  it('takes limits that say the same many times', () => {
    const world = new World({ space: 2 });
    const p = world.addParticle({ mass: 1, position: [0.6, 1.6], velocity: [3, 4] });
    const a = world.ground.point([0, 0]);
    for (let i = 0; i < 5; i++) world.add(new Rope2D({ a, b: p, length: 1 }));
    world.add(new Rope2D({ a, b: p, length: 1.2 }));
    assemble(world);
    const size = Math.hypot(0.6, 1.6);
    near(p.position[0], 0.6 / size, 1e-9);
    near(p.position[1], 1.6 / size, 1e-9);
    near(p.position[0] * p.velocity[0] + p.position[1] * p.velocity[1], 0, 1e-9);
    near(p.position[0] * p.velocity[1] - p.position[1] * p.velocity[0], (0.6 * 4 - 1.6 * 3) / size, 1e-9);
  });

  it('names limits that contradict each other, and changes nothing', () => {
    const world = new World({ space: 2 });
    const p = world.addParticle({ mass: 1, position: [0.5, 0.3], velocity: [1, 0] });
    const { ground } = world;
    world.add(new Rope2D({ a: ground.point([0, 0]), b: p, length: 1 }, { name: 'left' }));
    world.add(new Rope2D({ a: ground.point([3, 0]), b: p, length: 1 }, { name: 'right' }));
    world.add(new PointLineContact({ p, ...floorOf(world) }));
    const error = thrown(() => {
      assemble(world);
    });
    expect(error).toMatchObject({ code: 'E_ASSEMBLY' });
    expect((error as { message: string }).message).toMatch(/Rope2D 'left' by -?0\.5.*Rope2D 'right' by -?0\.5/);
    expect((error as { message: string }).message).not.toContain('PointLineContact');
    expect([...p.position, ...p.velocity]).toEqual([0.5, 0.3, 1, 0]);
  });

  it('leaves soft limits, and the rest of a world without inequalities', () => {
    const world = new World({ space: 2 });
    const p = world.addParticle({ mass: 1, position: [2, 0], velocity: [1, 0] });
    world.add(new Rope2D({ a: world.ground.point([0, 0]), b: p, length: 1 }, { hertz: 3 }));
    assemble(world);
    expect([...p.position, ...p.velocity]).toEqual([2, 0, 1, 0]);
  });
});

describe.each([velocityStep(), rk4(), dormandPrince()])('projection after steps of $name', (integrator) => {
  it('keeps ropes at their length, and lets them hang slack', () => {
    const world = new World({ space: 2, forces: [gravity([0, -9.81])], integrator, projection: true });
    const particles: Particle[] = [];
    for (let i = 1; i <= 4; i++) {
      const p = world.addParticle({ mass: 1, position: [0.2 * i, 0] });
      world.add(new Rope2D({ a: particles.at(-1) ?? world.ground.point([0, 0]), b: p, length: 0.25 }));
      particles.push(p);
    }
    let worst = 0;
    world.run({
      until: 1,
      dt: 1 / 120,
      onStep: () => {
        worst = Math.max(worst, world.residual().position);
      },
    });
    expect(worst).toBeLessThan(1e-10);
    expect(world.stats.projectionsFailed).toBe(0);
  });
});
