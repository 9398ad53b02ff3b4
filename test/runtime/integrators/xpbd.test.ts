import { Coincident2D, Coincident3D, Distance2D, Distance3D, Hinge, Rope2D, Skate } from 'holonomic/library';
import { describe, expect, it } from 'vitest';
import {
  bdf2,
  collide,
  dormandPrince,
  gravity,
  implicitEuler,
  spring,
  velocityStep,
  World,
  xpbd,
  type Integrator,
  type Particle,
  type PointConnector,
  type WorldWarning,
} from '../../../runtime/index.js';

const EXACT = dormandPrince({ rtol: 1e-12, atol: 1e-12 });
const G = gravity([0, -9.81]);
const DT = 1 / 60;

const steps = (world: { step(dt: number): void }, count: number, dt = DT): void => {
  for (let i = 0; i < count; i++) world.step(dt);
};

/** A rope of hard rods, horizontal at first. */
function rope(
  integrator: Integrator,
  count: number,
): { world: World<2>; particles: Particle<2>[]; rods: Distance2D[] } {
  const world = new World({ space: 2, integrator, forces: [G] });
  const particles = Array.from({ length: count }, (_, i) =>
    world.addParticle({ mass: 1 / count, position: [(i + 1) / count, 0] }),
  );
  const rods = particles.map((b, i) =>
    world.add(new Distance2D({ a: i === 0 ? world.ground.point([0, 0]) : particles[i - 1]!, b, length: 1 / count })),
  );
  return { world, particles, rods };
}

/** A square of cloth, 1 m and 1 kg, hung by two corners, of soft rods along its edges and diagonals. */
function cloth(integrator: Integrator, n: number, compliance: number, dt = DT): Particle<3>[] {
  const world = new World({ space: 3, integrator, forces: [gravity([0, 0, -9.81])] });
  const particles = Array.from({ length: n * n }, (_, i) =>
    world.addParticle({
      mass: i === 0 || i === n - 1 ? Infinity : 1 / n ** 2,
      position: [(i % n) / (n - 1), Math.floor(i / n) / (n - 1), 0],
    }),
  );
  for (let y = 0; y < n; y++)
    for (let x = 0; x < n; x++)
      for (const [dx, dy] of [
        [1, 0],
        [0, 1],
        [1, 1],
        [-1, 1],
      ] as const) {
        if (x + dx < 0 || x + dx >= n || y + dy >= n) continue;
        const length = Math.sqrt(dx * dx + dy * dy) / (n - 1);
        const b = particles[(y + dy) * n + x + dx]!;
        world.add(new Distance3D({ a: particles[y * n + x]!, b, length }, { compliance }));
      }
  world.run({ until: 0.5, dt });
  return particles;
}

