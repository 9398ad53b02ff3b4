import {
  AngleLock,
  Coincident2D,
  Distance2D,
  DoublePendulum,
  LimitedMotor,
  Motor,
  Rope2D,
  Servo,
  SliderCrank,
} from 'holonomic/library';
import { compile } from 'holonomic/toolkit';
import { describe, expect, it } from 'vitest';
import {
  collide,
  drag,
  gravity,
  rattle,
  rk4,
  semiImplicitEuler,
  spring,
  velocityStep,
  World,
  type ConstraintSettings,
  type Integrator,
  type Particle,
  type PointConnector,
  type RigidBody2D,
  type WorldOptions,
} from '../../../runtime/index.js';
import { inFull } from '../../support/scope.js';

const G = 9.81;
const STEPPED: readonly (readonly [string, Integrator])[] = [
  ['velocityStep', velocityStep()],
  ['semiImplicitEuler', semiImplicitEuler()],
];

function quiet(options: Partial<WorldOptions>): World<2> {
  return new World({ forces: [gravity([0, -G])], onWarning: () => undefined, ...options, space: 2 });
}

const said = (world: World): string[] => world.warnings.map(({ code, message }) => `${code}: ${message}`);

/** Two particles on a rod of a metre that turn freely at `rate`. */
function spinningRod(rate: number, options: Partial<WorldOptions>): World<2> {
  const world = quiet({ forces: [], ...options });
  const [a, b] = [-0.5, 0.5].map((x) => world.addParticle({ mass: 1, position: [x, 0], velocity: [0, rate * x] })) as [
    ReturnType<World<2>['addParticle']>,
    ReturnType<World<2>['addParticle']>,
  ];
  world.add(new Distance2D({ a, b, length: 1 }));
  return world;
}

