import { PointOnLine2D } from 'holonomic/library';
import { describe, expect, it } from 'vitest';
import { collide, gravity, rk4, velocityStep, World, type Integrator } from '../../../runtime/index.js';
import { thrown } from '../fixtures/thrown.js';

const G = 10;
const INTEGRATORS: readonly (readonly [string, () => Integrator])[] = [
  ['velocityStep', velocityStep],
  ['velocityStep of order 2', () => velocityStep({ order: 2 })],
  ['rk4', rk4],
];

interface Lane {
  readonly space: 2 | 3;
  readonly speed: number;
  readonly friction: number;
  /** Slope of the belt, rad. */
  readonly slope?: number;
  readonly dt?: number;
  readonly integrator?: Integrator;
}

/** A crate of 2 kg at rest on a belt along x; in space the belt runs across a box of the ground as well. */
function lane({ space, speed, friction, slope = 0, dt = 1 / 240, integrator = velocityStep() }: Lane) {
  const said: string[] = [];
  const world: World = new World({
    space,
    // The axes lie along the slope.
    forces: [gravity([-G * Math.sin(slope), ...(space === 3 ? [0] : []), -G * Math.cos(slope)])],
    integrator,
    onWarning: ({ code }) => said.push(code),
  });
  const side = 0.4;
  const inertia = (2 * side ** 2) / 6;
  const position = [0, ...(space === 3 ? [0] : []), side / 2];
  const crate =
    world.space === 2
      ? world.addBody({ mass: 2, inertia, position })
      : world.addBody({ mass: 2, inertia: [inertia, inertia, inertia], position });
  const flat = (x: number, y: number, z: number): number[] => (space === 2 ? [x, z] : [x, y, z]);
  const collisions = collide(world, {
    shapes: [
      { box: flat(100, 4, 1), at: flat(0, 0, -0.5), surfaceVelocity: flat(speed, 0, 0) },
      { body: crate, box: flat(side, side, side) } as never,
    ],
    friction,
  });
  const run = (until: number, onStep?: () => void) => {
    world.run({ until, dt, ...(onStep ? { onStep } : {}) });
  };
  return { crate, collisions, run, said };
}

describe.each(INTEGRATORS)('a crate on a belt, %s', (_, make) => {
  it.each([2, 3] as const)('slips for v / μ g, and is then carried, in %i dimensions', (space) => {
    const [speed, mu, dt] = [2, 0.4, 1 / 240];
    const slips = speed / (mu * G);
    const { crate, collisions, run, said } = lane({ space, speed, friction: mu, dt, integrator: make() });
    run(slips / 2);
    expect(crate.velocity[0]).toBeCloseTo(speed / 2, 9);
    expect(collisions.contacts.every(({ sticks }) => !sticks)).toBe(true);
    // From the ground up to the crate: its surface is slower.
    expect(collisions.contacts[0]!.slip[0]).toBeCloseTo(-speed / 2, 9);
    run(slips + 1);
    expect(crate.velocity[0]).toBeCloseTo(speed, 9);
    expect(Math.abs(crate.position[0] - speed * (slips / 2 + 1))).toBeLessThan(speed * dt);
    expect(crate.position.at(-1)).toBeCloseTo(0.2, 6);
    expect(collisions.contacts.every(({ sticks }) => sticks)).toBe(true);
    expect(collisions.contacts[0]!.slip[0]).toBeCloseTo(0, 9);
    expect(said).toEqual([]);
  });

  it('is pushed with twice the work that it gains: half of it is heat', () => {
    const [speed, mu, dt] = [2, 0.4, 1 / 240];
    const { crate, collisions, run } = lane({ space: 2, speed, friction: mu, dt, integrator: make() });
    let [work, heat] = [0, 0];
    run(1, () => {
      for (const { impulse, slip } of collisions.contacts) {
        work += impulse[0] * speed;
        heat -= impulse[0] * slip[0];
      }
    });
    const gained = (crate.mass * speed ** 2) / 2;
    expect(work).toBeCloseTo(2 * gained, 9);
    // The slip is that at the ends of steps.
    expect(Math.abs(heat - gained)).toBeLessThan(gained * ((mu * G * dt) / speed) * 1.01);
  });
});