describe('xpbd', () => {
  it('has order 1 in the length of its substeps', () => {
    const swing = (integrator: Integrator): readonly [number, number] => {
      const { world, particles } = rope(integrator, 1);
      world.run({ until: 0.9, dt: DT });
      return [particles[0]!.position[0], particles[0]!.position[1]];
    };
    const exact = swing(EXACT);
    const errors = [10, 20, 40, 80].map((substeps) => {
      const [x, y] = swing(xpbd({ substeps }));
      return Math.hypot(x - exact[0], y - exact[1]);
    });
    for (const [i, error] of errors.slice(1).entries()) {
      expect(errors[i]! / error).toBeGreaterThan(1.9);
      expect(errors[i]! / error).toBeLessThan(2.1);
    }
    // 0.9 s of a swing of a rod of 1 m, with the default.
    expect(errors[1]).toBeLessThan(0.015);
  });

  it('takes compliance and damping as implicit Euler steps of the length of substeps do', () => {
    const end = (integrator: Integrator, dt: number): number => {
      const world = new World({ space: 2, integrator });
      const b = world.addParticle({ mass: 1, position: [1.1, 0] });
      world.add(new Distance2D({ a: world.ground.point([0, 0]), b, length: 1 }, { compliance: 1 / 100, damping: 2 }));
      world.run({ until: 1, dt });
      return b.position[0] - 1;
    };
    const found = end(xpbd({ substeps: 20 }), DT);
    expect(found).toBeCloseTo(end(implicitEuler(), DT / 20), 10);
    // 0.1 e^−t (cos ωt + sin ωt / ω) with ω² = 99; steps of h damp at the rate h ω² / 2 besides.
    const omega = Math.sqrt(99);
    const exact = 0.1 * Math.exp(-1) * (Math.cos(omega) + Math.sin(omega) / omega);
    expect(Math.abs(found / exact - 1)).toBeLessThan(0.05);
  });

  it.each([
    { stiffness: 1e5, damping: 0 },
    { stiffness: 1e8, damping: 0 },
    { stiffness: 1e8, damping: 1e5 },
    { stiffness: 0, damping: 1e6 },
  ])('takes a spring of $stiffness N/m and $damping N·s/m as velocityStep() does', ({ stiffness, damping }) => {
    const end = (integrator: Integrator, dt: number): number[] => {
      const world = new World({ space: 2, integrator, forces: [G] });
      const b = world.addParticle({ mass: 1, position: [1, 0] });
      world.addForce(spring({ a: world.ground.point([0, 0]), b, stiffness, damping, restLength: 1 }));
      world.run({ until: 1, dt });
      return Array.from(b.position);
    };
    const expected = end(velocityStep(), DT / 20);
    for (const [i, x] of end(xpbd(), DT).entries()) expect(x).toBeCloseTo(expected[i]!, 10);
  });

  it('carries a weight: multipliers, forces and impulses are those of the last substep', () => {
    const still = new World({ space: 2, integrator: xpbd(), forces: [G], impulses: true });
    const b = still.addParticle({ mass: 2, position: [0, -1] });
    const rod = still.add(new Distance2D({ a: still.ground.point([0, 0]), b, length: 1 }));
    steps(still, 60);
    expect(b.position[1]).toBeCloseTo(-1, 12);
    expect(rod.forceOn('b')[1]).toBeCloseTo(2 * 9.81, 9);
    expect(rod.impulseOn('b')[1]).toBeCloseTo(2 * 9.81 * DT, 9);
  });

  it('holds a rope of hard rods better with more substeps, and never says that it holds better than it does', () => {
    const longest = [20, 80].map((substeps) => {
      const { world, rods } = rope(xpbd({ substeps }), 20);
      let worst = 0;
      for (let i = 0; i < 60; i++) {
        world.step(DT);
        worst = Math.max(worst, world.residual().position, ...rods.map(({ C }) => Math.abs(C[0])));
      }
      return worst;
    });
    // One sweep leaves a part of the stretch by gravity in a substep, which falls with h².
    expect(longest[0]).toBeLessThan(2e-3);
    expect(longest[1]! / longest[0]!).toBeLessThan(1 / 8);
  });

  it.each([
    { name: 'xpbd()', integrator: xpbd(), projection: false, longest: 1e-2 },
    { name: 'velocityStep() with projection', integrator: velocityStep(), projection: true, longest: 1e-8 },
  ])('holds a heavy ball on a rope of light rods: $name', ({ integrator, projection, longest }) => {
    const world = new World({ space: 2, integrator, projection, forces: [G] });
    let a: PointConnector = world.ground.point([0, 2]);
    for (let i = 0; i < 12; i++) {
      const b = world.addParticle({ mass: 0.05, position: [0.15 * (i + 1), 2] });
      world.add(new Distance2D({ a, b, length: 0.15 }));
      a = b;
    }
    const ball = world.addBody({ mass: 2, inertia: 0.03, position: [1.95, 2] });
    world.add(new Coincident2D({ a, b: ball.point([-0.15, 0]) }));
    const before = world.energy().total;
    let [worst, most, least] = [0, before, before];
    for (let i = 0; i < 120; i++) {
      world.step(DT);
      const { total } = world.energy();
      [worst, most, least] = [
        Math.max(worst, world.residual().position),
        Math.max(most, total),
        Math.min(least, total),
      ];
    }
    expect(worst).toBeLessThan(longest);
    // The ball falls by 2 m, which turns 38 J of its 51 J. Steps of first order take some of that, and add none.
    expect(most - before).toBeLessThan(0.02 * before);
    expect(before - least).toBeLessThan(0.2 * before);
  });

  it('drops a cloth as bdf2() does in steps ten times as short', () => {
    const n = 8;
    const expected = cloth(bdf2(), n, 1e-4, DT / 10);
    const found = cloth(xpbd(), n, 1e-4);
    let largest = 0;
    for (const [i, { position }] of found.entries())
      for (const c of [0, 1, 2] as const) largest = Math.max(largest, Math.abs(position[c] - expected[i]!.position[c]));
    expect(largest).toBeGreaterThan(1e-6);
    expect(largest).toBeLessThan(0.03);
  });

  it('keeps the energy and the momentum of a spinning brick', () => {
    const world = new World({ space: 3, integrator: xpbd() });
    world.addBody({ mass: 1, inertia: [5 / 12, 17 / 12, 20 / 12], position: [0, 0, 0], angularVelocity: [6, 8, 1] });
    const before = world.energy().total;
    steps(world, 300);
    expect(world.energy().total / before).toBeCloseTo(1, 5);
  });

  it.each([
    [
      'hinge',
      (world: World<3>, point: [number, number, number]) => {
        const body = world.addBody({ mass: 1, inertia: [0.1, 0.2, 0.15], position: [1, 0, 0] });
        world.add(
          new Hinge({
            a: world.ground.point(point),
            b: body.point([-1, 0, 0]),
            axis: world.ground.direction([0, 1, 0]),
            u: body.direction([1, 0, 0]),
            w: body.direction([0, 0, 1]),
          }),
        );
        return body;
      },
    ],
    [
      'ball',
      (world: World<3>, point: [number, number, number]) => {
        const body = world.addBody({
          mass: 1,
          inertia: [0.1, 0.2, 0.15],
          position: [1, 0, 0],
          angularVelocity: [3, 0, 0],
        });
        world.add(new Coincident3D({ a: world.ground.point(point), b: body.point([-1, 0, 0]) }));
        return body;
      },
    ],
  ] as const)('swings a body in space on a %s', (_, make) => {
    const end = (integrator: Integrator): number[] => {
      const world = new World({ space: 3, integrator, forces: [gravity([0, 0, -9.81])] });
      const body = make(world, [0, 0, 0]);
      world.run({ until: 0.5, dt: DT });
      return [...body.position, ...body.orientation];
    };
    const expected = end(EXACT);
    for (const [i, x] of end(xpbd()).entries()) expect(Math.abs(x - expected[i]!)).toBeLessThan(0.01);
  });

  it('rolls along with equations at velocity level', () => {
    const end = (integrator: Integrator): number[] => {
      const world = new World({ space: 2, integrator });
      const body = world.addBody({ mass: 1, inertia: 0.1, position: [0, 0], velocity: [1, 0], angularVelocity: 1 });
      world.add(new Skate({ p: body.point([0, 0]), edge: body.direction([1, 0]) }));
      world.run({ until: 2, dt: DT });
      return [...body.position];
    };
    const expected = end(EXACT);
    for (const [i, x] of end(xpbd()).entries()) expect(Math.abs(x - expected[i]!)).toBeLessThan(0.01);
  });

  it('goes on from a snapshot with the same bits, and with other constraints', () => {
    const { world, rods } = rope(xpbd({ substeps: 5 }), 10);
    steps(world, 20);
    const kept = world.snapshot();
    steps(world, 20);
    const hash = world.hash();
    world.restore(kept);
    steps(world, 20);
    expect(world.hash()).toBe(hash);
    world.remove(rods[4]!);
    steps(world, 20);
    expect(world.residual().position).toBeLessThan(1e-2);
    expect(rods[4]!.lambda[0]).toBe(0);
  });

  it('warns of what it does not resolve', () => {
    const warnings: WorldWarning[] = [];
    const world = new World({
      space: 2,
      integrator: xpbd({ substeps: 1 }),
      forces: [G],
      onWarning: (w) => warnings.push(w),
    });
    const b = world.addParticle({ mass: 1, position: [1, 0] });
    world.add(new Distance2D({ a: world.ground.point([0, 0]), b, length: 1 }));
    steps(world, 100, 0.1);
    expect(warnings.map(({ code }) => code)).toContain('W_ACCURACY');
  });

  it('takes equations alone', () => {
    const world = new World({ space: 2, integrator: xpbd() });
    const b = world.addParticle({ mass: 1, position: [1, 0] });
    expect(() => world.add(new Rope2D({ a: world.ground.point([0, 0]), b, length: 1 }))).toThrow(
      expect.objectContaining({ code: 'E_INTEGRATOR' }),
    );
    expect(() => collide(world, {} as never)).toThrow();
  });

  it.each([
    [0, 'E_NOT_POSITIVE'],
    [-3, 'E_NOT_POSITIVE'],
    [2.5, 'E_OPTIONS'],
    ['20', 'E_NOT_POSITIVE'],
  ])('refuses %j substeps by %s', (substeps, code) => {
    expect(() => xpbd({ substeps: substeps as number })).toThrow(expect.objectContaining({ code }));
  });
});

it('takes errors back no faster in a step that is far shorter than the last ones', () => {
  const world = new World({ space: 2, integrator: xpbd() });
  const arm = world.addBody({ mass: 1, inertia: 1, position: [0, 0], angularVelocity: 7 });
  const tip = world.addParticle({ mass: 1, position: [1, 0], velocity: [0, 7] });
  world.add(new Coincident2D({ a: arm.point([0, 0]), b: world.ground.point([0, 0]) }));
  world.add(new Coincident2D({ a: arm.point([1, 0]), b: tip }));
  // ½ (1 kg m² + 1 kg · 1 m²) (7/s)²
  for (const dt of [1 / 240, 1e-3 / 240, 1e-5 / 240, 1 / 240]) {
    world.run({ until: world.time + 0.1, dt: 1 / 240 });
    world.step(dt);
    expect(world.energy().kinetic).toBeCloseTo(49, 0);
  }
});