describe('energy that equations take', () => {
  it('is told, and is what the world has lost', () => {
    const world = spinningRod(46, { integrator: velocityStep() });
    const before = world.energy().total;
    world.run({ until: 0.1, dt: 1 / 240 });
    expect(world.energy().total / before).toBeLessThan(0.9);
    const [warning] = world.warnings;
    expect(warning!.message).toMatch(
      /^From t = \S+ s to t = \S+ s steps of 0\.00416667 s have taken (\d+) % of the energy of the motion/,
    );
  });

  it('is not added by semiImplicitEuler() either, which tells that its steps are too long', () => {
    const world = spinningRod(46, { integrator: semiImplicitEuler() });
    const before = world.energy().total;
    for (let n = 0; n < 24; n++) {
      world.step(1 / 240);
      expect(world.energy().total / before).toBeLessThan(1.01);
    }
    expect(world.warnings[0]!.message).toMatch(/were too long for the motion/);
  });

  it('is told once, and not where the watch is left out', () => {
    for (const [, integrator] of STEPPED) {
      const world = spinningRod(46, { integrator });
      world.run({ until: 1, dt: 1 / 240 });
      expect(world.warnings.map(({ code }) => code)).toEqual(['W_ACCURACY']);
      const unwatched = spinningRod(46, { integrator, watches: [] });
      unwatched.run({ until: 1, dt: 1 / 240 });
      expect(unwatched.warnings).toEqual([]);
    }
  });

  it('is no fault of a step where a force cannot tell its energy', () => {
    const world = spinningRod(46, { integrator: velocityStep() });
    world.addForce({ apply: () => undefined, energy: () => NaN });
    world.run({ until: 1, dt: 1 / 240 });
    expect(world.warnings).toEqual([]);
  });

  it('is told of velocityStep({ order: 2 }), whose steps are of first order where constraints would add energy', () => {
    const losses = [60, 480].map((rate) => {
      const world = quiet({ integrator: velocityStep({ order: 2 }) });
      let above: PointConnector = world.ground.point([0, 0]);
      for (let i = 1; i <= 3; i++) {
        const bob = world.addParticle({ mass: 1, position: [i * Math.sin(3), -i * Math.cos(3)] });
        world.add(new Distance2D({ a: above, b: bob, length: 1 }));
        above = bob;
      }
      const before = world.energy().total;
      world.run({ until: 5, dt: 1 / rate });
      return [(before - world.energy().total) / G, said(world).join()] as const;
    });
    const [[lost, words], [kept, silence]] = losses as [[number, string], [number, string]];
    expect(lost).toBeGreaterThan(2);
    expect(words).toMatch(
      /have taken \d+ % .* turn bodies\. Take shorter steps, or use rk4\(\) or dormandPrince\(\)\.$/,
    );
    expect(kept).toBeLessThan(0.1);
    expect(silence).toBe('');
  });

  describe.each([
    ['rk4', rk4()],
    ['velocityStep', velocityStep()],
    ['velocityStep of order 2', velocityStep({ order: 2 })],
  ])('is told of %s where all that takes it is a rope', (_, integrator) => {
    /** A pendulum on a rope of a metre, or a rod, that swings from `angle`. */
    function pendulum(kind: typeof Rope2D | typeof Distance2D, angle: number, projection: boolean): World<2> {
      const world = quiet({ integrator, projection });
      const bob = world.addParticle({ mass: 1, position: [Math.sin(angle), -Math.cos(angle)] });
      world.add(new kind({ a: world.ground.point([0, 0]), b: bob, length: 1 }));
      return world;
    }

    it.each([
      [false, 5],
      [true, 25],
    ])('that stays taut: %#', (projection, percent) => {
      const world = pendulum(Rope2D, 1.5, projection);
      const energy = (): number => world.energy().total + G;
      const before = energy();
      world.run({ until: 10, dt: 1 / 60 });
      expect(1 - energy() / before).toBeGreaterThan(percent / 100);
      expect(said(world)).toHaveLength(1);
      expect(said(world)[0]).toMatch(
        /^W_ACCURACY: .* have taken \d+ % .* other integrators than dormandPrince\(\) are too/,
      );
    });

    it('but not where it swings little, nor where it snaps tight and falls slack', () => {
      const little = pendulum(Rope2D, 0.5, false);
      little.run({ until: 10, dt: 1 / 60 });
      expect(said(little)).toEqual([]);
      const snapping = quiet({ integrator });
      const bob = snapping.addParticle({ mass: 1, position: [0.3, 0], velocity: [0, 3] });
      snapping.add(new Rope2D({ a: snapping.ground.point([0, 0]), b: bob, length: 1 }));
      snapping.run({ until: 1.5, dt: 1 / 240 });
      expect(said(snapping)).toEqual([]);
    });
  });

  it('is told of rk4() while it rests on a floor', () => {
    const world = quiet({ integrator: rk4() });
    const block = world.addBody({ mass: 5, inertia: 1, position: [0, 0.5] });
    collide(world, {
      shapes: [
        { body: block, box: [1, 1] },
        { box: [20, 1], at: [0, -0.5] },
      ],
    });
    const arm = world.addParticle({ mass: 0.1, position: [0.4, 5], velocity: [0, 15] });
    world.add(new Distance2D({ a: world.ground.point([0, 5]), b: arm, length: 0.4 }));
    world.run({ until: 1, dt: 1 / 60 });
    expect(said(world).join()).toMatch(/W_ACCURACY: .*are too: take shorter steps\.$/);
  });
});

it.each([
  [1 / 2, 0.5],
  [3 / 4, 0.5],
  [1 / 2, 1.5],
])('energy that a taut rope takes with theta %d is told, of a swing from %d rad', (theta, angle) => {
  const world = quiet({ integrator: velocityStep({ theta }) });
  const bob = world.addParticle({ mass: 1, position: [Math.sin(angle), -Math.cos(angle)] });
  world.add(new Rope2D({ a: world.ground.point([0, 0]), b: bob, length: 1 }));
  const before = world.energy().total;
  world.run({ until: 10, dt: 1 / 60 });
  expect((before - world.energy().total) / (G * (1 - Math.cos(angle)))).toBeGreaterThan(0.9);
  expect(said(world)).toEqual([expect.stringMatching(/^W_ACCURACY: .* have taken \d+ % .* take shorter steps/)]);
});

