import { describe, expect, it } from 'vitest';
import {
  conjugateGradient,
  dormandPrince,
  gravity,
  World,
  type DormandPrinceOptions,
  type FeedbackOption,
  type RigidBody2D,
  type WorldOptions,
} from '../../../runtime/index.js';
import { Distance2D, Gear, PointOnCycloid, PointOnLine2D, Rope2D } from 'holonomic/library';
import { largestDifference } from '../fixtures/oracle.js';
import { readReference } from '../fixtures/reference.js';
import { chain } from '../fixtures/scenes.js';

const HORIZONTAL = [Math.PI / 2, Math.PI / 2];

function errorsAt2(
  name: string,
  angles: readonly number[],
  options: DormandPrinceOptions,
  more: Partial<WorldOptions> = {},
): { q: number; v: number; world: World } {
  const exact = readReference(name).states.find(({ t }) => t === 2)!;
  const { world, particles } = chain(angles, { integrator: dormandPrince(options), ...more });
  world.run({ until: 2 });
  expect(world.time).toBe(2);
  return {
    q: largestDifference(
      particles.flatMap(({ position }) => [...position]),
      exact.q,
    ),
    v: largestDifference(
      particles.flatMap(({ velocity }) => [...velocity]),
      exact.v,
    ),
    world,
  };
}

