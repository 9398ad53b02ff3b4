import { describe, expect, it } from 'vitest';
import { collide, gravity, rk4, velocityStep, World, type RigidBody2D } from '../../../runtime/index.js';

const G = 9.81;
const h = 1 / 240;

const near = (actual: number, expected: number, by: number): void => {
  expect(Math.abs(actual - expected)).toBeLessThanOrEqual(by);
};

/** A world whose ground is the x axis, seen from a slope. */
const slope = (angle: number): World =>
  new World({
    space: 2,
    forces: [gravity([G * Math.sin(angle), -G * Math.cos(angle)])],
    integrator: velocityStep(),
  });

const FLOOR = { box: [200, 1], at: [0, -0.5] };

const boxOf = (world: World, position: readonly number[], [w, height] = [1, 1]): RigidBody2D =>
  world.addBody({ mass: 1, inertia: (w ** 2 + height ** 2) / 12, position });

const fastest = (bodies: readonly RigidBody2D[]): number =>
  Math.max(
    ...bodies.map(({ velocity, angularVelocity }) => Math.max(Math.hypot(...velocity), Math.abs(angularVelocity))),
  );

describe('a box on a slope', () => {
  it.each([0.3, 0.5, 1])('of friction %f holds to within 0.01° of its angle', (friction) => {
    for (const excess of [-0.01, 0.01]) {
      const angle = Math.atan(friction) + (excess * Math.PI) / 180;
      const world = slope(angle);
      const box = boxOf(world, [0, 0.5]);
      collide(world, { shapes: [FLOOR, { body: box, box: [1, 1] }], friction });
      world.run({ until: 1, dt: h });
      const expected = excess > 0 ? G * (Math.sin(angle) - friction * Math.cos(angle)) : 0;
      near(box.velocity[0], expected, 1e-12);
      near(box.velocity[1], 0, 1e-12);
      near(box.angularVelocity, 0, 1e-12);
    }
  });

  it('tips where its centre is beyond its corner', () => {
    for (const [excess, tips] of [
      [-1e-4, false],
      [1e-4, true],
    ] as const) {
      // A box twice as high as wide tips at tan α = 1/2.
      const world = slope(Math.atan(0.5) + excess);
      const box = boxOf(world, [0, 1], [1, 2]);
      collide(world, { shapes: [FLOOR, { body: box, box: [1, 2] }], friction: 2 });
      world.run({ until: 0.5, dt: h });
      if (tips) expect(box.angularVelocity).toBeLessThan(-1e-5);
      else near(box.angularVelocity, 0, 1e-12);
    }
  });
});

describe('a disc on a slope', () => {
  const run = (friction: number, angle: number): RigidBody2D => {
    const world = slope(angle);
    const disc = world.addBody({ mass: 3, inertia: 0.5 * 3 * 0.2 ** 2, position: [0, 0.2] });
    collide(world, { shapes: [{ body: disc, disc: 0.2 }, FLOOR], friction });
    world.run({ until: 1, dt: h });
    return disc;
  };

  it('rolls with 2/3 g sin α', () => {
    const disc = run(0.5, 0.3);
    near(disc.velocity[0], (2 / 3) * G * Math.sin(0.3), 1e-12);
    near(disc.angularVelocity * 0.2, -disc.velocity[0], 1e-12);
  });

  it('slips with g (sin α − μ cos α)', () => {
    const disc = run(0.1, 0.6);
    near(disc.velocity[0], G * (Math.sin(0.6) - 0.1 * Math.cos(0.6)), 1e-12);
    near(disc.angularVelocity, -(2 * 0.1 * G * Math.cos(0.6)) / 0.2, 1e-11);
  });
});

describe('boxes', () => {
  it('at rest in a stack of ten stay at rest', () => {
    const world = slope(0);
    const boxes = Array.from({ length: 10 }, (_, i) => boxOf(world, [0, i + 0.5]));
    const { contacts } = collide(world, { shapes: [FLOOR, ...boxes.map((body) => ({ body, box: [1, 1] }))] });
    expect(contacts).toEqual([]);
    for (let k = 0; k < 120; k++) {
      world.step(h);
      expect(fastest(boxes)).toBeLessThan(1e-12);
    }
    expect(world.warnings).toEqual([]);
  });

  it.each([
    [-1e-6, true],
    [1e-6, false],
  ])('that overhang by 25/24 lengths and %f of it stand: %s', (excess, stands) => {
    const world = slope(0);
    const height = 0.1;
    let x = -0.5;
    const bricks = [1 / 8, 1 / 6, 1 / 4, 1 / 2].map((overhang, i) => {
      x += overhang + (overhang * excess * 24) / 25;
      return boxOf(world, [x, (i + 0.5) * height], [1, height]);
    });
    const table = { box: [10, 1], at: [-5, -0.5] };
    collide(world, { shapes: [table, ...bricks.map((body) => ({ body, box: [1, height] }))] });
    world.run({ until: 0.2, dt: h });
    const spin = Math.max(...bricks.map(({ angularVelocity }) => Math.abs(angularVelocity)));
    if (stands) near(spin, 0, 1e-12);
    else expect(spin).toBeGreaterThan(1e-7);
  });

  it('bounce with the coefficient of restitution, without turning', () => {
    const world = slope(0);
    const box = boxOf(world, [0, 1.5]);
    collide(world, { shapes: [{ body: box, box: [1, 1] }, FLOOR], restitution: 0.5 });
    let before = 0;
    while (box.velocity[1] <= 0) {
      before = box.velocity[1] - G * h;
      world.step(h);
    }
    near(box.velocity[1], -0.5 * (before + G * h), 1e-12);
    near(box.angularVelocity, 0, 1e-12);
  });
});