describe('energy that steps of changing lengths take', () => {
  it.each([
    ['a long one after a short one', (i: number) => (i % 2 ? 1 / 60 : 1 / 240)],
    ['one in ten twice as long', (i: number) => (i % 10 ? 1 / 60 : 1 / 30)],
    ['any', (i: number) => (1 + ((i * 7) % 11) / 3) / 240],
  ])('is told, though it is not by constraints: %s', (_, lengthOf) => {
    const world = quiet({ integrator: velocityStep() });
    const bob = world.addParticle({ mass: 1, position: [1, 0] });
    world.add(new Distance2D({ a: world.ground.point([0, 0]), b: bob, length: 1 }));
    const before = world.energy().total;
    for (let i = 0; world.time < 10; i++) world.step(lengthOf(i));
    const lost = (before - world.energy().total) / G;
    expect(lost).toBeGreaterThan(0.06);
    expect(said(world)).toEqual([expect.stringMatching(/^W_ACCURACY: .* have taken \d+ % of the energy/)]);
    // The warning comes once, within what is lost in the end.
    const told = Number(/taken (\d+) %/.exec(said(world)[0] ?? '')?.[1]) / 100;
    expect(told).toBeGreaterThanOrEqual(0.05);
    expect(told).toBeLessThan(1.1 * lost);
  });
});

describe('energy that projections take', () => {
  it.each([velocityStep(), semiImplicitEuler()])('is told where steps are of first order: %#', (integrator) => {
    const world = spinningRod(6, { integrator, projection: true });
    const before = world.energy().total;
    world.run({ until: 5, dt: 1 / 240 });
    expect(world.energy().total / before).toBeLessThan(0.9);
    expect(said(world).join()).toMatch(/^W_ACCURACY: .* have taken \d+ % of the energy/);
  });

  it('is told of rattle() where a rope is taut elsewhere', () => {
    const world = quiet({ integrator: rattle() });
    const { ground } = world;
    const arm = world.addParticle({ mass: 1, position: [0.5, 0], velocity: [0, 6] });
    world.add(new Distance2D({ a: ground.point([0, 0]), b: arm, length: 0.5 }));
    const weight = world.addParticle({ mass: 1, position: [9, -1] });
    world.add(new Rope2D({ a: ground.point([9, 0]), b: weight, length: 1 }));
    world.run({ until: 5, dt: 1 / 240 });
    expect(said(world).join()).toMatch(/^W_ACCURACY: .* have taken \d+ % of the energy/);
  });

  it.each([rk4(), rattle(), velocityStep({ order: 2 })])('is nothing in steps of higher order: %#', (integrator) => {
    const world = spinningRod(6, { integrator, projection: integrator.name !== 'rattle' });
    const before = world.energy().total;
    world.run({ until: 5, dt: 1 / 240 });
    expect(world.energy().total / before).toBeCloseTo(1, 2);
    expect(said(world)).toEqual([]);
  });
});

