import { Rope2D } from 'holonomic/library';
import { describe, expect, it } from 'vitest';
import {
  collide,
  gravity,
  rattle,
  rk4,
  semiImplicitEuler,
  velocityStep,
  World,
  type Force,
  type Integrator,
  type PlanarShapeOptions,
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
