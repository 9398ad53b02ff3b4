import { Distance2D, Rope2D, SpinBrake } from 'holonomic/library';
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
  xpbd,
  type Force,
  type Integrator,
  type Particle,
  type PlanarShapeOptions,
  type PointConnector,
  type RigidBody2D,
} from '../../../runtime/index.js';
import { throwBodies } from '../standing/colliding-worlds.js';

const STEPPED: readonly (readonly [string, () => Integrator])[] = [
  ['rk4', rk4],
  ['velocityStep', velocityStep],
  ['velocityStep of order 2', () => velocityStep({ order: 2 })],
  ['semiImplicitEuler', semiImplicitEuler],
  ['rattle', rattle],
];

const FLOOR = { box: [40, 1], at: [0, -0.5] } as const;
const isOfMeetings = (message: string): boolean =>
  /have added \S+ % to the energy .* where inequalities act/.test(message);

/** A crate on a floor, and what is said of energy from nowhere within a second. */
function said(
  integrator: Integrator,
  build: (world: World<2>, crate: RigidBody2D) => void,
  floor: PlanarShapeOptions = FLOOR,
  height = 0.5,
): string[] {
  const world = new World({ space: 2, integrator, forces: [gravity([0, -10])], onWarning: () => undefined });
  const crate = world.addBody({ mass: 2, inertia: 1 / 3, position: [0, height] });
  collide(world, { shapes: [floor, { body: crate, box: [1, 1] }], friction: 0.4, restitution: 0.5 });
  build(world, crate);
  for (let n = 0; n < 60; n++) world.step(1 / 60);
  return world.warnings.map(({ message }) => message).filter(isOfMeetings);
}

describe.each(STEPPED)('energy from nowhere where bodies meet, %s', (_, integrator) => {
  /** Pushes a crate along the floor. */
  const push = (crate: RigidBody2D, energy?: () => number): Force => ({
    apply: () => {
      crate.point([0, 0]).applyForce([20, 0]);
    },
    ...(energy && { energy }),
  });

  it('is told once, of a force that pushes and says that it has no energy to give', () => {
    const messages = said(integrator(), (world, crate) => {
      const force = push(crate, () => 0);
      world.addForce(force);
    });
    expect(messages).toHaveLength(1);
    expect(messages[0]).toMatch(/Take shorter steps\.$/);
  });

  it('is not told of one that says what it gives, nor of one that says nothing', () => {
    expect(said(integrator(), (world, crate) => world.addForce(push(crate, () => -20 * crate.position[0])))).toEqual(
      [],
    );
    expect(said(integrator(), (world, crate) => world.addForce(push(crate)))).toEqual([]);
  });

  it('is not told of a belt, which gives energy', () => {
    expect(said(integrator(), () => undefined, { ...FLOOR, surfaceVelocity: [3, 0] })).toEqual([]);
  });

  it('is not told of a lift of infinite mass that is set in motion', () => {
    const world = new World({
      space: 2,
      integrator: integrator(),
      forces: [gravity([0, -10])],
      onWarning: () => undefined,
    });
    const lift = world.addBody({ mass: Infinity, inertia: Infinity, position: [0, 0] });
    const crate = world.addBody({ mass: 2, inertia: 1 / 3, position: [0.2, 0.6] });
    collide(world, {
      shapes: [
        { body: lift, box: [3, 0.2] },
        { body: crate, box: [1, 1] },
      ],
    });
    for (let n = 0; n < 60; n++) {
      if (n % 20 === 10) lift.velocity = [0, 1 + n / 10];
      world.step(1 / 60);
    }
    expect(world.warnings.map(({ message }) => message).filter(isOfMeetings)).toEqual([]);
    expect(crate.position[1] - lift.position[1]).toBeCloseTo(0.6, 8);
  });

  it('is not told of a handle that pulls by a rope', () => {
    const messages = said(integrator(), (world, crate) => {
      const hand = world.handle((t) => [2 + 2 * t, 0.5]);
      world.add(new Rope2D({ a: crate.point([0, 0]), b: hand, length: 2 }));
    });
    expect(messages).toEqual([]);
  });

  it('is not told of a crate that is at rest, falls, or is pushed out of the floor', () => {
    for (const height of [0.5, 2, 0.45]) expect(said(integrator(), () => undefined, FLOOR, height)).toEqual([]);
  });
});

