import { Distance2D, Rope3D } from 'holonomic/library';
import { describe, expect, it } from 'vitest';
import {
  blockLDL,
  conjugateGradient,
  conjugateResiduals,
  dense,
  dormandPrince,
  gravity,
  gaussSeidel,
  rattle,
  velocityStep,
  type RigidBody3D,
  type Solver,
  World,
  type WorldOptions,
} from '../../../runtime/index.js';
import { bennett, bricard, goldberg, schatz, type Scene } from '../fixtures/overconstrained.js';
import { G } from '../fixtures/scenes.js';
import { thrown } from '../fixtures/thrown.js';
import { inFull, someOf } from '../../support/scope.js';

/*
 * Mechanisms that move although they have as many rows as velocities, or more: some rows depend on
 * others, but only where C = 0. The inner stages of a step are off it.
 */

type Make = (options?: Partial<WorldOptions>) => Scene;

interface Run {
  readonly place: number[];
  readonly change: number;
  readonly codes: string[];
  readonly steps: number;
}

function run(make: Make, until: number, dt: number | undefined, options: Partial<WorldOptions>): Run {
  const codes: string[] = [];
  const { world, probe } = make({ onWarning: ({ code }) => codes.push(code), ...options });
  const start = world.energy().total;
  let change = 0;
  world.run({
    until,
    ...(dt === undefined ? {} : { dt }),
    onStep: () => {
      change = Math.max(change, Math.abs(world.energy().total - start));
    },
  });
  return { place: probe(), change, codes: dt === undefined ? [] : codes, steps: world.stats.steps };
}

const distance = (a: readonly number[], b: readonly number[]): number => Math.hypot(...a.map((x, i) => x - b[i]!));

describe.each([
  ['Bennett', bennett, 1, [0.022362, -0.4995, 0]],
  ['Bricard', bricard, 3, [-0.771284, -0.97927, -0.202556]],
] as const)("%s's mechanism", (_, make, until, place) => {
  const exact = run(make, until, undefined, { integrator: dormandPrince({ rtol: 1e-11, atol: 1e-12 }) }).place;

  it('is where it is said to be', () => {
    expect(distance(exact, place)).toBeLessThan(1e-5);
  });

  it('moves with fourth order, keeps its energy, and says nothing', () => {
    const [coarse, fine] = [60, 120].map((rate) => run(make, until, 1 / rate, {}));
    expect(distance(coarse!.place, exact)).toBeLessThan(1e-6);
    expect(distance(fine!.place, exact)).toBeLessThan(distance(coarse!.place, exact) / 8);
    expect(fine!.change).toBeLessThan(1e-6);
    expect([...coarse!.codes, ...fine!.codes]).toEqual([]);
  });

  it.each(
    someOf<[string, Solver]>(
      [
        ['dense', dense()],
        ['blockLDL', blockLDL()],
        ['conjugateResiduals', conjugateResiduals()],
      ],
      1,
    ),
  )('moves with %s', (__, solver) => {
    expect(distance(run(make, until, 1 / 240, { solver }).place, exact)).toBeLessThan(1e-8);
  });

  it.each(someOf([120, 180, 240, 300, 360, 480, 700, 1000], 2))(
    'moves with velocityStep in steps of 1/%i s',
    (rate) => {
      const { place: end, codes } = run(make, until, 1 / rate, { integrator: velocityStep() });
      expect(distance(end, exact)).toBeLessThan(1.1 / rate);
      expect(codes).toEqual([]);
    },
  );

  it('takes few steps with dormandPrince', () => {
    const { place: end, steps } = run(make, until, undefined, { integrator: dormandPrince() });
    expect(distance(end, exact)).toBeLessThan(1e-7);
    expect(steps).toBeLessThan(100);
  });

  it('is found again from where its rows are off by 1e-4', () => {
    const { world, probe } = make({ onWarning: () => undefined });
    world.bodies.forEach((body, i) => {
      if ('orientation' in body) (body.orientation as Float64Array)[i % 4]! += i % 2 === 0 ? 1e-4 : -1e-4;
    });
    world.run({ until, dt: 1 / 240 });
    expect(distance(probe(), exact)).toBeLessThan(3e-3);
    expect(world.residual().position).toBeLessThan(1e-9);
  });
});

inFull("Bennett's mechanism moves with conjugate gradients", () => {
  const exact = run(bennett, 1, 1 / 1000, {}).place;
  expect(distance(run(bennett, 1, 1 / 240, { solver: conjugateGradient() }).place, exact)).toBeLessThan(1e-8);
});

/*
 * Without forces a mechanism of one degree of freedom moves with constant energy. Between the shortest
 * steps of dormandPrince() and those at velocity level everything else that a step may do wrong shows, too.
 */
