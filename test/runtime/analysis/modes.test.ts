import { equilibrium, modes, stiffness } from 'holonomic/analysis';
import { Distance2D, Distance3D, DoublePendulum, Pendulum, PointOnLine2D, Spring2D } from 'holonomic/library';
import { compile } from 'holonomic/toolkit';
import { describe, expect, it } from 'vitest';
import { dormandPrince, gravity, spring, torsionSpring, World } from '../../../runtime/index.js';
import { chain, column, springBetween } from '../../support/statics.js';

/** Zeros of the Laguerre polynomial L₁₀, by bisection of its recurrence. */
function laguerreZeros(n: number): number[] {
  const L = (x: number): number => {
    let [a, b] = [1, 1 - x];
    for (let k = 1; k < n; k++) [a, b] = [b, ((2 * k + 1 - x) * b - k * a) / (k + 1)];
    return b;
  };
  const zeros: number[] = [];
  const step = 0.01;
  for (let x = 0; zeros.length < n; x += step) {
    if (L(x) * L(x + step) > 0) continue;
    let [low, high] = [x, x + step];
    for (let i = 0; i < 60; i++) {
      const middle = (low + high) / 2;
      if (L(low) * L(middle) <= 0) high = middle;
      else low = middle;
    }
    zeros.push(low);
  }
  return zeros;
}