it('is told of bodies that meet while they turn by radians in a step', () => {
  const recipe = { seed: 771_849, space: 3, bodies: 8, speed: 30, spin: 0, spread: 0, mu: 0, e: 1, place: 'bin', joint: 'rope', integrator: 'rk4', rate: 60 } as const; // prettier-ignore
  const { codes, gain, turn } = throwBodies(recipe);
  expect(turn).toBeGreaterThan(1);
  expect(gain > 0.02 ? codes : ['W_ACCURACY']).toContain('W_ACCURACY');
});

describe('the energy that a step ends with is that of the next beginning', () => {
  /** A crate at rest on a floor, and the evaluations of the energy of a steady force. */
  function rest(): { world: World<2>; crate: RigidBody2D; evaluations: () => number } {
    let count = 0;
    const weight = gravity([0, -10]);
    const counted: Force = { ...weight, energy: (world) => (count++, weight.energy!(world)) };
    const world = new World({ space: 2, integrator: velocityStep(), forces: [counted], onWarning: () => undefined });
    const crate = world.addBody({ mass: 2, inertia: 1 / 3, position: [0, 0.5] });
    collide(world, { shapes: [FLOOR, { body: crate, box: [1, 1] }] });
    for (let n = 0; n < 40; n++) world.step(1 / 60);
    return { world, crate, evaluations: () => count };
  }

  it('so that it is found once a step', () => {
    const { world, evaluations } = rest();
    const before = evaluations();
    for (let n = 0; n < 100; n++) world.step(1 / 60);
    // Two looks of sixteen steps measure it for themselves.
    expect(evaluations() - before).toBeLessThan(115);
    expect(evaluations() - before).toBeGreaterThanOrEqual(100);
  });

  it('unless the user has changed anything', () => {
    const changes: ((world: World<2>, crate: RigidBody2D) => void)[] = [
      (_, crate) => (crate.position = [0, 3]),
      (_, crate) => (crate.velocity = [2, 0]),
      (world, crate) => {
        crate.velocity = [2, 0];
        world.step(1 / 60);
        crate.mass = 4;
        crate.inertia = 2 / 3;
      },
      (world) => world.addForce(gravity([0, -90])),
    ];
    for (const change of changes) {
      const { world, crate } = rest();
      change(world, crate);
      for (let n = 0; n < 20; n++) world.step(1 / 60);
      expect(world.warnings.map(({ message }) => message).filter(isOfMeetings)).toEqual([]);
    }
  });
});

it.each([
  [
    'retakes steps',
    { seed: 875_569, space: 2, bodies: 2, spin: 100, spread: 0, mu: 0.5, e: 0, place: 'bin', rate: 240 },
  ],
  ['swings', { seed: 857_326, space: 3, bodies: 3, spin: 20, spread: 1, mu: 0.5, e: 0, place: 'free', rate: 60 }],
  [
    'retakes steps of many',
    { seed: 109_984, space: 2, bodies: 7, spin: 100, spread: 0, mu: 0, e: 1, place: 'free', rate: 240 },
  ],
] as const)('is told of pinned bodies that turn so far in a step that rattle() %s', (_, drawn) => {
  const { codes, gain } = throwBodies({ ...drawn, speed: 0, joint: 'pin', integrator: 'rattle' });
  expect(gain).toBeGreaterThan(0.1);
  expect(codes).toContain('W_ACCURACY');
});

