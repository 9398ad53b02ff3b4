import { describe, expect, it } from 'vitest';
import {
  assemble,
  conjugateGradient,
  conjugateResiduals,
  dense,
  dormandPrince,
  gaussSeidel,
  gravity,
  rattle,
  rk4,
  semiImplicitEuler,
  velocityStep,
  World,
  type Constraint,
  type ConstraintSettings,
  type ConstraintType,
  type Solver,
  type WorldOptions,
} from '../../../runtime/index.js';
import { compile } from '../../../src/toolkit.js';
import { someOf } from '../../support/scope.js';

/*
 * Vector equations of unit vectors have a row more than they fix. Each mechanism is written twice, with
 * such an equation and with as many rows as it fixes, and must move alike.
 */

type Class = new (inputs: object, settings?: ConstraintSettings) => Constraint;
const classOf = (C: string | readonly string[], inputs: object, space: 2 | 3 = 2, more: object = {}): Class =>
  Object.values(compile('Tried', { summary: 'Tried.', space, inputs, C, ...more } as never))[0] as never;

const P = { p: 'point' };
const PQ = { p: 'point', q: 'point' };
const UW = { u: 'direction', w: 'direction' };
const UEF = { u: 'direction', m: 'direction', n: 'direction' };

const Along = classOf('normalize(p) == [1, 0]', P);
const Level = classOf('p.y == 0', P);
const AlongZ = classOf('normalize(p) == [0, 0, 1]', P, 3);
const OnZ = classOf(['p.x == 0', 'p.y == 0'], P, 3);
const Aligned = classOf('p / norm(p) == q / norm(q)', PQ);
const InLine = classOf('cross(p, q) == 0', PQ);
const Same2 = classOf('u == w', UW);
const Parallel2 = classOf('cross(u, w) == 0', UW);
const Same3 = classOf('u == w', UW, 3);
const Parallel3 = classOf(['dot(u, m) == 0', 'dot(u, n) == 0'], UEF, 3);
const Turning = classOf('normalize(p) == [cos(t), sin(t)]', P);
const OnTurning = classOf('cross([cos(t), sin(t)], p) == 0', P);
const Rod = classOf('norm(p - q) == 1', PQ);
const Rope = classOf('norm(p - q) <= 1.3', PQ);
const Pin2 = classOf('p - q', PQ);
const Pin3 = classOf('p - q', PQ, 3);

interface Made {
  readonly world: World;
  readonly place: () => number[];
}

type Options = Partial<Omit<WorldOptions, 'space' | 'forces'>>;

const particles = (
  g: number[],
  options: Options,
  places: readonly { position: number[]; velocity?: number[] }[],
  constrain: (world: World, p: readonly object[]) => void,
): Made => {
  const world = new World({ space: g.length as 2, forces: [gravity(g)], ...options });
  const all = places.map((place, i) => world.addParticle({ mass: i + 1, ...place }));
  constrain(world, all);
  return { world, place: () => all.flatMap(({ position }) => [...position]) };
};

const MECHANISMS: Readonly<Record<string, (isSound: boolean, options: Options) => Made>> = {
  'a bead on an axis': (isSound, options) =>
    particles([3, -9.81], options, [{ position: [1, 0], velocity: [0.3, 0] }], (world, [p]) => {
      world.add(new (isSound ? Level : Along)({ p }));
    }),
  'a bead on an axis of space': (isSound, options) =>
    particles([4, 2, 9.81], options, [{ position: [0, 0, 5], velocity: [0, 0, 0.3] }], (world, [p]) => {
      world.add(new (isSound ? OnZ : AlongZ)({ p }));
    }),
  'two beads in line with a pivot': (isSound, options) =>
    particles(
      [0, -9.81],
      options,
      [
        { position: [0, 1], velocity: [1.5, 0] },
        { position: [0, 2.1], velocity: [3.15, 0] },
      ],
      (world, [p, q]) => {
        world.add(new (isSound ? InLine : Aligned)({ p, q }));
        world.add(new Rod({ p, q: world.ground.point([0, 0]) }));
      },
    ),
  'two beads in line with a pivot, and a rope': (isSound, options) =>
    particles([0, -9.81], options, [{ position: [1, 0] }, { position: [2.1, 0] }], (world, [p, q]) => {
      world.add(new (isSound ? InLine : Aligned)({ p, q }));
      world.add(new Rod({ p, q: world.ground.point([0, 0]) }));
      world.add(new Rope({ p, q }));
    }),
  'a bead on a turning wire': (isSound, options) =>
    particles([0, -1], options, [{ position: [1, 0], velocity: [0, 1] }], (world, [p]) => {
      world.add(new (isSound ? OnTurning : Turning)({ p }));
    }),
  'parallel bars': (isSound, options) => {
    const world = new World({ space: 2, forces: [gravity([0, -9.81])], ...options });
    const bars = [0, 2].map((x) => world.addBody({ mass: 1 + x, inertia: 0.1, position: [x + 0.5, 0] }));
    bars.forEach((bar, i) => world.add(new Pin2({ p: bar.point([-0.5, 0]), q: world.ground.point([2 * i, 0]) })));
    const [u, w] = bars.map((bar) => bar.direction([1, 0]));
    world.add(new (isSound ? Parallel2 : Same2)({ u, w }));
    return { world, place: () => bars.flatMap(({ position }) => [...position]) };
  },
  'parallel bars in space': (isSound, options) => {
    const world = new World({ space: 3, forces: [gravity([0, -9.81, 0])], ...options });
    // Both turn about their pivots.
    const spin = { velocity: [0, 0.5, -1], angularVelocity: [0.5, 2, 1] } as const;
    const bars = [0, 2].map((x) =>
      world.addBody({ mass: 1 + x, inertia: [0.1, 0.15, 0.2], position: [x + 0.5, 0, 0], ...spin }),
    );
    bars.forEach((bar, i) => world.add(new Pin3({ p: bar.point([-0.5, 0, 0]), q: world.ground.point([2 * i, 0, 0]) })));
    const [a, b] = [bars[0]!, bars[1]!];
    const u = a.direction([0, 0, 1]);
    if (isSound) world.add(new Parallel3({ u, m: b.direction([1, 0, 0]), n: b.direction([0, 1, 0]) }));
    else world.add(new Same3({ u, w: b.direction([0, 0, 1]) }));
    return { world, place: () => bars.flatMap(({ position }) => [...position]) };
  },
};