it('carries a crate uphill, or lets it slide down, as friction does on a slope', () => {
  const [speed, slope] = [1, 0.3];
  const held = lane({ space: 2, speed, friction: 0.6, slope });
  held.run(1);
  held.run(3);
  expect(held.crate.velocity[0]).toBeCloseTo(speed, 9);
  const slides = lane({ space: 2, speed, friction: 0.2, slope });
  slides.run(1);
  expect(slides.crate.velocity[0]).toBeCloseTo(-G * (Math.sin(slope) - 0.2 * Math.cos(slope)), 9);
});

it('turns with the body that has it, and pushes that back', () => {
  const world = new World({ space: 3, forces: [gravity([0, 0, -G])], integrator: velocityStep() });
  const turned = Math.SQRT1_2;
  const sled = world.addBody({
    mass: 6,
    inertia: [1, 1, 1],
    position: [0, 0, 0.1],
    orientation: [turned, 0, 0, turned],
  });
  const crate = world.addBody({ mass: 2, inertia: [0.05, 0.05, 0.05], position: [0, 0, 0.4] });
  collide(world, {
    shapes: [
      { plane: [0, 0, 1], friction: 0 },
      { body: sled, box: [8, 8, 0.2], surfaceVelocity: [2, 0, 0] },
      { body: crate, box: [0.4, 0.4, 0.4] },
    ],
  });
  world.run({ until: 1, dt: 1 / 240 });
  // Its x-axis points along y: momentum 0, and 2 m/s between the two.
  expect(crate.velocity[1]).toBeCloseTo(2 * (6 / 8), 6);
  expect(sled.velocity[1]).toBeCloseTo(-2 * (2 / 8), 6);
  expect(crate.velocity[0]).toBeCloseTo(0, 6);
});

it('spins a wheel that is held', () => {
  const world = new World({ space: 2, forces: [gravity([0, -G])], integrator: velocityStep() });
  const [mass, radius, mu, speed] = [1, 0.25, 0.5, 3];
  const wheel = world.addBody({ mass, inertia: (mass * radius ** 2) / 2, position: [0, radius] });
  // A slot holds it against the belt's pull, and leaves its weight to the belt.
  const { ground } = world;
  world.add(
    new PointOnLine2D({ p: wheel.point([0, 0]), origin: ground.point([0, 0]), normal: ground.direction([1, 0]) }),
  );
  collide(world, {
    shapes: [
      { box: [10, 1], at: [0, -0.5], surfaceVelocity: [speed, 0] },
      { body: wheel, disc: radius },
    ],
    friction: mu,
  });
  world.run({ until: 2, dt: 1 / 240 });
  expect(wheel.angularVelocity).toBeCloseTo(speed / radius, 3);
});

it('is a vector of the space', () => {
  const world = new World({ space: 2, integrator: velocityStep() });
  expect(thrown(() => collide(world, { shapes: [{ disc: 1, surfaceVelocity: 2 as never }] }))).toMatchObject({
    message: expect.stringContaining('The surface velocity of shape 0') as string,
  });
});

it.each([2, 3] as const)('in %iD, a slow belt carries on what might sleep elsewhere', (space) => {
  const up = space === 2 ? [0, 1] : [0, 0, 1];
  const world: World = new World({ space, forces: [gravity(up.map((x) => -G * x))], integrator: velocityStep() });
  const inertia = space === 2 ? 1 / 6 : [1 / 6, 1 / 6, 1 / 6];
  const position = up.map((x) => x / 2);
  const crate =
    typeof inertia === 'number'
      ? world.addBody({ mass: 1, inertia, position })
      : world.addBody({ mass: 1, inertia, position });
  const size = (width: number): number[] => up.map((x) => (x === 1 ? 1 : width));
  const collisions = collide(world, {
    shapes: [
      { box: size(10), at: up.map((x) => -x / 2), surfaceVelocity: up.map((_, k) => (k === 0 ? 0.02 : 0)) },
      { body: crate, box: size(1) },
    ] as never,
    sleep: true,
  });
  world.run({ until: 5, dt: 1 / 60 });
  expect(collisions.sleeping).toHaveLength(0);
  expect(crate.position[0]).toBeCloseTo(0.1, 3);
});