it('is told of pinned bodies whose energy rattle() swings by less than a twentieth', () => {
  const drawn = { seed: 843_744, space: 3, bodies: 5, speed: 0, spin: 5, spread: 0, mu: 0, e: 0, place: 'free', joint: 'pin', integrator: 'rattle' } as const; // prettier-ignore
  const [coarse, fine] = [throwBodies({ ...drawn, rate: 60 }), throwBodies({ ...drawn, rate: 240 })];
  expect(coarse.gain).toBeGreaterThan(0.04);
  expect(coarse.codes).toEqual(['W_ACCURACY']);
  expect(fine.gain).toBeLessThan(0.002);
  expect(fine.codes).toEqual([]);
});

it.each([
  // The energy of three masses on rods that fall from nearly upright falls by a tenth and comes back.
  ['rattle', rattle, 3, 1, 3],
  // A pendulum of 0.1 m gains 7 % in ten seconds, without a force to pay for it.
  ['velocityStep of order 2', () => velocityStep({ order: 2 }), 1, 0.1, Math.PI / 2],
] as const)('is told of pendulums that swing too fast for the steps of %s', (_, method, count, length, angle) => {
  const messages = (rate: number): string[] => {
    const world = new World<2>({
      space: 2,
      integrator: method(),
      forces: [gravity([0, -9.81])],
      onWarning: () => undefined,
    });
    let above: PointConnector = world.ground.point([0, 0]);
    for (let i = 1; i <= count; i++) {
      const position = [i * length * Math.sin(angle), -i * length * Math.cos(angle)];
      const bob = world.addParticle({ mass: 1, position });
      world.add(new Distance2D({ a: above, b: bob, length }));
      above = bob;
    }
    world.run({ until: 5, dt: 1 / rate });
    return world.warnings.map(({ message }) => message);
  };
  expect(messages(60)).toEqual([
    expect.stringMatching(/have added \d\.\d % .* on constraints turn .* Take shorter steps/),
  ]);
  expect(messages(480)).toEqual([]);
});

it('is not told of rattle() where steps resolve the motion, nor where a hand, a motor or a dashpot changes the energy', () => {
  const pendulum = (build: (world: World<2>, bob: Particle) => void, rate = 240): string[] => {
    const options = {
      space: 2,
      integrator: rattle(),
      forces: [gravity([0, -10])],
      onWarning: () => undefined,
    } as const;
    const world = new World<2>(options);
    const bob = world.addParticle({ mass: 1, position: [1, 0] });
    const second = world.addParticle({ mass: 1, position: [1.5, 0] });
    world.add(new Distance2D({ a: world.ground.point([0, 0]), b: bob, length: 1 }));
    world.add(new Distance2D({ a: bob, b: second, length: 0.5 }));
    build(world, second);
    for (let n = 0; n < 5 * rate; n++) world.step(1 / rate);
    return world.warnings.map(({ message }) => message);
  };
  expect(pendulum(() => undefined)).toEqual([]);
  expect(pendulum((world) => world.addForce(drag(0.5)))).toEqual([]);
  const pulled = pendulum((world, bob) => {
    const hand = world.handle((t) => [1.5 + Math.sin(2 * t), 0]);
    world.addForce(spring({ a: bob, b: hand, stiffness: 20, damping: 1, restLength: 0.2 }));
  });
  expect(pulled).toEqual([]);
});

it.each([4900, 100])(
  'tells that theta below 1 feeds a spring of %d N/m that swings, and that 1 does not',
  (stiffness) => {
    const told = (theta: number): string[] => {
      const world = new World({ space: 2, integrator: velocityStep({ theta }), onWarning: () => undefined });
      const bob = world.addParticle({ mass: 1, position: [1.1, 0] });
      world.addForce(spring({ a: world.ground.point([0, 0]), b: bob, stiffness, restLength: 1 }));
      world.run({ until: 6, dt: 1 / 240 });
      return world.warnings.map(({ message }) => message).filter((message) => message.includes('have added'));
    };
    expect(told(1 / 2)).toEqual([expect.stringContaining('of the motion, which swings')]);
    expect(told(1)).toEqual([]);
  },
);