describe('energy that soft constraints lose at the end of steps', () => {
  /** A particle of 1 kg on a soft rod of a metre, `stretch` longer, to the right of the ground or above it. */
  function softRod(softness: ConstraintSettings, stretch: number, g = 0, integrator = velocityStep()): World<2> {
    const world = quiet({ integrator, forces: [gravity([0, -g])] });
    const p = world.addParticle({ mass: 1, position: [1 + stretch, 0] });
    world.add(new Distance2D({ a: world.ground.point([0, 0]), b: p, length: 1 }, softness));
    return world;
  }

  it.each([
    ['1', velocityStep()],
    ['2, whose steps are of first order there', velocityStep({ order: 2 })],
  ])('is told in steps of order %s', (_, integrator) => {
    const world = softRod({ hertz: 2, dampingRatio: 0 }, 0.2, 0, integrator);
    const before = world.energy().total;
    world.run({ until: 1, dt: 1 / 60 });
    // Implicit Euler divides the energy by 1 + (h ω)² in each step.
    expect(world.energy().total / before).toBeCloseTo((1 + ((2 * Math.PI * 2) / 60) ** 2) ** -60, 6);
    expect(said(world)).toHaveLength(1);
    expect(said(world)[0]).toMatch(/^W_ACCURACY: .* soft.* Take shorter steps, or use rk4/);
  });

  it('is told where it adds up slowly, of a pendulum that a soft rod holds', () => {
    const world = softRod({ hertz: 1, dampingRatio: 0 }, 0, G);
    world.run({ until: 4, dt: 1 / 60 });
    expect(world.energy().total).toBeLessThan(-0.25 * G);
    expect(said(world).join()).toMatch(/have taken \d+ % of the energy of the motion, where constraints .* are soft/);
  });

  it('is not told where dampers are stronger, nor of rods that are all but hard, ropes, or what rests', () => {
    const worlds = [
      softRod({ hertz: 2, dampingRatio: 0.3 }, 0.2),
      softRod({ hertz: 1.5, dampingRatio: 0.4 }, 0, G),
      softRod({ compliance: 1e-6 }, 0, G),
      softRod({ compliance: 1e-4 }, 0, G),
      softRod({ hertz: 3, dampingRatio: 0 }, 0),
    ];
    for (const world of worlds) {
      world.run({ until: 4, dt: 1 / 60 });
      expect(said(world)).toEqual([]);
    }
  });
});

describe.each(STEPPED)('no word with %s', (_, integrator) => {
  it('of motions that steps resolve', () => {
    const world = spinningRod(2, { integrator });
    world.run({ until: 10, dt: 1 / 240 });
    expect(said(world)).toEqual([]);
  });

  it('of a chain at rest, nor one that drag brings to rest', () => {
    const world = quiet({ integrator });
    world.addForce(drag(0.5));
    let above = world.addParticle({ mass: 1, position: [1, 0] });
    world.add(new Distance2D({ a: world.ground.point([0, 0]), b: above, length: 1 }));
    for (let i = 1; i < 4; i++) {
      const below = world.addParticle({ mass: 1, position: [1, -i] });
      world.add(new Distance2D({ a: above, b: below, length: 1 }));
      above = below;
    }
    world.run({ until: 30, dt: 1 / 240 });
    expect(said(world)).toEqual([]);
  });

  it('of a crank whose motor stops and starts again', () => {
    const world = quiet({ integrator });
    const crank = world.addBody({ mass: 1, inertia: 0.1, position: [0.5, 0] });
    world.add(new Coincident2D({ a: crank.point([-0.5, 0]), b: world.ground.point([0, 0]) }));
    const motor = world.add(new Motor({ theta: crank.angle, base: world.ground.scalar(0), speed: 2 }));
    for (let k = 0; k < 2400; k++) {
      motor.params.speed = Math.floor(k / 60) % 2 === 0 ? 2 : 0;
      world.step(1 / 240);
    }
    expect(said(world)).toEqual([]);
  });
});

