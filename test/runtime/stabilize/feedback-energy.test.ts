import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { gravity, velocityStep, World } from '../../../runtime/index.js';
import { Distance2D, PointOnLine2D } from 'holonomic/library';
import { affordablePart } from '../../../runtime/stabilize/feedback-energy.js';
import { inFull } from '../../support/scope.js';

/**
 * The part and what is left in the bank, for one row of unit effective mass. Forces do the work
 * `given` in the displacement by all of the feedback.
 */
function partOf(rate: number, target: number, bank: number, given = 0): { part: number; left: number } {
  const left = Float64Array.of(bank);
  const [mu1, mu2, r, b] = [-rate, target, rate, target].map((x) => Float64Array.of(x));
  const part = affordablePart(mu1!, mu2!, r!, b!, given, left);
  return { part, left: left[0]! };
}

describe('the part of feedback that the energy of the constraints pays for', () => {
  it('is all where a constraint takes out as much as feedback puts in', () => {
    expect(partOf(3, -2, 0)).toEqual({ part: 1, left: 2.5 });
    expect(partOf(3, -3, 0)).toEqual({ part: 1, left: 0 });
  });

  it('is the root of the ratio of energies where feedback asks for more', () => {
    const { part, left } = partOf(3, -6, 0);
    expect(part).toBeCloseTo(0.5, 15);
    expect(left).toBeCloseTo(0, 15);
  });

  it('is none without energy, and what the bank holds otherwise', () => {
    expect(partOf(0, 2, 0)).toEqual({ part: 0, left: 0 });
    expect(partOf(0, 2, 0.5).part).toBeCloseTo(0.5, 15);
    expect(partOf(0, 2, 0.5).left).toBeCloseTo(0, 15);
    expect(partOf(0, 2, 3)).toEqual({ part: 1, left: 1 });
  });

  it('is none for a world at rest on its constraints, and all without a target', () => {
    expect(partOf(0, 0, 0)).toEqual({ part: 1, left: 0 });
    const none = new Float64Array();
    expect(affordablePart(none, none, none, none, 0, Float64Array.of(0))).toBe(1);
  });

  it('leaves enough for what displacements against forces cost', () => {
    // w(s) = 2 s²; the rest of the displacement, 1 − s, costs 1: 2 s² + 1 − s ≤ 1.5.
    const { part, left } = partOf(0, 2, 1.5, -1);
    expect(part).toBeCloseTo((1 + Math.sqrt(5)) / 4, 15);
    expect(left).toBeCloseTo(0, 14);
    // Where nothing pays for either, the least is spent: 2 s² + 1 − s is least at 1/4.
    expect(partOf(0, 2, 0, -1).part).toBe(0.25);
    expect(partOf(0, 2, 0, -1).left).toBe(-0.875);
  });
});

describe('velocityStep', () => {
  it('keeps the energy of a pendulum on a cart of a millionth of its mass within bounds', () => {
    for (const dt of [1 / 120, 1 / 240, 2e-3, 1e-3, 5e-4]) {
      const world = new World({ space: 2, forces: [gravity([0, -9.81])], integrator: velocityStep() });
      const cart = world.addParticle({ mass: 1e-6, position: [0, 0] });
      const bob = world.addParticle({ mass: 1, position: [1, 0] });
      const { ground } = world;
      world.add(new PointOnLine2D({ p: cart, origin: ground.point([0, 0]), normal: ground.direction([0, 1]) }));
      world.add(new Distance2D({ a: cart, b: bob, length: 1 }));
      let rise = 0;
      world.run({
        until: 2,
        dt,
        onStep: () => {
          rise = Math.max(rise, world.energy().total);
        },
      });
      // The bob falls by 9.81 J from the height of the cart.
      expect(rise).toBeLessThan(0.01 * 9.81);
    }
  });

  inFull('adds no energy where no force acts, whatever the errors at the start', () => {
    const entry = fc.integer({ min: -200, max: 200 }).map((n) => n / 100);
    const body = fc.record({
      mass: fc.constantFrom(1e-6, 1e-3, 1, 1e3),
      at: fc.tuple(entry, entry),
      v: fc.tuple(entry, entry),
    });
    fc.assert(
      fc.property(fc.array(body, { minLength: 2, maxLength: 6 }), fc.constantFrom(1 / 60, 1 / 240), (bodies, dt) => {
        const world = new World({ space: 2, integrator: velocityStep(), onWarning: () => undefined });
        const particles = bodies.map(({ mass, at, v }) => world.addParticle({ mass, position: at, velocity: v }));
        for (const [i, b] of particles.entries()) {
          if (i > 0) world.add(new Distance2D({ a: particles[i - 1]!, b, length: 1 }));
        }
        const before = world.energy().kinetic;
        for (let i = 0; i < 60; i++) {
          world.step(dt);
          // Steps taken in parts sum up the rounding of rods between masses a billion apart.
          expect(world.energy().kinetic).toBeLessThanOrEqual(before * (1 + 1e-7) + 1e-9);
        }
      }),
      { numRuns: 200, seed: 15 },
    );
  });

  it('reduces errors by a fifth per step even where there is no energy for it', () => {
    const world = new World({ space: 2, integrator: velocityStep() });
    const p = world.addParticle({ mass: 1, position: [1.5, 0] });
    const rod = world.add(new Distance2D({ a: world.ground.point([0, 0]), b: p, length: 1 }));
    for (let i = 1; i <= 20; i++) {
      world.step(1 / 60);
      expect(rod.C[0]).toBeCloseTo(0.5 * 0.8 ** i, 12);
      expect(Math.hypot(...p.velocity)).toBe(0);
    }
  });

  it('gives back to a weight on a circle what the constraint has taken out of its motion', () => {
    const world = new World({ space: 2, integrator: velocityStep() });
    const p = world.addParticle({ mass: 1, position: [1, 0], velocity: [0, 1] });
    world.add(new Distance2D({ a: world.ground.point([0, 0]), b: p, length: 1 }));
    // Without feedback, a step turns the velocity by dt and loses dt² of the energy: 4 % in 10 s.
    world.run({ until: 10, dt: 1 / 240 });
    expect(world.energy().kinetic).toBeLessThan(0.5);
    expect(world.energy().kinetic).toBeGreaterThan(0.4999);
  });
});
