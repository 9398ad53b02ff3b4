import { describe, expect, it } from 'vitest';
import {
  collide,
  gravity,
  rk4,
  velocityStep,
  World,
  type CollideOptions,
  type Integrator,
  type RigidBody2D,
  type RigidBody3D,
} from '../../../runtime/index.js';
import { Distance2D } from '../../../generated/index.js';
import { someOf } from '../../support/scope.js';

type Shape = Record<string, unknown>;
type Body = RigidBody2D | RigidBody3D;

const h = 1 / 60;
/** All shapes lie within this distance of their centres, and reach as far as that along x and y. */
const SIZE = 0.1;
const CLEARANCE = 0.005;

/** Shapes of size {@link SIZE}, along x. */
const SHAPES: Readonly<Record<2 | 3, Readonly<Record<string, Shape>>>> = {
  2: {
    disc: { disc: SIZE },
    box: { box: [2 * SIZE, 2 * SIZE] },
    'rounded box': { box: [SIZE, SIZE], rounding: SIZE / 2 },
    capsule: { capsule: [SIZE, SIZE / 2], angle: Math.PI / 2 },
    polygon: { polygon: [[-SIZE, -SIZE], [SIZE, 0], [0, SIZE]] }, // prettier-ignore
  },
  3: {
    sphere: { sphere: SIZE },
    box: { box: [2 * SIZE, 2 * SIZE, 2 * SIZE] },
    capsule: { capsule: [SIZE, SIZE / 2], orientation: [Math.SQRT1_2, 0, 0, Math.SQRT1_2] },
    hull: { hull: [[-SIZE, -SIZE, -SIZE], [SIZE, 0, SIZE], [0, SIZE, 0], [-SIZE, SIZE, SIZE]] }, // prettier-ignore
  },
};
const PAIRS = ([2, 3] as const).flatMap((space) =>
  Object.keys(SHAPES[space]).flatMap((one) => Object.keys(SHAPES[space]).map((other) => [space, one, other] as const)),
);

const padded = (space: number, ...x: number[]): number[] => [...x, 0, 0].slice(0, space);

function bodyOf(world: World, space: 2 | 3, position: number[], velocity: number[], spin = 0): Body {
  const start = { mass: 1, position, velocity };
  return space === 2
    ? world.addBody({ ...start, inertia: 0.005, angularVelocity: spin })
    : (world as unknown as World<3>).addBody({
        ...start,
        inertia: [0.005, 0.005, 0.005],
        angularVelocity: [0, 0, spin],
      });
}

const touch = (world: World, shapes: readonly Shape[], rest: Partial<CollideOptions> = {}) =>
  collide(world, { shapes: shapes as unknown as CollideOptions['shapes'], ...rest });

const motionOf = ({ velocity, angularVelocity }: Body): number[] => [
  ...velocity,
  ...(typeof angularVelocity === 'number' ? [angularVelocity] : angularVelocity),
];

const worldOf = (space: number, integrator: Integrator = velocityStep(), forces = [] as never[]): World =>
  new World({ space: space as 2, integrator, forces, onWarning: () => undefined });

describe('shapes that pass each other at 5 mm keep their velocities', () => {
  const integrators: Record<string, () => Integrator> = { velocityStep, rk4 };
  it.each(someOf(PAIRS, 12))('in %i dimensions: %s and %s', (space, one, other) => {
    for (const integrator of Object.values(integrators)) {
      for (const radii of [0.1, 0.5, 1, 2, 5]) {
        // The phase of steps along the way.
        for (const phase of [0, 0.3, 0.6]) {
          const speed = (radii * SIZE) / h;
          const world = worldOf(space, integrator());
          const start = -4 * SIZE - (phase + 1) * radii * SIZE;
          const moving = bodyOf(world, space, padded(space, start, 2 * SIZE + CLEARANCE), padded(space, speed));
          const still = bodyOf(world, space, padded(space, 0, 0), padded(space, 0));
          touch(world, [
            { body: moving, ...SHAPES[space][one] },
            { body: still, ...SHAPES[space][other] },
          ]);
          while (moving.position[0] < 4 * SIZE) world.step(h);
          expect(motionOf(moving)).toEqual(padded(motionOf(moving).length, speed).concat(space === 3 ? [0, 0, 0] : []));
          expect(motionOf(still).every((x) => x === 0)).toBe(true);
        }
      }
    }
  });
});

/** Shapes that do not turn where they hit a wall. */
const ROUND = new Set(['disc', 'sphere']);

/** A wall of 1 mm across x, and as high and wide as 1 m. */
const WALL = { 2: { polygon: [[0, -0.5], [0, 0.5]], rounding: 0.0005 }, 3: { box: [0.001, 1, 1] } } as const; // prettier-ignore