describe.each<readonly [string, () => Integrator]>([
  ['velocityStep', velocityStep],
  ['velocityStep of order 2', () => velocityStep({ order: 2 })],
  ['rattle', rattle],
])('a hand, %s', (_, integrator) => {
  /** A rod whose end a hand leads to and fro for ten seconds, and aims anew each few steps. */
  function led(every: number, joins: 'stiffly' | 'by a spring', shaken = 0): string[] {
    const world = quiet({ integrator: integrator() });
    const a = world.addParticle({ mass: 1, position: [0, 1] });
    const b = world.addParticle({ mass: 1, position: [2, 1] });
    world.add(new Distance2D({ a, b, length: 2 }));
    const hand = world.handle([0, 1]);
    if (joins === 'stiffly') world.add(new Coincident2D({ a, b: hand }));
    else world.addForce(spring({ a, b: hand, stiffness: 200, damping: 20, restLength: 0.5 }));
    if (shaken > 0) {
      const light = world.addParticle({ mass: 1, position: [2, 2], velocity: [0, 3] });
      world.addForce(spring({ a: light, b, stiffness: shaken, restLength: 1 }));
    }
    for (let n = 0; n < 600; n++) {
      const t = n / 60;
      if (n % every === 0) hand.moveTo([0.5 * Math.sin(2 * t), 0.9 + 0.1 * Math.cos(2 * t)]);
      world.step(1 / 60);
    }
    return said(world);
  }

  it.each([1, 2, 3, 4, 6])(
    'that aims anew in each step or in one of %i is no motion that steps do not resolve',
    (n) => {
      expect(led(n, 'stiffly')).toEqual([]);
      expect(led(n, 'by a spring')).toEqual([]);
    },
  );

  it('hides nothing that swings too fast for the steps', () => {
    expect(led(1, 'stiffly', 800).join()).toMatch(/W_ACCURACY/);
  });
});

describe('no word of contacts', () => {
  it.each(STEPPED)('of a ball that bounces, with %s', (_, integrator) => {
    const world = quiet({ integrator });
    const ball = world.addBody({ mass: 1, inertia: 0.02, position: [0, 1] });
    const shapes = [
      { box: [10, 1], at: [0, -0.5] },
      { body: ball, disc: 0.2, restitution: 0.7 },
    ];
    collide(world, { shapes });
    world.run({ until: 4, dt: 1 / 60 });
    expect(said(world)).toEqual([]);
  });

  inFull('of jointed boxes that fall and come to rest, nor of a stack', () => {
    for (const rate of [60, 240]) {
      const world = quiet({ integrator: velocityStep() });
      const boxes: RigidBody2D[] = [];
      for (let i = 0; i < 6; i++)
        boxes.push(world.addBody({ mass: 1, inertia: 1 / 6, position: [(i % 2) * 1.2, 2 + 1.3 * i], angle: 0.1 * i }));
      const stack = [0, 1, 2].map((i) => world.addBody({ mass: 1, inertia: 1 / 6, position: [10, 0.5 + i] }));
      for (let i = 0; i < 3; i++) {
        const [left, right] = [boxes[2 * i]!, boxes[2 * i + 1]!];
        const [x, y] = right.position;
        const pin = (body: RigidBody2D) => {
          const [dx, dy] = [x - body.position[0], y - body.position[1]];
          const [c, s] = [Math.cos(body.angle.value), Math.sin(body.angle.value)];
          return body.point([c * dx + s * dy, c * dy - s * dx]);
        };
        world.add(new Coincident2D({ a: pin(left), b: right.point([0, 0]) }));
      }
      const shapes = [...boxes, ...stack].map((body) => ({ body, box: [1, 1] as const }));
      collide(world, { shapes: [{ box: [40, 1], at: [0, -0.5] }, ...shapes] });
      world.run({ until: 6, dt: 1 / rate });
      expect(said(world).filter((line) => line.startsWith('W_ACCURACY'))).toEqual([]);
    }
  });
});

