import { LimitedLinearMotor2D, PointLineContact, PointOnLine2D, Rope2D } from 'holonomic/library';
import { describe, expect, it } from 'vitest';
import { dormandPrince, gravity, spring, velocityStep, World, type Integrator } from '../../../runtime/index.js';

const G = 9.81;
const near = (actual: number, expected: number, tolerance: number): void => {
  expect(Math.abs(actual - expected), `${actual} against ${expected}`).toBeLessThan(tolerance);
};
const floorOf = ({ ground }: World) => ({ origin: ground.point([0, 0]), axis: ground.direction([1, 0]) });

describe('a block on a slope, step by step', () => {
  it.each([0.1, 0.5, 1, 1.5])('with friction %f neither creeps nor speeds up in a minute', (mu) => {
    for (const [excess, width] of [
      [0.01, 0],
      [0.01, 1],
      [1, 1],
    ] as const) {
      const angle = Math.atan(mu) - (excess * Math.PI) / 180;
      const world = new World({
        space: 2,
        forces: [gravity([G * Math.sin(angle), -G * Math.cos(angle)])],
        integrator: velocityStep(),
      });
      // On one foot it is a particle; on two, it may tip.
      const block = world.addBody({ mass: 2, inertia: width === 0 ? 1e6 : 1 / 3, position: [0, 0] });
      const feet = width === 0 ? [0] : [-width, width];
      for (const x of feet) world.add(new PointLineContact({ p: block.point([x, 0]), ...floorOf(world), mu }));
      let fastest = 0;
      for (let n = 0; n < 60 * 240; n++) {
        world.step(1 / 240);
        fastest = Math.max(fastest, Math.hypot(...block.velocity));
      }
      expect(fastest).toBeLessThan(1e-12);
      expect(Math.hypot(...block.position)).toBeLessThan(1e-11);
    }
  });
});

describe('an oscillator on a belt, whose friction is 2 at rest and 1 in motion', () => {
  // From x = 2 it slips: x = 1 + cos t + sin t, as fast as the belt again at 3π/2, where x = 0. The belt carries it 2.
  const SLIP = (3 * Math.PI) / 2;
  const STICK = 2;

  it('slips for 3π/2 and sticks for 2, event by event', () => {
    const world = new World({ space: 2, integrator: dormandPrince({ rtol: 1e-12, atol: 1e-12 }) });
    const { ground } = world;
    const [origin, axis] = [ground.point([0, 0]), ground.direction([1, 0])];
    const p = world.addParticle({ mass: 1, position: [1, 0], velocity: [1, 0] });
    world.add(new PointOnLine2D({ p, origin, normal: ground.direction([0, 1]) }));
    world.addForce(spring({ a: p, b: ground.point([-10, 0]), stiffness: 1, restLength: 10 }));
    const belt = world.add(new LimitedLinearMotor2D({ p, origin, axis, speed: 1, force: 2 }));
    const changes: number[] = [];
    let sticks = true;
    world.run({
      until: 16,
      onStep: () => {
        const isAsFast = Math.abs(p.velocity[0] - 1) < 1e-9;
        // It lets go where the belt's force ends, before it moves.
        if (sticks ? Math.abs(belt.lambda[0]) < 2 - 1e-8 : !isAsFast) return;
        changes.push(world.time);
        sticks = !sticks;
        belt.params.force = sticks ? 2 : 1;
      },
    });
    const ways = changes.map((time, k) => time - (changes[k - 1] ?? 0));
    expect(ways.length).toBe(5);
    [1, SLIP, STICK, SLIP, STICK].forEach((time, k) => {
      near(ways[k]!, time, 1e-7);
    });
  });
});

describe('order', () => {
  /** A ball that falls from 1 m with e = 0.9, 1 s later: its height, in closed form after one impact. */
  const fall = Math.sqrt(2 / G);
  const up = 0.9 * G * fall;
  const height = up * (1 - fall) - (G * (1 - fall) ** 2) / 2;
  const ballAt = (integrator: Integrator, dt?: number): number => {
    const world = new World({ space: 2, forces: [gravity([0, -G])], integrator });
    const p = world.addParticle({ mass: 1, position: [0, 1] });
    world.add(new PointLineContact({ p, ...floorOf(world), mu: 0, e: 0.9 }));
    world.run({ until: 1, ...(dt !== undefined && { dt }) });
    return p.position[1];
  };

  it('of the velocity step is one, with impacts at times of the grid', () => {
    const errors = [100, 200, 400, 800].map((n) => Math.abs(ballAt(velocityStep(), fall / n) - height));
    for (let k = 1; k < errors.length; k++) near(errors[k - 1]! / errors[k]!, 2, 0.2);
  });

  it('of a motion with impacts, event by event, is that of the integrator', () => {
    // A weight that falls into its rope, swings, flies, and is caught again.
    const bobAt = (tolerance: number): readonly number[] => {
      const world = new World({
        space: 2,
        forces: [gravity([0, -G])],
        integrator: dormandPrince({ rtol: tolerance, atol: tolerance }),
      });
      const p = world.addParticle({ mass: 1, position: [0.6, 0.5], velocity: [1, 2] });
      world.add(new Rope2D({ a: world.ground.point([0, 0]), b: p, length: 1 }));
      world.run({ until: 3 });
      expect(world.stats.impacts).toBeGreaterThan(0);
      return [...p.position];
    };
    const exact = bobAt(1e-13);
    const errors = [1e-5, 1e-7, 1e-9].map((tolerance) => Math.hypot(...bobAt(tolerance).map((x, i) => x - exact[i]!)));
    errors.forEach((error, k) => {
      expect(error).toBeLessThan(100 * [1e-5, 1e-7, 1e-9][k]!);
    });
    expect(errors[0]! / errors[2]!).toBeGreaterThan(1e3);
  });
});