describe('modes', () => {
  it.each(['rods', 'bodies', 'DoublePendulum'])('of a double pendulum are the closed form: %s', (kind) => {
    const world = new World({ space: 2, forces: [gravity([0, -9.81])] });
    if (kind === 'rods') chain(world, 2, 1, [0.6, -0.8]);
    else if (kind === 'bodies') {
      const upper = world.addBody(new Pendulum({ length: 1, mass: 1 }, { theta: 0.3 }));
      const lower = world.addParticle({ mass: 1, position: [0.3, -1.9] });
      world.add(new Distance2D({ a: upper.points.bob, b: lower, length: 1 }));
    } else
      world.addBody(new DoublePendulum({ length1: 1, length2: 1, mass1: 1, mass2: 1 }, { theta1: 0.2, theta2: 0.1 }));
    equilibrium(world);
    const [slow, fast] = modes(world);
    // Weights of bodies are differentiated by differences.
    const tolerance = kind === 'rods' ? 1e-14 : 1e-11;
    expect(Math.abs(slow!.angularFrequency / 2.39719939786409 - 1)).toBeLessThan(tolerance);
    expect(Math.abs(fast!.angularFrequency / 5.78735129803609 - 1)).toBeLessThan(tolerance);
  });

  it('that are neutral are so for modes, stiffness and equilibrium alike', () => {
    const worlds = [12, 1000].flatMap((k) =>
      [spring, (options: Parameters<typeof spring>[0]) => new Spring2D(options as never)].map((make) => {
        const world = new World({ space: 2 });
        const [a, b] = [1, 3].map((mass, x) => world.addParticle({ mass, position: [x, 0] }));
        world.addForce(make({ a: a!, b: b!, stiffness: k, restLength: 1 }));
        return [world, 3] as [World, number];
      }),
    );
    // What joins two springs at their natural lengths moves freely across them, also where it is light or they are short.
    for (const mass of [1, 1e-6])
      for (const length of [0.5, 0.03]) {
        const world = new World({ space: 2 });
        const [cos, sin] = [0.8, 0.6];
        const ground = world.ground.point([0, 0]);
        const joint = world.addParticle({ mass, position: [0.5 * cos, 0.5 * sin] });
        const last = world.addParticle({ mass: 2, position: [(0.5 + length) * cos, (0.5 + length) * sin] });
        world.add(new PointOnLine2D({ p: last, origin: ground, normal: world.ground.direction([-sin, cos]) }));
        world.addForce(spring({ a: ground, b: joint, stiffness: 50, restLength: 0.5 }));
        world.addForce(spring({ a: joint, b: last, stiffness: 50, restLength: length }));
        worlds.push([world, 1]);
      }
    // A bar on two ropes turns freely about its own axis.
    const bifilar = new World({ space: 3, forces: [gravity([0, 0, -9.81])] });
    const bar = bifilar.addBody({ mass: 2, inertia: [0.05, 0.3, 0.3], position: [0, 0, -1] });
    for (const x of [-0.3, 0.3])
      bifilar.add(new Distance3D({ a: bar.point([x, 0, 0]), b: bifilar.ground.point([x, 0, 0]), length: 1 }));
    for (const [world, count] of [...worlds, [bifilar, 1] as const]) {
      const found = modes(world);
      expect(found.map(({ angularFrequency }) => angularFrequency === 0)).toEqual(found.map((_, i) => i < count));
      expect(found.some(({ unstable }) => unstable)).toBe(false);
      expect(stiffness(world).inertia).toEqual({ positive: found.length - count, zero: count, negative: 0 });
      expect(equilibrium(world)).toMatchObject({ neutralDirections: count, unstableDirections: 0, stable: false });
    }
  });

  it('that are soft by one part in a thousand million are not neutral', () => {
    const world = new World({ space: 2 });
    const bob = world.addParticle({ mass: 1, position: [1, 0] });
    world.addForce(spring({ a: world.ground.point([0, 0]), b: bob, stiffness: 1e4, restLength: 1 - 1e-9 }));
    expect(modes(world)[0]!.angularFrequency).toBeCloseTo(Math.sqrt(1e-5), 6);
  });

  it('of a hanging chain are √(g x) of the zeros of a Laguerre polynomial', () => {
    const world = new World({ space: 2, forces: [gravity([0, -9.81])] });
    chain(world, 10, 1, [0, -1]);
    const found = modes(world);
    laguerreZeros(10).forEach((zero, k) => {
      expect(Math.abs(found[k]!.angularFrequency / Math.sqrt(9.81 * zero) - 1)).toBeLessThan(1e-13);
    });
    expect(found[9]!.angularFrequency).toBeCloseTo(17.13248487, 8);
  });

  it('of a string of masses under tension are the closed form, and their shapes are sines', () => {
    const [n, T, l, m, k] = [8, 3, 0.5, 0.2, 1e4];
    const world = new World({ space: 2 });
    const points = Array.from({ length: n }, (_, i) => world.addParticle({ mass: m, position: [(i + 1) * l, 0] }));
    const all = [world.ground.point([0, 0]), ...points, world.ground.point([(n + 1) * l, 0])];
    for (let i = 0; i <= n; i++) world.addForce(springBetween(all[i]!, all[i + 1]!, k, l - T / k));
    const found = modes(world, { count: n });
    found.forEach(({ angularFrequency, shape, unstable }, i) => {
      const expected = 2 * Math.sqrt(T / (m * l)) * Math.sin(((i + 1) * Math.PI) / (2 * (n + 1)));
      expect(Math.abs(angularFrequency / expected - 1)).toBeLessThan(1e-12);
      expect(unstable).toBe(false);
      const across = points.map((point) => shape(point)[1]!);
      const sines = points.map((_, j) => Math.sin(((i + 1) * (j + 1) * Math.PI) / (n + 1)));
      const scale = across[0]! / sines[0]!;
      across.forEach((entry, j) => {
        expect(entry).toBeCloseTo(scale * sines[j]!, 11);
      });
      // Σ m x² = 1
      expect(m * across.reduce((sum, entry) => sum + entry * entry, 0)).toBeCloseTo(1, 12);
    });
  });

  it('of a rigid body on springs are those of its displacement and turning', () => {
    const world = new World({ space: 2 });
    const body = world.addBody({ mass: 2, inertia: 0.5, position: [0, 0] });
    for (const x of [-1, 1])
      for (const y of [-1, 1]) world.addForce(springBetween(world.ground.point([x, 2 * y]), body.point([x, 0]), 10, 2));
    const found = modes(world).map(({ angularFrequency, shape }) => [angularFrequency, [...shape(body)]] as const);
    // Vertical: 4 k / m; turning: 4 k / I; along x to second order nothing.
    expect(found[0]![0]).toBeCloseTo(0, 6);
    expect(found[1]![0]).toBeCloseTo(Math.sqrt(20), 12);
    expect(found[1]![1][1]).toBeCloseTo(Math.SQRT1_2, 12);
    expect(found[2]![0]).toBeCloseTo(Math.sqrt(80), 12);
    expect(found[2]![1][2]).toBeCloseTo(Math.SQRT2, 12);
  });

  it.each(['particle', 'body'])('are those beside a %s that no force moves', (kind) => {
    const world = new World({ space: 2 });
    const block =
      kind === 'particle'
        ? world.addParticle({ mass: Infinity, position: [0, 0] })
        : world.addBody({ mass: Infinity, inertia: Infinity, position: [0, 0] });
    const bob = world.addParticle({ mass: 2, position: [1, 0] });
    const wheel = world.addBody({ mass: Infinity, inertia: 0.5, position: [3, 0] });
    const a = 'point' in block ? block.point([0, 0]) : block;
    world.addForce(spring({ a, b: bob, stiffness: 50, restLength: 1 }));
    if ('angle' in block) world.addForce(torsionSpring({ a: block.angle, b: wheel.angle, stiffness: 18 }));
    const found = modes(world).map(({ angularFrequency }) => angularFrequency);
    [0, ...(kind === 'body' ? [5, 6] : [0, 5])].forEach((expected, k) => {
      expect(found[k]).toBeCloseTo(expected, 9);
    });
    const { matrix } = stiffness(world);
    matrix.forEach((row, i) => {
      row.forEach((entry, j) => {
        expect(entry).toBe(matrix[j]![i]);
      });
    });
  });

  describe('with gyroscopic forces', () => {
    const { Turntable } = compile('Turntable', {
      summary: 'A mass in coordinates that turn.',
      space: 2,
      coordinates: { x: { unit: 'm' }, y: { unit: 'm' } },
      params: { mass: { unit: 'kg' }, rate: { unit: 'rad/s' }, kx: { unit: 'N/m' }, ky: { unit: 'N/m' } },
      points: { p: { at: 'rotate(rate * t, [x, y])', mass: 'mass' } },
      energy: '(kx * x^2 + ky * y^2) / 2',
    });
    const turntable = (
      rate: number,
      kx = 50,
      ky = 50,
      world = new World({ space: 2, integrator: dormandPrince({ rtol: 1e-10 }) }),
    ): { world: World<2>; body: InstanceType<typeof Turntable> } => ({
      world,
      body: world.addBody(new Turntable({ mass: 2, rate, kx, ky }, { x: 0, y: 0 })),
    });

    it.each([2, 6])('are those of a mass on a table that turns at %s rad/s, and so is its stability', (rate) => {
      const { world, body } = turntable(rate);
      expect(equilibrium(world)).toMatchObject({
        found: true,
        stable: true,
        unstableDirections: rate < 5 ? 0 : 2,
      });
      turntable(rate, 50, 50, world);
      const found = modes(world);
      [Math.abs(5 - rate), Math.abs(5 - rate), 5 + rate, 5 + rate].forEach((expected, k) => {
        expect(found[k]).toMatchObject({ unstable: false });
        expect(found[k]!.angularFrequency).toBeCloseTo(expected, 9);
        // Each mass goes along a circle.
        const [a, b] = [found[k]!.shape(body), found[k]!.quadrature(body)];
        expect(a[0]! * b[0]! + a[1]! * b[1]!).toBeCloseTo(0, 9);
        expect(Math.hypot(a[0]!, a[1]!)).toBeCloseTo(Math.hypot(b[0]!, b[1]!), 9);
      });
      expect(modes(world, { count: 1 })).toHaveLength(1);
    });

    it('move as their shapes say', () => {
      const { world, body } = turntable(3, 50, 90);
      const [slow] = modes(world);
      const { angularFrequency: w } = slow!;
      const [a, b] = [slow!.shape(body), slow!.quadrature(body)];
      expect(Math.hypot(b[0]!, b[1]!)).toBeGreaterThan(0.1);
      body.coordinates['x'] = a[0]!;
      body.coordinates['y'] = a[1]!;
      body.rates['x'] = w * b[0]!;
      body.rates['y'] = w * b[1]!;
      world.run({ until: 0.4 });
      expect(body.coordinates['x']).toBeCloseTo(a[0]! * Math.cos(0.4 * w) + b[0]! * Math.sin(0.4 * w), 7);
      expect(body.coordinates['y']).toBeCloseTo(a[1]! * Math.cos(0.4 * w) + b[1]! * Math.sin(0.4 * w), 7);
    });

    it('grow where an uneven table turns at a rate between its two frequencies, or both swing and grow', () => {
      const { world } = turntable(6, 50, 90);
      expect(equilibrium(world)).toMatchObject({ found: true, stable: false, unstableDirections: 1 });
      const [first, second] = modes(world);
      // s² of s⁴ + (a + b + 4 Ω²) s² + a b = 0 with a = kx/m − Ω², b = ky/m − Ω².
      const [a, b] = [25 - 36, 45 - 36];
      const half = (a + b + 4 * 36) / 2;
      expect(first).toMatchObject({ unstable: true });
      expect(first!.angularFrequency).toBeCloseTo(Math.sqrt(-half + Math.sqrt(half * half - a * b)), 9);
      expect(second!.angularFrequency).toBeCloseTo(Math.sqrt(half + Math.sqrt(half * half - a * b)), 9);
      // With a = −11 and b = −9 at 2 rad/s, s² = 2 ± i √95.
      const swings = turntable(2, -14, -10).world;
      expect(equilibrium(swings)).toMatchObject({ stable: false, unstableDirections: 2 });
      expect(modes(swings)).toHaveLength(1);
      expect(modes(swings)[0]).toMatchObject({ unstable: true });
      expect(modes(swings)[0]!.angularFrequency).toBeCloseTo(Math.sqrt((Math.sqrt(99) + 2) / 2), 9);
    });

    it('of a charge in a magnetic field are its rest and its circles', () => {
      const world = new World({ space: 2 });
      const charge = world.addParticle({ mass: 2, position: [1, 0] });
      world.addForce({
        apply: () => {
          charge.applyForce([6 * charge.velocity[1], -6 * charge.velocity[0]]);
        },
      });
      expect(equilibrium(world)).toMatchObject({ stable: false, neutralDirections: 2 });
      expect(modes(world).map(({ angularFrequency }) => Number(angularFrequency.toFixed(9)))).toEqual([0, 3]);
    });
  });

  it('that grow are unstable, and come first', () => {
    const [first, second] = modes(column(10, 1.5).world);
    expect(first).toMatchObject({ unstable: true });
    expect(second).toMatchObject({ unstable: false });
  });

  it('are refused off equilibrium, and in motion', () => {
    const world = new World({ space: 2, forces: [gravity([0, -9.81])] });
    const [bob] = chain(world, 1, 1, [0.6, -0.8]);
    expect(() => modes(world)).toThrow(/here the net force is 4.71/);
    equilibrium(world);
    expect(modes(world)[0]!.angularFrequency).toBeCloseTo(Math.sqrt(9.81), 13);
    bob!.velocity[0] = 0.1;
    expect(() => modes(world)).toThrow(/the world moves/);
    expect(bob!.velocity[0]).toBe(0.1);
    bob!.velocity[0] = 0;
    // The same of what no force moves.
    const table = world.addBody({ mass: Infinity, inertia: Infinity, position: [0, 0], angularVelocity: 2 });
    expect(() => modes(world)).toThrow(/the world moves/);
    table.angularVelocity = 0;
    expect(modes(world)).toHaveLength(1);
    expect(() => modes(world, { count: -1 })).toThrow(/count/);
    expect(() => modes(world, { count: 1.5 })).toThrow(
      "Option 'count' of modes is 1.5. Give a whole number above zero.",
    );
  });
});
