import { describe, expect, it } from 'vitest';
import {
  collide,
  dormandPrince,
  gravity,
  rk4,
  velocityStep,
  World,
  type CollideOptions,
  type RigidBody2D,
  type WorldWarning,
} from '../../../runtime/index.js';
import * as library from '../../../generated/index.js';
import { internalsOf } from '../../../runtime/world/internals.js';

/** Classes that take the place of shapes where an integrator stops at events. */
const NAMED = ['PointLineContact', 'DiscLineContact', 'DiscDiscContact'] satisfies (keyof typeof library)[];
const h = 1 / 240;
const FLOOR = { box: [50, 1], at: [0, -0.5] };

const worldOf = (): World => new World({ space: 2, forces: [gravity([0, -9.81])], integrator: velocityStep() });
const boxAt = (world: World, x: number, y: number): RigidBody2D =>
  world.addBody({ mass: 1, inertia: 1 / 6, position: [x, y] });

/** Two boxes without weight, the second of which runs into the first. */
function running(extra: (a: RigidBody2D, b: RigidBody2D) => Partial<CollideOptions>, group?: string) {
  const world = new World({ space: 2, integrator: velocityStep() });
  const [a, b] = [boxAt(world, 0, 0), boxAt(world, 1, 0)];
  b.velocity[0] = -1;
  const more = group === undefined ? {} : { group };
  const shapes = [a, b].map((body) => ({ body, box: [1, 1], ...more }));
  const collisions = collide(world, { shapes, ...extra(a, b) });
  world.step(h);
  return { collisions, pushes: Math.abs(a.velocity[0] + 0.5) < 1e-12 };
}

describe('what touches', () => {
  it('is all but excluded pairs, groups, and what constraints join', () => {
    expect(running(() => ({})).pushes).toBe(true);
    expect(running((a, b) => ({ exclude: [[b, a]] })).pushes).toBe(false);
    expect(running(() => ({}), 'clothes').pushes).toBe(false);
    for (const joined of [false, true]) {
      const world = new World({ space: 2, integrator: velocityStep() });
      const [a, b] = [boxAt(world, 0, 0), boxAt(world, 1, 0)];
      world.add(new library.Coincident2D({ a: a.point([0.5, 0]), b: b.point([-0.5, 0]) }));
      const collisions = collide(world, { shapes: [a, b].map((body) => ({ body, box: [1, 1] })), joined });
      world.step(h);
      expect(collisions.pairs).toBe(joined ? 1 : 0);
    }
  });

  it('touches again when the joint is removed', () => {
    const world = worldOf();
    const [a, b] = [boxAt(world, 0, 0.5), boxAt(world, 0, 1.5)];
    const joint = world.add(new library.Coincident2D({ a: a.point([0, 0.5]), b: b.point([0, -0.5]) }));
    const collisions = collide(world, { shapes: [FLOOR, ...[a, b].map((body) => ({ body, box: [1, 1] }))] });
    world.step(h);
    expect(collisions.pairs).toBe(1);
    world.remove(joint);
    world.run({ until: 0.5, dt: h });
    expect(collisions.pairs).toBe(2);
    expect(Math.abs(b.position[1] - 1.5)).toBeLessThan(1e-8);
  });

  it('is no longer a body that was removed', () => {
    const world = worldOf();
    const [a, b] = [boxAt(world, 0, 0.5), boxAt(world, 0, 1.5)];
    const collisions = collide(world, { shapes: [FLOOR, ...[a, b].map((body) => ({ body, box: [1, 1] }))] });
    world.step(h);
    world.remove(a);
    expect(world.residual().position).toBeLessThan(1e-9);
    world.step(h);
    expect(collisions.pairs).toBe(0);
    expect(b.velocity[1]).toBeCloseTo(-9.81 * h, 12);
    expect(collisions.contacts).toEqual([]);
  });

  it('includes particles as discs', () => {
    const world = worldOf();
    const grain = world.addParticle({ mass: 1, position: [0, 0.3], velocity: [1, 0] });
    collide(world, { shapes: [FLOOR, { body: grain, disc: 0.1 }], friction: 0.25 });
    world.run({ until: 1, dt: h });
    expect(grain.position[1]).toBeCloseTo(0.1, 8);
    expect(Math.abs(grain.velocity[0])).toBeLessThan(1e-12);
  });
});