describe('shapes that meet', () => {
  it.each(([2, 3] as const).flatMap((space) => Object.keys(SHAPES[space]).map((shape) => [space, shape] as const)))(
    'do not pass each other, however fast: in %i dimensions, %s and a wall of 1 mm',
    (space, shape) => {
      for (const integrator of [velocityStep(), rk4()])
        for (const speed of [10, 70, 300, 1500, 5000])
          for (const restitution of [0, 0.5]) {
            const world = worldOf(space, integrator);
            const bullet = bodyOf(world, space, padded(space, -7.3), padded(space, speed));
            const wall = { at: padded(space, 0), ...WALL[space] };
            touch(world, [wall, { body: bullet, ...SHAPES[space][shape] }], { restitution, friction: 0 });
            for (let n = 0; n < 10 || (n < 60 && bullet.velocity[0] > 0); n++) world.step(h);
            // The centre of a hull may lie outside it.
            expect(bullet.position[0]).toBeLessThan(ROUND.has(shape) ? 0 : SIZE);
            if (restitution > 0) expect(bullet.velocity[0]).toBeLessThan(0);
            else if (ROUND.has(shape)) expect(Math.abs(bullet.velocity[0])).toBeLessThan(1e-9 * speed);
          }
    },
  );

  it('push where they overlap by 5 mm on their way, along the normal at which they meet', () => {
    for (const radii of [0.5, 1, 2, 5]) {
      const speed = (radii * SIZE) / h;
      const world = worldOf(2);
      const disc = bodyOf(world, 2, [-4 * SIZE, 2 * SIZE - CLEARANCE], [speed, 0]);
      const other = bodyOf(world, 2, [0, 0], [0, 0]);
      touch(world, [{ body: disc, disc: SIZE }, { body: other, disc: SIZE }], { restitution: 1, friction: 0 }); // prettier-ignore
      while (disc.position[0] < 4 * SIZE) world.step(h);
      // A disc of the same mass takes away the velocity along the line of centres where they touch.
      const sin = (2 * SIZE - CLEARANCE) / (2 * SIZE);
      const normal = speed * Math.sqrt(1 - sin ** 2);
      expect(other.velocity[0]).toBeCloseTo(normal * Math.sqrt(1 - sin ** 2), 4);
      expect(other.velocity[1]).toBeCloseTo(-normal * sin, 4);
      for (const { angularVelocity } of [disc, other]) expect(Math.abs(angularVelocity as number)).toBeLessThan(1e-20);
    }
  });

  it('meet where constraints, forces and other impacts lead them', () => {
    for (const integrator of [velocityStep(), rk4()]) {
      // A bob on a rod, whose velocity leads past the wall that its circle meets.
      const swinging = worldOf(2, integrator);
      const bob = bodyOf(swinging, 2, [0, -1], [30, 0]);
      swinging.add(new Distance2D({ a: bob.point([0, 0]), b: swinging.ground.point([0, 0]), length: 1 }));
      const shelf = { box: [9, 0.001], at: [4.8, -0.8] };
      touch(swinging, [shelf, { body: bob, disc: 0.02 }], { friction: 0 });
      for (let n = 0; n < 8; n++) {
        swinging.step(h);
        expect(bob.position[1]).toBeLessThan(-0.8);
      }

      // A puck that would pass over the edge of a plate, but for its weight.
      const drawn = worldOf(2, integrator, [gravity([0, -3600])] as never[]);
      const puck = drawn.addBody({ mass: 1, inertia: 1, position: [-0.11, SIZE + CLEARANCE], velocity: [60, 0] });
      touch(
        drawn,
        [
          { box: [9, 0.001], at: [4.5, -0.0005] },
          { body: puck, disc: SIZE },
        ],
        { friction: 0 },
      );
      drawn.step(h);
      expect(puck.position[0] < 0 || puck.position[1] > 0).toBe(true);
    }
  });
});

describe('a seam between two boxes of a floor', () => {
  it.each([2, 3] as const)('does not stop what slides or rolls over it in %i dimensions', (space) => {
    const up = space - 1;
    for (const speed of [0.5, 1, 3, 7.3])
      for (const shape of [
        { box: padded(space, 1, 1).map((x) => x || 1) },
        space === 2 ? { disc: 0.5 } : { sphere: 0.5 },
      ]) {
        const world = worldOf(space, velocityStep(), [gravity(at(space, 0, -9.81))] as never[]);
        const body = bodyOf(world, space, at(space, -0.7, 0.5), padded(space, speed));
        const floor = [-2, 2].map((x) => ({ box: at(space, 4, 1).map((y) => y || 4), at: at(space, x, -0.5) }));
        touch(world, [...floor, { body, ...shape }], { friction: 0 });
        while (body.position[0] < 1) world.step(h);
        expect(body.velocity[0]).toBeCloseTo(speed, 6);
        expect(body.position[up]).toBeCloseTo(0.5, 8);
      }
  });

  it('does not stop bodies of revolution that roll over it', () => {
    const q = Math.SQRT1_2;
    const lying = { orientation: [q, 0, 0, q] };
    const wheel = { cylinder: [0.1, 0.3], ...lying };
    const rollers = {
      cylinder: [{ cylinder: [0.4, 0.3], ...lying }],
      capsule: [{ capsule: [0.4, 0.3], ...lying }],
      ellipsoid: [{ ellipsoid: [0.3, 0.4, 0.3] }],
      axle: [
        { ...wheel, at: [0, 0.5, 0] },
        { ...wheel, at: [0, -0.5, 0] },
      ],
    };
    for (const [name, shapes] of Object.entries(rollers))
      for (const speed of [0.5, 5, 30]) {
        const world = worldOf(3, velocityStep(), [gravity([0, 0, -9.81])] as never[]);
        const motion = { velocity: [speed, 0, 0], angularVelocity: [0, speed / 0.3, 0] };
        const body = world.addBody({ mass: 1, inertia: [0.05, 0.045, 0.05], position: [-0.7, 0, 0.3], ...motion });
        const floor = [-4, -2, 0, 2, 4].map((x) => ({ box: [2, 4, 1], at: [x - 0.05, 0, -0.5] }));
        touch(world, [...floor, ...shapes.map((shape) => ({ body, ...shape }))], { friction: 0.5 });
        while (body.position[0] < 1.5) world.step(h);
        expect([name, Math.abs(body.velocity[0] - speed) < 1e-6]).toEqual([name, true]);
        expect(Math.abs(body.position[2] - 0.3)).toBeLessThan(1e-7);
      }
  });

  /** Along x, and upwards. */
  function at(space: number, x: number, up: number): number[] {
    return space === 2 ? [x, up] : [x, 0, up];
  }
});