const FIRST_ORDER = new Set(['semiImplicitEuler', 'velocityStep']);
const INTEGRATORS = { rk4, semiImplicitEuler, rattle, velocityStep, dormandPrince };

const SOLVERS: readonly (Solver | undefined)[] = [
  undefined,
  dense(),
  conjugateGradient(),
  conjugateResiduals({ preconditioner: 'blockJacobi' }),
  gaussSeidel(),
];

function run(make: (options: Options) => Made, options: Options, dt: number | undefined) {
  const codes: string[] = [];
  // A rope does not come to the solver, as a world says where one is chosen.
  const onWarning: Options['onWarning'] = ({ code }) => code !== 'W_SOLVER_BOUNDS' && codes.push(code);
  const { world, place } = make({ onWarning, ...options });
  const start = world.energy().total;
  let change = 0;
  world.run({
    until: 1.5,
    ...(dt !== undefined && { dt }),
    onStep: () => {
      change = Math.max(change, Math.abs(world.energy().total - start));
    },
  });
  return { place: place(), change, codes, freedom: world.degreesOfFreedom() };
}

describe.each(Object.entries(MECHANISMS))('%s', (_, make) => {
  it.each(someOf(Object.entries(INTEGRATORS), 2))('moves as with independent rows: %s', (name, integrator) => {
    const dt = name === 'dormandPrince' ? undefined : 1 / 120;
    const sound = run((options) => make(true, options), { integrator: integrator() }, dt);
    for (const solver of SOLVERS) {
      const options = { integrator: integrator(), ...(solver && { solver }) };
      const found = run((given) => make(false, given), options, dt);
      expect(found.change).toBeLessThan(1.2 * sound.change + 2e-5);
      // Two curves with one tangent have a step's error of first order between them.
      expect(Math.hypot(...found.place.map((x, i) => x - sound.place[i]!))).toBeLessThan(
        FIRST_ORDER.has(name) ? 0.03 : 1e-6,
      );
      expect(found.codes).toEqual(sound.codes);
      expect(found.freedom).toBe(sound.freedom);
    }
  });
});

describe('rows of a vector equation', () => {
  const fall = (): World => new World({ space: 2, forces: [gravity([0, -9.81])], onWarning: () => undefined });

  it('that are taken out have no multiplier', () => {
    const world = fall();
    const p = world.addParticle({ mass: 2, position: [1, 1e-6] });
    const along = world.add(new Along({ p }));
    world.evaluate();
    expect(along.lambda[0]).toBe(0);
    expect(along.lambda[1]).toBeCloseTo(2 * 9.81, 4);
    expect(along.C[0]).toBeCloseTo(-5e-13, 15);
    expect(world.residual().position).toBeCloseTo(1e-6, 12);
  });

  it('show the error of a vector that points the other way', () => {
    const world = fall();
    const p = world.addParticle({ mass: 1, position: [-1, 0] });
    const along = world.add(new Along({ p }));
    for (let k = 0; k < 100; k++) world.step(1 / 100);
    expect(along.C[0]).toBe(-2);
    expect(world.energy().kinetic).toBeLessThan(1);
  });

  it('all count where they do not depend on each other, however unlike they are', () => {
    const Fixed = classOf('[p.x + p.y^2, 0.01 * p.y + p.x^3] == [0, 0]', P);
    const world = fall();
    const p = world.addParticle({ mass: 1, position: [0.1, 0.2] });
    world.add(new Fixed({ p }));
    assemble(world);
    expect(Math.hypot(...p.position)).toBeLessThan(1e-8);
    expect(world.degreesOfFreedom()).toBe(0);
  });

  it('are springs, each of them, where they are soft', () => {
    const world = new World({ space: 2 });
    const p = world.addParticle({ mass: 1, position: [1, 1] });
    const Diagonal = classOf('normalize(p) == [0.6, 0.8]', P);
    const soft = world.add(new Diagonal({ p }, { compliance: 1e-3 }));
    world.evaluate();
    expect(soft.lambda[0]).toBeCloseTo(-1e3 * (Math.SQRT1_2 - 0.6), 6);
    expect(soft.lambda[1]).toBeCloseTo(-1e3 * (Math.SQRT1_2 - 0.8), 6);
  });

  it('are looked at only where they can depend on each other', () => {
    const spans = (C: string | readonly string[], inputs: object): unknown =>
      (classOf(C, inputs) as unknown as { type: ConstraintType }).type.vectorEquations;
    expect(spans('p - q', PQ)).toBeUndefined();
    expect(spans('p == [1, 2]', P)).toBeUndefined();
    expect(spans(['p.x', 'p.y'], P)).toBeUndefined();
    expect(spans('normalize(p) <= [1, 1]', P)).toBeUndefined();
    expect(spans('u == w', UW)).toEqual([[0, 2]]);
    expect(spans(['norm(p) == 1', 'normalize(p) == [1, 0]'], P)).toEqual([[1, 2]]);
  });
});