describe('says nothing', () => {
  it.each([
    ['rattle', rattle()],
    ['velocityStep', velocityStep()],
    ['velocityStep of order 2', velocityStep({ order: 2 })],
    ['semiImplicitEuler', semiImplicitEuler()],
  ] as const)('of motions that begin from rest as a power of the time: %s', (_, integrator) => {
    for (const law of [
      (t: number) => t - Math.sin(Math.PI * t) / Math.PI,
      (t: number) => t ** 3,
      (t: number) => t ** 4,
      (t: number) => 10 * t ** 3 - 15 * t ** 4 + 6 * t ** 5,
    ])
      for (const rate of [240, 2000]) {
        const world = quiet({ integrator, forces: [] });
        const wheel = world.addBody({ mass: 1, inertia: 0.5, position: [0, 0] });
        world.add(new Coincident2D({ a: wheel.point([0, 0]), b: world.ground.point([0, 0]) }));
        world.add(new AngleLock({ alpha: wheel.angle, beta: world.handle(law), angle: 0 }));
        world.run({ until: 1, dt: 1 / rate });
        expect(wheel.angle.value).toBeCloseTo(law(1), 2);
        expect(said(world)).toEqual([]);
      }
  });

  it.each([velocityStep({ order: 2 }), rk4(), rattle()])(
    'of an arm that a servo leads to its place: %#',
    (integrator) => {
      const world = quiet({ integrator });
      const arm = world.addBody({ mass: 1, inertia: 1 / 12, position: [0.5, 0] });
      const { ground } = world;
      world.add(new Coincident2D({ a: arm.point([-0.5, 0]), b: ground.point([0, 0]) }));
      world.add(new Servo({ theta: arm.angle, base: ground.scalar(0), angle: 1, torque: 20 }));
      world.run({ until: 3, dt: 1 / 60 });
      expect(arm.angle.value).toBeCloseTo(1, 3);
      expect(said(world)).toEqual([]);
    },
  );

  it.each([velocityStep(), velocityStep({ order: 2 })])('of what rests on springs', (integrator) => {
    const world = quiet({ integrator });
    const bob = world.addParticle({ mass: 1, position: [0, -1 - 9.81 / 500] });
    world.addForce(spring({ a: world.ground.point([0, 0]), b: bob, stiffness: 500, restLength: 1 }));
    world.run({ until: 6, dt: 1 / 60 });
    expect(said(world)).toEqual([]);
  });

  it('of first order and of bounds in steps of second order without bounds', () => {
    const world = quiet({ integrator: velocityStep({ order: 2 }) });
    const [upper, lower] = [1, 2].map((x) => world.addParticle({ mass: 1, position: [x, 0] })) as [Particle, Particle];
    world.add(new Distance2D({ a: world.ground.point([0, 0]), b: upper, length: 1 }));
    world.add(new Distance2D({ a: upper, b: lower, length: 1 }));
    world.run({ until: 20, dt: 1 / 20 });
    expect(world.warnings.map(({ message }) => message).join(' ')).not.toMatch(/first order|Bounds act/);
  });
});

it('two crates that are pushed apart, and are at rest but for rounding, say nothing of changes of velocity', () => {
  const codes: string[] = [];
  const world = new World({ space: 2, integrator: velocityStep(), onWarning: ({ code }) => codes.push(code) });
  const crates = [0, 1e-12].map((x) => world.addBody({ mass: 1, inertia: 0.1, position: [x, 0] }));
  collide(world, { shapes: crates.map((body) => ({ body, box: [1, 1] })) });
  world.run({ until: 4, dt: 1 / 60 });
  expect(codes).toEqual(['W_ILLEGAL_START']);
});

const { ShakenArm } = compile('ShakenArm', {
  summary: 'An elastic arm whose pivot is led by the time.',
  space: 2,
  coordinates: { r: {}, phi: {} },
  params: { m: {} },
  energy: '10 * (r - 1)^2',
  points: { bob: { at: '[r*sin(phi) + 0.1*sin(2*t), -r*cos(phi)]', mass: 'm' } },
});