describe('round shapes', () => {
  it('carry a disc on two others with the forces of statics', () => {
    const world = slope(0);
    const lean = Math.asin(0.55);
    const discs = [
      [-1.1, 1],
      [1.1, 1],
      [0, 1 + 2 * Math.cos(lean)],
    ].map((position) => world.addBody({ mass: 1, inertia: 0.5, position }));
    const shapes = discs.map((body) => ({ body, disc: 1 }));
    const collisions = collide(world, { shapes: [FLOOR, ...shapes], friction: 1 });
    world.step(h);
    expect(fastest(discs)).toBeLessThan(1e-12);
    const onTop = collisions.contacts.filter(({ a, b }) => a === discs[2] || b === discs[2]);
    expect(onTop.length).toBe(2);
    for (const { force, normal, gap, position } of onTop) {
      near(gap, 0, 1e-12);
      near(Math.abs(position[0]), 0.55, 1e-12);
      near(position[1], 1 + Math.cos(lean), 1e-12);
      const N = force[0] * normal[0] + force[1] * normal[1];
      const T = Math.abs(force[1] * normal[0] - force[0] * normal[1]);
      // Moments about the lower contact of a lower disc.
      near(T / N, Math.tan(lean / 2), 1e-9);
      near(N * Math.cos(lean) + T * Math.sin(lean), G / 2, 1e-9);
    }
  });

  it('roll: a capsule on end turns into one that lies, and rests', () => {
    const world = slope(0);
    const capsule = world.addBody({ mass: 1, inertia: 0.2, position: [0, 1.0], angle: 1.4 });
    collide(world, { shapes: [FLOOR, { body: capsule, capsule: [1, 0.25] }] });
    world.run({ until: 5, dt: h });
    near(Math.sin(capsule.orientation), 0, 1e-8);
    near(capsule.position[1], 0.25, 1e-8);
    expect(fastest([capsule])).toBeLessThan(1e-10);
  });
});

describe('fast bodies', () => {
  it('do not pass through thin walls', () => {
    const world = slope(0);
    const bullet = world.addBody({ mass: 1, inertia: 1e-4, position: [-50, 0.5], velocity: [3000, 0] });
    collide(world, {
      shapes: [
        { body: bullet, disc: 0.01 },
        {
          polygon: [
            [0, 0],
            [0, 1],
          ],
        },
      ],
    });
    world.run({ until: 0.1, dt: 1 / 60 });
    near(bullet.position[0], -0.01, 1e-8);
  });

  it('meet the ground under rk4 as well', () => {
    const world = new World({ space: 2, forces: [gravity([0, -G])], integrator: rk4() });
    const box = boxOf(world, [0, 0.6]);
    collide(world, { shapes: [{ body: box, box: [1, 1] }, FLOOR] });
    world.run({ until: 1, dt: h });
    near(box.position[1], 0.5, 1e-7);
    expect(world.stats.withinBounds).toBeGreaterThan(100);
  });
});

it.each([1 / 2, 3 / 4, 1])(
  'a box at rest is held in each step with theta %f, and stands where its weight is above its foot',
  (theta) => {
    const boxOn = (slope: number) => {
      const g = [10 * Math.sin(slope), -10 * Math.cos(slope)];
      const world = new World({ space: 2, forces: [gravity(g)], integrator: velocityStep({ theta }) });
      const body = world.addBody({ mass: 1, inertia: (0.4 ** 2 + 1) / 12, position: [0, 0.5] });
      const shapes = [
        { box: [40, 1], at: [0, -0.5] },
        { body, box: [0.4, 1] },
      ];
      const { contacts } = collide(world, { shapes, friction: 1 });
      return { world, body, contacts };
    };
    const { world, body, contacts } = boxOn(0);
    const loads = (): void => {
      for (const { force } of contacts) expect(force[1]).toBeCloseTo(5, 9);
    };
    world.run({ until: 1, dt: 1 / 60, onStep: loads });
    expect(body.position[1]).toBeCloseTo(0.5, 9);
    // It tips from a slope of 0.4 on.
    const steep = boxOn(Math.atan(0.392));
    steep.world.run({ until: 3, dt: 1 / 120 });
    expect(Math.abs(steep.body.angle.value)).toBeLessThan(1e-6);
  },
);
