import { describe, expect, it } from 'vitest';
import { Distance2D } from 'holonomic/library';
import { compile } from 'holonomic/toolkit';
import {
  dormandPrince,
  gravity,
  rattle,
  rk4,
  semiImplicitEuler,
  velocityStep,
  World,
  type Integrator,
  type WatchName,
  type WorldOptions,
} from '../../../runtime/index.js';

const { Jumping } = compile('Jumping', {
  summary: 'Lifts a point at once.',
  space: 2,
  inputs: { p: 'point' },
  C: 'p.y == (t < 0.1 ? 0 : 1)',
});
const { Skew } = compile('Skew', {
  summary: 'A floor whose slip is not the velocity along it.',
  space: 2,
  inputs: { p: 'point' },
  params: { mu: { default: 0.5, min: 0 } },
  C: 'p.y >= 0',
  friction: { slip: '3 * p.x', coefficient: 'mu' },
});
const { Kinked } = compile('Kinked', {
  summary: 'A wire with a kink.',
  space: 2,
  inputs: { p: 'point' },
  C: 'p.y == abs(p.x)',
});

/** A world whose warnings are gathered. */
function quiet(options: Partial<WorldOptions>): World<2> {
  return new World({ forces: [gravity([0, -9.81])], onWarning: () => undefined, ...options, space: 2 });
}

const codes = (world: World): string[] => world.warnings.map(({ code }) => code);

/** For each watch a scene that makes it warn, and the warning. */
const SCENES: Record<WatchName, readonly [code: string, run: (options: Partial<WorldOptions>) => World]> = {
  accuracy: [
    'W_ACCURACY',
    (options) => {
      const world = quiet(options);
      const bob = world.addParticle({ mass: 1, position: [1, 0], velocity: [0, 30] });
      world.add(new Distance2D({ a: world.ground.point([0, 0]), b: bob, length: 1 }));
      for (let k = 0; k < 30; k++) world.step(1 / 60);
      return world;
    },
  ],
  drivenParameters: [
    'W_DRIVEN_PARAMETER',
    (options) => {
      const world = quiet(options);
      const bob = world.addParticle({ mass: 1, position: [0, -1] });
      const rod = world.add(new Distance2D({ a: world.ground.point([0, 0]), b: bob, length: 1 }));
      for (let k = 0; k < 60; k++) {
        rod.params.length += 0.001;
        world.step(1 / 240);
      }
      return world;
    },
  ],
  illegalStart: [
    'W_ILLEGAL_START',
    (options) => {
      const world = quiet(options);
      const bob = world.addParticle({ mass: 1, position: [0, -1] });
      world.add(new Distance2D({ a: world.ground.point([0, 0]), b: bob, length: 1.1 }));
      world.step(1 / 240);
      return world;
    },
  ],
  slipGeometry: [
    'W_FRICTION',
    (options) => {
      const world = quiet(options);
      world.add(new Skew({ p: world.addParticle({ mass: 1, position: [0, 0], velocity: [1, 0] }) }));
      for (let k = 0; k < 10; k++) world.step(1 / 240);
      return world;
    },
  ],
  jumps: [
    'W_JUMP',
    (options) => {
      const world = quiet(options);
      world.add(new Jumping({ p: world.addParticle({ mass: 1, position: [0, 0] }) }));
      for (let k = 0; k < 40; k++) world.step(1 / 240);
      return world;
    },
  ],
  drift: [
    'W_DRIFT',
    (options) => {
      const world = quiet({ ...options, integrator: dormandPrince() });
      world.add(new Kinked({ p: world.addParticle({ mass: 1, position: [1, 1] }) }));
      world.run({ until: 1 });
      return world;
    },
  ],
  milliseconds: [
    'W_MILLISECONDS',
    (options) => {
      const world = quiet({ ...options, integrator: velocityStep() });
      world.addParticle({ mass: 1, position: [0, 0] });
      world.step(16);
      return world;
    },
  ],
};
const NAMES = Object.keys(SCENES) as WatchName[];

describe.each(NAMES)('the watch %s', (name) => {
  const [code, run] = SCENES[name];
  it('warns among all, and alone', () => {
    expect(codes(run({}))).toContain(code);
    expect(codes(run({ watches: [name] }))).toContain(code);
  });

  it('is silent where it is left out', () => {
    expect(codes(run({ watches: NAMES.filter((other) => other !== name) }))).not.toContain(code);
    expect(codes(run({ watches: [] }))).toEqual([]);
  });
});

const INTEGRATORS: readonly (readonly [string, Integrator])[] = [
  ['rk4', rk4()],
  ['velocityStep', velocityStep()],
  ['semiImplicitEuler', semiImplicitEuler()],
  ['rattle', rattle()],
  ['dormandPrince', dormandPrince()],
];

it.each(INTEGRATORS)('a motion that goes well is the same without watches, to the last bit: %s', (_, integrator) => {
  const [watched, free] = [undefined, [] as const].map((watches) => {
    const world = new World({ space: 2, forces: [gravity([0, -9.81])], integrator, ...(watches && { watches }) });
    let a = world.ground.point([0, 0]) as ConstructorParameters<typeof Distance2D>[0]['a'];
    for (let i = 1; i <= 4; i++) {
      const b = world.addParticle({ mass: 1, position: [0.6 * i, -0.8 * i] });
      world.add(new Distance2D({ a, b, length: 1 }));
      a = b;
    }
    world.run({ until: 1, dt: 1 / 500 });
    expect(world.warnings).toEqual([]);
    return world.snapshot();
  });
  expect(free!.q).toEqual(watched!.q);
  expect(free!.v).toEqual(watched!.v);
});

it('names of watches are checked', () => {
  expect(() => new World({ space: 2, watches: ['acuracy' as WatchName] })).toThrow(
    "Option 'watches' of a world has 'acuracy' at index 0. Known: accuracy, drivenParameters,",
  );
  expect(() => new World({ space: 2, watches: 'accuracy' as unknown as WatchName[] })).toThrow(
    "Option 'watches' of a world is 'accuracy'. Give an array of names of watches.",
  );
});

it('an accuracy that nothing watches is refused', () => {
  expect(() => new World({ space: 2, accuracy: 1e-5, watches: ['drift'] })).toThrow(
    "A world with accuracy 0.00001 does not watch it: option 'watches' lacks 'accuracy'.",
  );
  expect(() => new World({ space: 2, accuracy: 1e-5, watches: ['accuracy'] })).not.toThrow();
});

it('a restored snapshot has no illegal start, watched or not', () => {
  const make = (): World => {
    const world = quiet({});
    const bob = world.addParticle({ mass: 1, position: [0, -1] });
    world.add(new Distance2D({ a: world.ground.point([0, 0]), b: bob, length: 1.1 }));
    return world;
  };
  const first = make();
  first.step(1 / 240);
  const second = make();
  second.restore(first.snapshot());
  second.step(1 / 240);
  expect(codes(second)).toEqual([]);
});