describe.each([
  ['Schatz', schatz],
  ['Goldberg', goldberg],
] as const)("%s's mechanism", (_, make) => {
  const until = 4;
  const exact = run(make, until, undefined, { integrator: dormandPrince({ rtol: 1e-11, atol: 1e-12 }) }).place;

  it('closes, and has one degree of freedom, on its surface and off it', () => {
    const { world } = make({ integrator: velocityStep() });
    expect(world.residual().position).toBeLessThan(1e-14);
    expect(world.degreesOfFreedom()).toBe(1);
    for (let i = 0; i < 120; i++) {
      world.step(1 / 60);
      if (i % 10 === 0) expect(world.degreesOfFreedom()).toBe(1);
    }
    expect(world.residual().position).toBeGreaterThan(1e-7);
  });

  it('moves with rk4 and rattle', () => {
    expect(distance(run(make, until, 1 / 120, {}).place, exact)).toBeLessThan(1e-5);
    expect(distance(run(make, until, 1 / 480, { integrator: rattle() }).place, exact)).toBeLessThan(1e-3);
  });

  describe.each(
    someOf<[string, Solver]>(
      [
        ['dense', dense()],
        ['blockLDL', blockLDL()],
        ['conjugateResiduals', conjugateResiduals()],
        ['conjugateGradient', conjugateGradient()],
        ['preconditioned', conjugateResiduals({ preconditioner: 'incompleteCholesky' })],
        ['gaussSeidel', gaussSeidel()],
      ],
      2,
    ),
  )('with %s', (__, solver) => {
    const STEPS = [[60, 1], [240, 1], [60, 0.5]] as const; // prettier-ignore
    it.each(someOf(STEPS, 2))(
      'keeps its energy at velocity level, in steps of 1/%i s with theta = %d',
      (rate, theta) => {
        const { world } = make({
          integrator: velocityStep({ theta }),
          solver,
          onWarning: ({ message }) => expect.fail(message),
        });
        const start = world.energy().total;
        world.run({ until, dt: 1 / rate });
        const kept = world.energy().total / start;
        expect(kept).toBeGreaterThan(rate === 60 ? 0.98 : 0.998);
        expect(kept).toBeLessThan(1.01);
      },
    );
  });

  it('keeps it in a world with inequalities', () => {
    const { world } = make({ integrator: velocityStep() });
    world.add(
      new Rope3D({
        a: (world.bodies[0] as RigidBody3D).point([0, 0, 0.1]),
        b: world.ground.point([0, 0, 0]),
        length: 50,
      }),
    );
    const start = world.energy().total;
    world.run({ until, dt: 1 / 60 });
    expect(world.energy().total / start).toBeGreaterThan(0.98);
    expect(world.energy().total / start).toBeLessThan(1.001);
  });
});

describe.each<[string, Solver]>([
  ['blockLDL', blockLDL()],
  ['conjugateResiduals', conjugateResiduals()],
])('a plate on three parallel rods, with %s', (_, solver) => {
  /** One row of three depends on the others while the rods are equally long. */
  function plate(g: number, integrator = velocityStep()): { world: World; rod: Distance2D; codes: string[] } {
    const codes: string[] = [];
    const world = new World({
      space: 2,
      forces: [gravity([0, -g])],
      integrator,
      solver,
      onWarning: ({ code }) => codes.push(code),
    });
    const [s, c] = [Math.sin(0.5), Math.cos(0.5)];
    const body = world.addBody({ mass: 1, inertia: 0.5, position: [s, -c], velocity: [3 * c, 3 * s] });
    const rods = [-1, 0, 1.3].map((x) =>
      world.add(new Distance2D({ a: world.ground.point([x, 0]), b: body.point([x, 0]), length: 1 })),
    );
    return { world, rod: rods[2]!, codes };
  }

  it('goes round through its dead centres', () => {
    const { world, codes } = plate(0);
    world.run({ until: 10, dt: 1 / 240 });
    expect(world.energy().total / 4.5).toBeGreaterThan(0.98);
    expect(world.energy().total / 4.5).toBeLessThan(1.0001);
    expect(world.residual().position).toBeLessThan(1e-3);
    expect(world.degreesOfFreedom()).toBe(1);
    expect(codes).toEqual([]);
  });

  it('says so where a rod gets another length, and holds all of them as nearly as possible', () => {
    const { world, rod, codes } = plate(G, velocityStep());
    world.run({ until: 1, dt: 1 / 240 });
    expect(codes).toEqual([]);
    rod.params.length = 1.02;
    world.step(1 / 240);
    expect(codes).toEqual(['W_CONTRADICTION']);
    world.run({ until: 3, dt: 1 / 240 });
    expect(world.residual().position).toBeLessThan(0.01);
    expect(world.energy().total).toBeLessThan(0.5);
  });

  it('is held where it comes to a state in which the other length fits', () => {
    const { world, rod } = plate(0);
    rod.params.length = 1.02;
    world.run({ until: 6, dt: 1 / 60 });
    expect(world.residual().position).toBeLessThan(1e-9);
    expect(world.energy().kinetic).toBeLessThan(1e-12);
    expect(world.degreesOfFreedom()).toBe(0);
  });
});

describe('rankTolerance', () => {
  it('decides which rows depend on others', () => {
    const violation = (rankTolerance: number): number => {
      const { world } = bennett({ solver: blockLDL({ rankTolerance }), onWarning: () => undefined });
      world.run({ until: 0.5, dt: 1 / 60 });
      return world.residual().position;
    };
    expect(violation(1e-10)).toBeLessThan(1e-6);
    // Rows that stand at right angles to each other but for 45° count as dependent, and are not kept.
    expect(violation(0.5)).toBeGreaterThan(1e-3);
  });

  it('is a positive number', () => {
    expect(thrown(() => blockLDL({ rankTolerance: -1 }))).toMatchObject({ code: 'E_NOT_POSITIVE' });
    expect(thrown(() => blockLDL({ rank: 1 } as never))).toMatchObject({ code: 'E_OPTION_UNKNOWN' });
  });
});

it.each([
  ["Bennett's", bennett],
  ["Schatz's", schatz],
])('%s mechanism goes on to the bit from a snapshot off its surface', (_, make) => {
  const places = ({ world, probe }: Scene): number[] => [...probe(), world.energy().kinetic];
  const one = make({ integrator: velocityStep() });
  one.world.run({ until: 1, dt: 1 / 60 });
  expect(one.world.residual().position).toBeGreaterThan(1e-6);
  const saved = one.world.snapshot();
  one.world.run({ until: 2, dt: 1 / 60 });
  const other = make({ integrator: velocityStep() });
  other.world.restore(saved);
  other.world.run({ until: 2, dt: 1 / 60 });
  expect(places(other)).toEqual(places(one));
});
