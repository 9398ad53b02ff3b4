import { describe, expect, it } from 'vitest';
import { dormandPrince, rk4, semiImplicitEuler, World } from '../../../runtime/index.js';
import { Coincident2D, Distance2D } from '../fixtures/index.js';

describe('a handle that is moved', () => {
  it('travels in a straight line during the next step and rests afterwards', () => {
    const world = new World({ space: 2 });
    const handle = world.handle([1, 0]);
    const seen: number[][] = [];
    world.addForce({
      apply: () => {
        seen.push([...handle.position, ...handle.velocity]);
      },
    });
    handle.moveTo([2, 4]);
    expect([...handle.position]).toEqual([1, 0]);
    world.step(0.5);
    expect(seen).toEqual([
      [1, 0, 2, 8],
      [1.5, 2, 2, 8],
      [1.5, 2, 2, 8],
      [2, 4, 2, 8],
    ]);
    expect([...handle.position]).toEqual([2, 4]);
    expect([...handle.velocity]).toEqual([0, 0]);
    world.step(0.5);
    expect(seen.at(-1)).toEqual([2, 4, 0, 0]);
  });

  it('drags what is attached to it', () => {
    const world = new World({ space: 2 });
    const handle = world.handle([0, 0]);
    const load = world.addParticle({ mass: 1, position: [-1, 0] });
    const rope = world.add(new Distance2D({ a: handle, b: load, length: 1 }));
    const dt = 1 / 240;
    for (let k = 1; k <= 480; k++) {
      handle.moveTo([Math.min(1, k * dt) * 2, 0]);
      world.step(dt);
    }
    expect(load.position[0]).toBeGreaterThan(0.5);
    expect(Math.abs(rope.C[0])).toBeLessThan(1e-6);
  });

  it('is followed as closely with steps that dormandPrince() divides as with those of rk4()', () => {
    const [divided, plain] = [dormandPrince(), rk4()].map((integrator) => {
      const world = new World({ space: 2, integrator });
      const handle = world.handle([0, 0]);
      const p = world.addParticle({ mass: 1, position: [0.5, 0] });
      world.add(new Distance2D({ a: handle, b: p, length: 0.5 }));
      let worst = 0;
      for (let i = 1; i <= 240; i++) {
        handle.moveTo([0.3 * Math.sin(i / 60), 0.3 * (1 - Math.cos(i / 60))]);
        world.step(1 / 240);
        worst = Math.max(worst, world.residual().position);
      }
      return worst;
    });
    expect(divided).toBeLessThan(1.1 * plain!);
  });

  it('is removed once nothing hangs on it', () => {
    const world = new World({ space: 2 });
    const handle = world.handle([0, 0]);
    const load = world.addParticle({ mass: 1, position: [1, 0] });
    const rope = world.add(new Distance2D({ a: handle, b: load, length: 1 }));
    expect(() => {
      world.remove(handle);
    }).toThrow('handle #1 still carries Distance2D #1. Remove these constraints first.');
    world.remove(rope);
    world.remove(handle);
    expect(() => {
      world.remove(handle);
    }).toThrow('handle #1 is not in this world. It was never added, or was removed before.');
    expect(() => world.add(new Distance2D({ a: handle, b: load, length: 1 }))).toThrow(
      "Input 'a' of Distance2D is handle #1, which was removed from the world.",
    );
  });
});

describe('a handle that follows a function', () => {
  const motion = (t: number): number[] => [Math.sin(3 * t), Math.cos(2 * t) - t * t];
  const velocity = (t: number): number[] => [3 * Math.cos(3 * t), -2 * Math.sin(2 * t) - 2 * t];
  const acceleration = (t: number): number[] => [-9 * Math.sin(3 * t), -4 * Math.cos(2 * t) - 2];

  it.each([
    ['found by differences', motion],
    ['given', { position: motion, velocity, acceleration }],
  ])('carries what is fixed to it, with derivatives %s', (_, source) => {
    const world = new World({ space: 2, feedback: false });
    const handle = world.handle(source);
    const load = world.addParticle({ mass: 2, position: motion(0), velocity: velocity(0) });
    const joint = world.add(new Coincident2D({ a: handle, b: load }));
    world.evaluate();
    expect(world.accelerations[0]).toBeCloseTo(acceleration(0)[0]!, 8);
    expect(world.accelerations[1]).toBeCloseTo(acceleration(0)[1]!, 8);

    world.run({ until: 1, dt: 1 / 200 });
    world.evaluate();
    expect(load.position[0]).toBeCloseTo(motion(1)[0]!, 8);
    expect(load.position[1]).toBeCloseTo(motion(1)[1]!, 8);
    expect(handle.velocity[0]).toBeCloseTo(velocity(1)[0]!, 9);
    expect(joint.forceOn('b')[0]).toBeCloseTo(2 * acceleration(1)[0]!, 7);
    expect(joint.forceOn('b')[1]).toBeCloseTo(2 * acceleration(1)[1]!, 7);
  });

  it('differentiates fast and slow motions to many digits', () => {
    for (const rate of [0.1, 1, 10, 100]) {
      for (const t of [0, 0.3, 7.7, 1234.5]) {
        const world = new World({ space: 2, integrator: semiImplicitEuler() });
        world.run({ until: t, dt: 2000 });
        const handle = world.handle((time) => [Math.sin(rate * time + 0.4), 0]);
        const [x, v, a] = [0, 1, 2].map(() => new Float64Array(2)) as [Float64Array, Float64Array, Float64Array];
        handle.read(x, v, a, 0);
        // Rounding of the argument itself limits the accuracy of a fast motion at a late time.
        const argument = Number.EPSILON * Math.max(1, rate * t);
        expect(Math.abs(v[0]! - rate * Math.cos(rate * t + 0.4))).toBeLessThan(rate * (1e-10 + 100 * argument));
        expect(Math.abs(a[0]! + rate * rate * Math.sin(rate * t + 0.4))).toBeLessThan(
          rate * rate * (1e-7 + 1e4 * argument) + 1e-9,
        );
      }
    }
  });
});