describe('dormandPrince', () => {
  it('ends steps of its own on the constraints where projection is asked for', () => {
    const options = { rtol: 1e-5, atol: 1e-8 };
    const drifting = errorsAt2('double_pendulum_horizontal', HORIZONTAL, options, { feedback: false });
    expect(drifting.world.residual().position).toBeGreaterThan(1e-6);

    const projected = errorsAt2('double_pendulum_horizontal', HORIZONTAL, options, {
      feedback: false,
      projection: true,
    });
    // The default limits of a projection.
    expect(projected.world.residual().position).toBeLessThan(1e-10);
    expect(projected.world.residual().velocity).toBeLessThan(1e-9);
    expect(projected.world.stats.projectionsFailed).toBe(0);
    expect(projected.q).toBeLessThan(10 * 1e-5);
  });

  it.each([
    ['double_pendulum_small', [0.2, -0.3]],
    ['double_pendulum_horizontal', HORIZONTAL],
  ] as const)('meets its tolerance within a factor of ten over 2 s: %s', (name, angles) => {
    for (const tolerance of [1e-4, 1e-6, 1e-8, 1e-10, 1e-12]) {
      const { q, v, world } = errorsAt2(name, angles, { rtol: tolerance, atol: tolerance });
      expect(q).toBeLessThan(10 * tolerance);
      expect(v).toBeLessThan(10 * tolerance);
      // It does not do much more than necessary either.
      expect(v).toBeGreaterThan(tolerance / 10);
      expect(world.residual().position).toBeLessThan(tolerance);
    }
  });

  it('takes steps in proportion to the fifth root of the tolerance', () => {
    const stepsAt = (tolerance: number): number =>
      errorsAt2('double_pendulum_small', [0.2, -0.3], { rtol: tolerance, atol: tolerance }).world.stats.steps;
    const ratio = stepsAt(1e-12) / stepsAt(1e-7);
    expect(ratio).toBeGreaterThan(9);
    expect(ratio).toBeLessThan(11);
  });

  it.each<[string, FeedbackOption | undefined]>([
    ['the default feedback', undefined],
    ['none', false],
    ['given gains', { ks: 100, kd: 20 }],
    ['integral feedback', { ks: 100, kd: 20, ki: 50 }],
  ])('is of fifth order with %s', (_, feedback) => {
    const errorAt = (h: number): number => {
      const { q, v } = errorsAt2(
        'double_pendulum_small',
        [0.2, -0.3],
        { rtol: 1, atol: 1, initialStep: h, maxStep: h },
        feedback === undefined ? {} : { feedback },
      );
      return Math.max(q, v);
    };
    const order = Math.log2(errorAt(1 / 100) / errorAt(1 / 200));
    expect(order).toBeGreaterThan(4.6);
    expect(order).toBeLessThan(5.7);
  });

  it('is not slowed down by the default feedback', () => {
    const tolerance = { rtol: 1e-8, atol: 1e-8 };
    const without = errorsAt2('double_pendulum_horizontal', HORIZONTAL, tolerance, { feedback: false }).world;
    const { world } = errorsAt2('double_pendulum_horizontal', HORIZONTAL, tolerance);
    expect(Math.abs(world.stats.steps - without.stats.steps)).toBeLessThanOrEqual(2);
    expect(world.residual().position).toBeLessThan(without.residual().position / 2);
  });

  it('needs six evaluations per step where the last stage can be used again', () => {
    const { world } = chain([0.5], { integrator: dormandPrince(), feedback: false });
    world.run({ until: 2 });
    const { steps, rejected, evaluations } = world.stats;
    expect(steps).toBeGreaterThan(20);
    // Two at the start.
    expect(evaluations).toBe(6 * (steps + rejected) + 2);
  });

  it('evaluates again what onStep may have changed', () => {
    const { world, particles } = chain([0.5], { integrator: dormandPrince(), feedback: false });
    world.run({ until: 0.5 });
    const before = particles[0]!.velocity[0];
    world.run({
      until: 1,
      onStep: () => {
        particles[0]!.velocity.fill(0);
        particles[0]!.position.set([0, -1]);
      },
    });
    expect(Math.abs(before)).toBeGreaterThan(0.1);
    expect([...particles[0]!.position]).toEqual([0, -1]);
  });

  it('advances by exactly the step it is asked for, by as many of its own as it takes', () => {
    const integrator = dormandPrince({ rtol: 1e-10, atol: 1e-10 });
    const { world, particles } = chain(HORIZONTAL, { integrator });
    for (let i = 0; i < 8; i++) world.step(0.25);
    const exact = readReference('double_pendulum_horizontal').states.find(({ t }) => t === 2)!;
    expect(world.time).toBe(2);
    expect(world.stats.steps).toBe(8);
    const found = particles.flatMap(({ position }) => [...position]);
    expect(largestDifference(found, exact.q)).toBeLessThan(1e-9);
  });

  it('calls onStep every dt if there is one, and after each of its own steps otherwise', () => {
    const times = (dt?: number): number[] => {
      const { world } = chain([0.5], { integrator: dormandPrince({ rtol: 1e-9 }) });
      const found: number[] = [];
      world.run({ until: 1, ...(dt === undefined ? {} : { dt }), onStep: () => found.push(world.time) });
      return found;
    };
    expect(times(0.25)).toEqual([0.25, 0.5, 0.75, 1]);
    const own = times();
    expect(own.length).toBeGreaterThan(10);
    expect(own.at(-1)).toBe(1);
    expect(own).toEqual([...own].sort((a, b) => a - b));
  });

  it('does not let a short last step shorten the ones after it', () => {
    const { world } = chain([0.5], { integrator: dormandPrince(), feedback: false });
    world.run({ until: 1 });
    const { evaluations } = world.stats;
    world.run({ until: 1 + 1e-9 });
    world.run({ until: 2 });
    expect(world.stats.evaluations - evaluations).toBeLessThan(1.2 * evaluations + 14);
  });

  it('ends a run whose steps are too short to get on, but not one that needs many', () => {
    const world = new World({ space: 2, integrator: dormandPrince() });
    const p = world.addParticle({ mass: 1, position: [1, 0], name: 'tip' });
    world.addForce({
      apply: () => {
        p.applyForce([-1e18 * p.position[0], 0]);
      },
    });
    let error: unknown;
    try {
      world.run({ until: 1 });
    } catch (thrown) {
      error = thrown;
    }
    expect(error).toMatchObject({
      code: 'E_STEP_UNDERFLOW',
      message: expect.stringMatching(
        /^At t = \S+ s dormandPrince has tried 20000 steps since t = 0 s, and is not 0\.001 s further\. Its steps are .* for particle 'tip'\. Remove/,
      ) as string,
    });
    // What was taken until then stays.
    expect(world.time).toBeGreaterThan(0);
    expect(world.time).toBeLessThan(1e-3);
    const many = new World({ space: 2, integrator: dormandPrince({ maxStep: 1e-4 }) });
    many.addParticle({ mass: 1, position: [0, 0], velocity: [1, 0] });
    many.run({ until: 2.1 });
    expect(many.stats.steps).toBe(21_000);
  });

  it('comes through a stage that leaves the domain of a formula', () => {
    const world = new World({ space: 2, integrator: dormandPrince({ initialStep: 100 }) });
    const p = world.addParticle({ mass: 1, position: [1, 0], velocity: [-1, 0] });
    // x' ' = −1/√x needs x > 0, which the first trial steps violate.
    world.addForce({
      apply: () => {
        p.applyForce([1 / Math.sqrt(p.position[0]), 0]);
      },
    });
    world.run({ until: 0.5 });
    expect(world.stats.rejected).toBeGreaterThan(0);
    // Energy: v²/2 − 2√x is constant.
    expect(p.velocity[0] ** 2 / 2 - 2 * Math.sqrt(p.position[0])).toBeCloseTo(0.5 - 2, 6);
  });

  it('moves handles within a step at a constant velocity', () => {
    const world = new World({ space: 2, integrator: dormandPrince({ rtol: 1e-9, atol: 1e-9 }) });
    const hand = world.handle([0, 0]);
    const weight = world.addParticle({ mass: 1, position: [0, -1], velocity: [0, 1] });
    world.add(new Distance2D({ a: hand, b: weight, length: 1 }));
    const samples: number[] = [];
    hand.moveTo([0, 0.5]);
    world.run({
      until: 0.5,
      dt: 0.5,
      samples: [0.125, 0.25],
      onSample: () => samples.push(hand.position[1], hand.velocity[1]),
    });
    expect(samples).toEqual([0.125, 1, 0.25, 1]);
    expect([...hand.position]).toEqual([0, 0.5]);
    expect(world.residual().position).toBeLessThan(1e-8);
    // Without a step given by the application, the move takes 1/240 s, and ends there.
    hand.moveTo([0, 0.51]);
    const times: number[] = [];
    world.run({ until: 1, onStep: () => times.push(world.time) });
    expect(times[0]).toBe(0.5 + 1 / 240);
    expect([...hand.velocity]).toEqual([0, 0]);
  });

  it.each<[string, number, number, (gear: Gear, a: RigidBody2D, b: RigidBody2D) => void]>([
    // The impulse μ of a − 3 b == 0 turns rates of 2 and 1 into 2 + μ and 1 − 3 μ.
    [
      'a parameter',
      2.1,
      0.7,
      (gear, a, b) => {
        gear.params.ratio = 3;
        gear.params.offset = a.angle.value - 3 * b.angle.value;
      },
    ],
    [
      'a velocity',
      4.4,
      2.2,
      (_, a) => {
        a.angularVelocity = 5;
      },
    ],
  ])('takes away at once what constraints forbid after a change of %s', (_, rateOfA, rateOfB, change) => {
    const world = new World({ space: 2, integrator: dormandPrince() });
    const a = world.addBody({ mass: 1, inertia: 1, position: [0, 0], angularVelocity: 2 });
    const b = world.addBody({ mass: 1, inertia: 1, position: [0, 0], angularVelocity: 1 });
    const gear = world.add(new Gear({ a: a.angle, b: b.angle, ratio: 2, offset: 0 }));
    world.run({ until: 1 });
    change(gear, a, b);
    world.run({ until: 2 });
    expect(a.angle.rate).toBeCloseTo(rateOfA, 12);
    expect(b.angle.rate).toBeCloseTo(rateOfB, 12);
    expect(gear.C[0]).toBeCloseTo(0, 12);
    expect(world.warnings).toEqual([]);
  });

  it('says where no step is short enough, and goes back to before the step', () => {
    const world = new World({ space: 2, integrator: dormandPrince() });
    const p = world.addParticle({ mass: 1, position: [1, 0], name: 'bead' });
    const { ground } = world;
    const origin = ground.point([0, 0]);
    world.add(new PointOnLine2D({ p, origin, normal: ground.direction([0, 1]) }));
    // Falls into the centre in the time π / √8.
    world.addForce({
      apply: () => {
        p.applyForce([-1 / p.position[0] ** 2, 0]);
      },
    });
    let time = 0;
    expect(() => {
      world.run({ until: 2, onStep: () => (time = world.time) });
    }).toThrow(
      /^At t = 1\.11072 s the step of dormandPrince fell below .* s, and its error is still too large\. It is largest for particle 'bead', and of its constraints PointOnLine2D #1, with p = \[\S+, 0\], origin = \[0, 0\], normal = \[0, 1\], carries the largest multiplier\. Look for a singular configuration/,
    );
    expect(world.time).toBe(time);
    expect(world.time).toBeCloseTo(Math.PI / Math.sqrt(8), 6);
    expect(p.position[0]).toBeGreaterThan(0);
  });

  it('names what is not finite from the start', () => {
    const world = new World({ space: 2, integrator: dormandPrince(), forces: [gravity([0, -9.81])] });
    const p = world.addParticle({ mass: 1, position: [0, 3] });
    world.add(new PointOnCycloid({ p, radius: 1 }));
    expect(() => {
      world.step(1);
    }).toThrow(
      'that is not finite is that of PointOnCycloid #1 (p.x == radius * acos(1 - p.y / radius) - sqrt(p.y * (2 * radius - p.y))) at t = 0 s, with p = [0, 3], radius = 1.',
    );
    expect([...p.position]).toEqual([0, 3]);
  });

  it('gives the same bits again after restore, its step and error included', () => {
    const make = (): World =>
      chain([0.3, 0.9, 1.4], {
        integrator: dormandPrince(),
        solver: conjugateGradient({ tolerance: 1e-8 }),
        feedback: { ks: 100, kd: 20, ki: 30 },
      }).world;
    const bits = (world: World): number[] => [
      world.time,
      ...world.particles.flatMap(({ position, velocity }) => [...position, ...velocity]),
      ...world.snapshot().integrator,
    ];
    const world = make();
    world.run({ until: 0.7 });
    const snapshot = structuredClone(world.snapshot());
    world.run({ until: 1.5 });
    const other = make();
    other.restore(snapshot);
    other.run({ until: 1.5 });
    expect(bits(other)).toEqual(bits(world));
    // The step is part of the state.
    other.restore({ ...snapshot, integrator: new Float64Array(3) });
    other.run({ until: 1.5 });
    expect(bits(other)).not.toEqual(bits(world));
  });

  it.each([
    [{ rtol: -1 }, "Option 'rtol' of dormandPrince is negative: -1. Give zero or a number above it."],
    [{ atol: 0 }, "Option 'atol' of dormandPrince must be positive and finite, but is 0. Give a number above zero."],
    [
      { tolerance: 1e-6 },
      "Options of dormandPrince have no 'tolerance'. Known: rtol, atol, maxStep, initialStep, impacts.",
    ],
    [{ impacts: 'poison' }, "dormandPrince has no law of impacts 'poison'. Did you mean 'poisson'?"],
    [
      { maxStep: NaN },
      "Option 'maxStep' of dormandPrince must be positive and finite, but is NaN. Give a number above zero.",
    ],
  ])('refuses %j', (options, message) => {
    expect(() => dormandPrince(options as DormandPrinceOptions)).toThrow(message);
  });
});

describe('a length that is changed between two runs by dormandPrince()', () => {
  it.each([Distance2D, Rope2D])('is taken up by steps that are short for that: %o', (Class) => {
    const world = new World({ space: 2, forces: [gravity([0, -9.81])], integrator: dormandPrince() });
    const bob = world.addParticle({ mass: 1, position: [0, -5] });
    const link = world.add(new Class({ a: world.ground.point([0, 0]), b: bob, length: 5 }));
    world.run({ until: 1 });
    link.params.length = 4.9;
    world.run({ until: 3 });
    expect(bob.position[1]).toBeCloseTo(-4.9, 3);
    expect(bob.velocity[1]).toBeCloseTo(0, 3);
    expect(world.warnings).toEqual([]);
    const { steps } = world.stats;
    world.run({ until: 100 });
    expect(world.stats.steps - steps).toBeLessThan(100);
  });
});