describe('rows', () => {
  it('keep their structure while what touches only changes places', () => {
    const world = worldOf();
    const boxes = [0, 1, 2].map((i) => boxAt(world, 0.1 * i, 0.5 + i));
    boxes[2]!.velocity[0] = 0.5;
    const collisions = collide(world, { shapes: [FLOOR, ...boxes.map((body) => ({ body, box: [1, 1] }))] });
    world.step(h);
    const { system } = internalsOf(world).structure;
    // Made anew whenever rows are laid out.
    const { all } = system;
    const start = collisions.contacts.map(({ position }) => position[0]);
    world.run({ until: 0.2, dt: h });
    expect(system.all).toBe(all);
    expect(collisions.contacts.map(({ position }) => position[0])).not.toEqual(start);
    expect(collisions.contacts.length).toBeGreaterThan(3);
  });

  it('that come and go do not make warnings be given again', () => {
    const world = worldOf();
    const boxes = [0, 1].map((i) => boxAt(world, 0, 0.6 + 2 * i));
    collide(world, { shapes: [FLOOR, ...boxes.map((body) => ({ body, box: [1, 1] }))] });
    world.step(h);
    const { system } = internalsOf(world).structure;
    const { all, structure } = system;
    world.run({ until: 1, dt: h });
    expect(boxes[1]!.position[1]).toBeCloseTo(1.5, 6);
    expect(system.all).not.toBe(all);
    expect(system.structure).toBe(structure);
  });

  it('start from the multipliers of the step before: a resting stack is not factorized again', () => {
    const world = worldOf();
    const boxes = [0, 1, 2, 3, 4].map((i) => boxAt(world, 0, 0.5 + i));
    collide(world, { shapes: [FLOOR, ...boxes.map((body) => ({ body, box: [1, 1] }))] });
    world.step(h);
    const { factorizations } = world.stats;
    world.run({ until: 10 * h, dt: h });
    expect(world.stats.factorizations - factorizations).toBeLessThanOrEqual(3);
  });

  it('go on from a snapshot to the last bit', () => {
    const build = (): { world: World; boxes: RigidBody2D[] } => {
      const world = worldOf();
      const boxes = [0, 1, 2, 3].map((i) => boxAt(world, 0.3 * i, 0.6 + 1.1 * i));
      collide(world, { shapes: [FLOOR, ...boxes.map((body) => ({ body, box: [1, 1] }))], friction: 0.4 });
      return { world, boxes };
    };
    const { world } = build();
    world.run({ until: 0.5, dt: h });
    const snapshot = JSON.parse(JSON.stringify(world)) as ReturnType<World['toJSON']>;
    const other = build();
    other.world.restore(snapshot);
    for (const one of [world, other.world]) one.run({ until: 1, dt: h });
    expect(JSON.stringify(other.world)).toBe(JSON.stringify(world));
    expect(other.boxes[3]!.position[1]).toBeLessThan(3.9);
    const bare = worldOf();
    [0, 1, 2, 3].forEach((i) => boxAt(bare, 0, i));
    expect(() => {
      bare.restore(snapshot);
    }).toThrow(/a world with other shapes/);
  });
});

it('drives apart what overlaps by a fifth a step, which leaves it no speed', () => {
  for (const integrator of [velocityStep(), rk4()])
    for (const forces of [[], [gravity([0, -10])]]) {
      const warnings: WorldWarning[] = [];
      const world = new World({ space: 2, integrator, forces, onWarning: (warning) => warnings.push(warning) });
      const body = world.addBody({ mass: 1, inertia: 1 / 6, position: [0, 0.4] });
      collide(world, {
        shapes: [
          { body, box: [1, 1] },
          { polygon: [[-9, 0], [9, 0]] }, // prettier-ignore
        ],
      });
      for (let n = 1; n <= 20; n++) {
        world.step(1 / 240);
        expect(Math.abs(body.position[1] - 0.5 + 0.1 * 0.8 ** n)).toBeLessThan(1e-3);
        expect(Math.abs(body.velocity[1])).toBeLessThan(2e-3);
      }
      expect(warnings.map(({ code }) => code)).toEqual(['W_ILLEGAL_START']);
      expect(warnings[0]!.message).toMatch(
        /\(C\): the contact of body #1 and the ground by -0\.100.*Each step takes back a part/s,
      );
    }
});

describe('mistakes', () => {
  const world = worldOf();
  const body = boxAt(world, 0, 0);
  const other = boxAt(worldOf(), 0, 0);
  it.each([
    [{ body }, /shape 0 is no shape/],
    [{ body, disc: 1, box: [1, 1] }, /disc and box at once/],
    [{ body, disc: 0 }, /radius of shape 0 must be positive/],
    [{ body, box: [1] }, /1 component/],
    [{ body, discs: 1 }, /no 'discs'/],
    [{ body: other, disc: 1 }, /another world/],
    [{ body: world.ground, disc: 1 }, /body of shape 0 is an object/],
    [{ body, disc: 1, restitution: 2 }, /restitution of shape 0 is 2/],
    [
      {
        polygon: [
          [0, 0],
          [0, 1],
          [1, 0],
        ],
      },
      /not convex with its vertices in counter-clockwise order/,
    ],
    [
      {
        polygon: [
          [0, 0],
          [1, 0],
          [2, 0],
          [2, 2],
        ],
      },
      /not convex/,
    ],
  ])('in %o are reported', (shape, message) => {
    expect(() => collide(world, { shapes: [shape as never] })).toThrow(message);
  });

  it('of worlds that cannot take contacts are reported', () => {
    const attempt = (): unknown => collide(new World({ space: 2, integrator: dormandPrince() }), { shapes: [] });
    expect(attempt).toThrow(/those of shapes are made for one step/);
    for (const name of NAMED) expect(attempt).toThrow(new RegExp(`\\b${name}\\b`));
  });
});