describe('bodies whose inertia depends on their coordinates', () => {
  it('say nothing of the work of what the time leads', () => {
    const end = (integrator: Integrator, dt: number): number[] => {
      const world = quiet({ integrator });
      const arm = world.addBody(new ShakenArm({ m: 0.8 }, { r: 1.1, phi: 0.9 }, { r: -0.2, phi: 0.2 }));
      world.run({ until: 1, dt });
      expect(said(world)).toEqual([]);
      return ['r', 'phi'].map((name) => arm.coordinates[name] ?? NaN);
    };
    const [right, shaken] = [end(rk4(), 1e-3), end(velocityStep(), 1e-3)];
    for (const i of [0, 1]) expect(Math.abs(shaken[i]! - right[i]!)).toBeLessThan(2e-3);
  });

  const ARMS = { mass1: 1, mass2: 1, length1: 1, length2: 1 };
  const PARTS = { crank: 0.3, rod: 1, crankInertia: 0.02, rodMass: 0.5, rodInertia: 0.05, pistonMass: 1 };
  it.each(STEPPED)('are told to lose energy by too long steps of %s', (_, integrator) => {
    const world = quiet({ forces: [], integrator });
    world.addBody(new SliderCrank(PARTS, { phi: 0.3 }, { phi: 50 }));
    const before = world.energy().total;
    world.run({ until: 1, dt: 1 / 240 });
    expect(world.energy().total).toBeLessThan(0.5 * before);
    expect(said(world)).toEqual([expect.stringMatching(/^W_ACCURACY: .* where inertia depends on the coordinates/)]);
  });

  it.each(STEPPED)('are not where steps of %s follow them', (_, integrator) => {
    const world = quiet({ integrator });
    world.addBody(new SliderCrank(PARTS, { phi: 0.3 }, { phi: 1 }));
    world.addBody(new DoublePendulum(ARMS, { theta1: 1, theta2: 0.5 }));
    const before = world.energy().total;
    world.run({ until: 5, dt: 1 / 1000 });
    expect(Math.abs(world.energy().total - before)).toBeLessThan(0.2);
    expect(said(world)).toEqual([]);
  });

  it.each(STEPPED)('are not either where potentials and dissipation of their own change it: %s', (_, integrator) => {
    const spec = {
      summary: 'Swings.',
      space: 2,
      coordinates: { q: {} },
      points: {},
      kinetic: '(1 + q^2) / 2 * ddt(q)^2',
      energy: '2 * q^2',
    } as const;
    const { Swing } = compile('Swing', spec);
    const { Damped } = compile('Damped', { ...spec, dissipation: '0.3 * ddt(q)^2' });
    for (const body of [new Swing({}, { q: 0.7 }), new Damped({}, { q: 0.7 })]) {
      const world = quiet({ forces: [], integrator });
      world.addBody(body);
      world.run({ until: 3, dt: 1 / 240 });
      expect(said(world)).toEqual([]);
    }
  });
});

it.each([['rk4', rk4()] as const, ['rattle', rattle()] as const, ...STEPPED])(
  'is not told that the joint of a heavy wheel gives what its limited motor does: %s',
  (_, integrator) => {
    const world = quiet({ integrator });
    const wheel = world.addBody({ mass: 10, inertia: 1, position: [0, 0] });
    world.add(new Coincident2D({ a: world.ground.point([0, 0]), b: wheel.point([0, 0]) }));
    world.add(new LimitedMotor({ theta: wheel.angle, base: world.ground.scalar(0), speed: 20, torque: 14 }));
    world.run({ until: 0.5, dt: 1 / 240 });
    expect(wheel.angularVelocity).toBeCloseTo(7, 9);
    expect(said(world)).toEqual([]);
  },
);

it('names springs, not joints, where crates on a stiff one swing', () => {
  const world = quiet({ forces: [], integrator: velocityStep() });
  const [a, b] = [-2, 0].map((x) => world.addBody({ mass: 1, inertia: 1 / 6, position: [x, 0] })) as [
    RigidBody2D,
    RigidBody2D,
  ];
  const shapes = [a, b].map((body) => ({ body, box: [1, 1] }) as const);
  collide(world, { shapes });
  world.addForce(spring({ a: a.point([0, 0]), b: b.point([0, 0]), stiffness: 10_000, restLength: 1.9 }));
  world.run({ until: 0.5, dt: 1 / 60 });
  expect(said(world)).toEqual([expect.stringMatching(/where springs swing, .*of first order\. Take shorter steps\.$/)]);
});
