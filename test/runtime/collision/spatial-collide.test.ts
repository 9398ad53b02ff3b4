import { describe, expect, it } from 'vitest';
import type * as library from '../../../generated/index.js';
import { collide, dormandPrince, gravity, velocityStep, World, type RigidBody3D } from '../../../runtime/index.js';

/** Classes that take the place of shapes where an integrator stops at events. */
const NAMED = ['PointPlaneContact', 'SpherePlaneContact', 'SphereSphereContact'] satisfies (keyof typeof library)[];
const h = 1 / 240;
const FLOOR = { plane: [0, 0, 1] };

const worldOf = (): World => new World({ space: 3, forces: [gravity([0, 0, -9.81])], integrator: velocityStep() });
const boxAt = (world: World, position: readonly number[]): RigidBody3D =>
  world.addBody({ mass: 1, inertia: [1 / 6, 1 / 6, 1 / 6], position });

describe('rows in space', () => {
  it('go on from a snapshot to the last bit', () => {
    const build = (): World => {
      const world = worldOf();
      const boxes = [0, 1, 2].map((i) => boxAt(world, [0.3 * i, 0.1 * i, 0.6 + 1.1 * i]));
      collide(world, { shapes: [FLOOR, ...boxes.map((body) => ({ body, box: [1, 1, 1] }))], friction: 0.4 });
      return world;
    };
    const world = build();
    world.run({ until: 0.3, dt: h });
    const other = build();
    other.restore(JSON.parse(JSON.stringify(world)) as ReturnType<World['toJSON']>);
    for (const one of [world, other]) one.run({ until: 0.6, dt: h });
    expect(JSON.stringify(other)).toBe(JSON.stringify(world));
  });

  it('start from the multipliers of the step before: a resting stack is not factorized again', () => {
    const world = worldOf();
    const boxes = [0, 1, 2].map((i) => boxAt(world, [0, 0, 0.5 + i]));
    collide(world, { shapes: [FLOOR, ...boxes.map((body) => ({ body, box: [1, 1, 1] }))] });
    world.step(h);
    const { factorizations } = world.stats;
    world.run({ until: 10 * h, dt: h });
    expect(world.stats.factorizations - factorizations).toBeLessThanOrEqual(3);
  });

  it('are those of bodies near a plane, whatever its normal', () => {
    for (const plane of [
      [0, 0, 1],
      [0.6, 0, 0.8],
    ]) {
      const world = worldOf();
      const near = boxAt(world, [0, 0, 0.9]);
      const far = boxAt(world, [3, 0, 3]);
      const collisions = collide(world, {
        shapes: [
          { plane },
          { plane: [0, -1, 0], at: [0, 50, 0] },
          ...[near, far].map((body) => ({ body, box: [1, 1, 1] })),
        ],
      });
      world.step(h);
      expect(collisions.pairs).toBe(plane[0] === 0 ? 0 : 1);
    }
  });
});

describe('mistakes in space', () => {
  const world = worldOf();
  const body = boxAt(world, [0, 0, 0]);
  it.each([
    [{ body, disc: 1 }, /no 'disc'/],
    [{ body, box: [1, 1] }, /2 component/],
    [{ body, box: [1, 1, 0] }, /side of shape 0 must be positive/],
    [{ body, sphere: -1 }, /radius of shape 0/],
    [{ body, plane: [0, 0, 1] }, /a plane that a body carries/],
    [{ plane: [0, 0, 0] }, /length of the normal of shape 0/],
    [{ body, hull: [0, 1, 2, 3].map((x) => [x, x * x, 0]) }, /lie in a plane/],
    [{ body, sphere: 1, orientation: [0, 0, 0, 0] }, /quaternion of length zero/],
  ])('number %# are reported', (shape, message) => {
    expect(() => collide(world, { shapes: [shape as never] })).toThrow(message);
  });

  it('of integrators that choose their steps are reported', () => {
    const attempt = (): unknown => collide(new World({ space: 3, integrator: dormandPrince() }), { shapes: [] });
    for (const name of NAMED) expect(attempt).toThrow(new RegExp(`\\b${name}\\b`));
  });
});

it('immovable bodies have no rows with each other', () => {
  const world = worldOf();
  const inertia = [Infinity, Infinity, Infinity];
  const bodies = [0, 0.5].map((x) => world.addBody({ mass: Infinity, inertia, position: [x, 0, 0] }));
  const collisions = collide(world, { shapes: [...bodies.map((body) => ({ body, box: [1, 1, 1] })), FLOOR] });
  world.step(h);
  expect(collisions.pairs).toBe(0);
  expect(world.warnings).toEqual([]);
});

it.each([
  ['a sphere in the middle', { sphere: 0.5 }, [0, 0, 0], [1, 0, 0, 0], 0.8],
  ['a sphere beside the middle', { sphere: 0.5 }, [0.1, 0, 0], [1, 0, 0, 0], 0.8],
  ['a sphere at the end', { sphere: 0.5 }, [0.49, 0, 0], [1, 0, 0, 0], 0.8],
  ['a capsule along it', { capsule: [1, 0.2] }, [0, 0, 0], [1, 0, 0, 0], 0.5],
  ['a capsule across it', { capsule: [1, 0.2] }, [0.1, 0, 0], [Math.SQRT1_2, 0, Math.SQRT1_2, 0], 0.5],
])('a capsule and %s part sideways where their axes meet', (_, shape, position, orientation, apart) => {
  const world = new World({ space: 3, integrator: velocityStep(), onWarning: () => undefined });
  const inertia = [0.1, 0.1, 0.1];
  const pill = world.addBody({ mass: 1, inertia, position: [0, 0, 0] });
  const other = world.addBody({ mass: 1, inertia, position, orientation });
  const shapes = [
    { body: pill, capsule: [1, 0.3] },
    { body: other, ...shape },
  ];
  collide(world, { shapes });
  world.step(1 / 60);
  const ways = [1, 2].map((c) => Math.abs(other.position[c]! - pill.position[c]!));
  expect(Math.hypot(...ways)).toBeGreaterThan(0.05 * apart);
  expect(other.position[0] - pill.position[0]).toBeCloseTo(position[0]!, 1);
  world.run({ until: 4, dt: 1 / 60 });
  expect(world.residual().position).toBeLessThan(1e-6);
});