it.each([
  [1 / 2, 0.7, false],
  [3 / 4, 0.2, false],
  [1 / 2, -1, true],
])(
  'counts what projections add to a pendulum with theta %d, and not velocities that are set',
  (theta, least, isPushed) => {
    const world = new World({
      space: 2,
      integrator: velocityStep({ theta }),
      projection: true,
      forces: [gravity([0, -9.81])],
      onWarning: () => undefined,
    });
    const bob = world.addParticle({ mass: 1, position: [Math.sin(0.5), -Math.cos(0.5)] });
    world.add(new Distance2D({ a: world.ground.point([0, 0]), b: bob, length: 1 }));
    const before = world.energy().total;
    for (let n = 0; n < (isPushed ? 60 : 600); n++) {
      if (isPushed && n % 10 === 0) bob.velocity = [bob.velocity[0] * (n % 20 === 0 ? 1.5 : 0.5), bob.velocity[1]];
      world.step(isPushed ? 1 / 1000 : 1 / 60);
    }
    expect((world.energy().total - before) / (9.81 * (1 - Math.cos(0.5)))).toBeGreaterThan(least);
    const told = world.warnings.map(({ message }) => message);
    expect(told).toEqual(isPushed ? [] : [expect.stringMatching(/have added \S+ % .* Leave theta out/)]);
  },
);

it.each([
  ['velocityStep', velocityStep],
  ['semiImplicitEuler', semiImplicitEuler],
] as const)(
  'is not told of what falls where steps are taken in parts, since a braked body turns fast: %s',
  (_, method) => {
    const world = new World({
      space: 3,
      integrator: method(),
      forces: [gravity([0, 0, -10])],
      onWarning: () => undefined,
    });
    world.addParticle({ mass: 1000, position: [10, 0, 0] });
    const inertia = [0.01, 0.02, 0.03];
    const a = world.addBody({ mass: 1, inertia, position: [0, 0, 0], angularVelocity: [0, 0, 200] });
    const b = world.addBody({ mass: 1, inertia, position: [1, 0, 0] });
    const [e1, e2] = [a.direction([1, 0, 0]), a.direction([0, 1, 0])];
    const [f1, f2] = [b.direction([1, 0, 0]), b.direction([0, 1, 0])];
    world.add(new SpinBrake({ e1, e2, f1, f2, n: [0, 0, 1], torque: 1e-3 }));
    for (let n = 0; n < 60; n++) world.step(1 / 60);
    expect(world.warnings.map(({ message }) => message).filter(isOfMeetings)).toEqual([]);
  },
);

describe('a particle that falls past a centre', () => {
  const { Pull } = compile('Pull', {
    summary: 'Attracts as one over the distance.',
    space: 2,
    inputs: { a: 'point', b: 'point' },
    V: '-1 / norm(a - b)',
  });
  /** What is said of a fall from a metre away that begins with `speed` at right angles. */
  const fall = (integrator: Integrator, speed: number): { codes: string[]; gain: number } => {
    const world = new World({ space: 2, integrator, onWarning: () => undefined });
    const p = world.addParticle({ mass: 1, position: [1, 0], velocity: [0, speed] });
    world.addForce(new Pull({ a: world.ground.point([0, 0]), b: p }));
    const before = world.energy().total;
    world.run({ until: 2, dt: 1 / 240 });
    return { codes: world.warnings.map(({ code }) => code), gain: world.energy().total - before };
  };

  it.each([...STEPPED, ['xpbd', xpbd] as const])('is told to gain what nothing gives: %s', (_, integrator) => {
    const close = fall(integrator(), 0.05);
    expect(close.gain).toBeGreaterThan(100);
    expect(close.codes).toContain('W_ACCURACY');
    const far = fall(integrator(), 0.7);
    expect(Math.abs(far.gain)).toBeLessThan(0.1);
    expect(far.codes).toEqual([]);
  });
});
