import { describe, expect, it } from 'vitest';
import { collide, gravity, rk4, velocityStep, World, type RigidBody3D } from '../../../runtime/index.js';

const G = 9.81;
const h = 1 / 240;
const FLOOR = { plane: [0, 0, 1] };

const near = (actual: number, expected: number, by: number): void => {
  expect(Math.abs(actual - expected)).toBeLessThanOrEqual(by);
};
const allNear = (actual: Iterable<number>, expected: readonly number[], by: number): void => {
  [...actual].forEach((x, i) => {
    near(x, expected[i]!, by);
  });
};

/** A world whose ground is the plane z = 0, seen from a slope that falls along x. */
const slope = (angle: number): World =>
  new World({
    space: 3,
    forces: [gravity([G * Math.sin(angle), 0, -G * Math.cos(angle)])],
    integrator: velocityStep(),
  });

const boxOf = (
  world: World,
  position: readonly number[],
  [x, y, z] = [1, 1, 1],
  more: { orientation?: number[]; velocity?: number[]; angularVelocity?: number[] } = {},
): RigidBody3D =>
  world.addBody({
    mass: 1,
    inertia: [(y ** 2 + z ** 2) / 12, (x ** 2 + z ** 2) / 12, (x ** 2 + y ** 2) / 12],
    position,
    ...more,
  });
const ballOf = (world: World, position: readonly number[], radius: number): RigidBody3D => {
  const moment = 0.4 * radius ** 2;
  return world.addBody({ mass: 1, inertia: [moment, moment, moment], position });
};

const fastest = (bodies: readonly RigidBody3D[]): number =>
  Math.max(
    ...bodies.map(({ velocity, angularVelocity }) => Math.max(Math.hypot(...velocity), Math.hypot(...angularVelocity))),
  );

/** About the z axis, rad. */
const yaw = (angle: number): number[] => [Math.cos(angle / 2), 0, 0, Math.sin(angle / 2)];

describe('a box', () => {
  it('at rest on a plane is carried by its four corners', () => {
    for (const floor of [FLOOR, { box: [9, 9, 1], at: [0, 0, -0.5] }]) {
      const world = slope(0);
      const box = boxOf(world, [0, 0, 0.5], [1, 1, 1], { orientation: yaw(0.3) });
      const collisions = collide(world, { shapes: [floor, { body: box, box: [1, 1, 1] }] });
      world.run({ until: 0.5, dt: h });
      expect(fastest([box])).toBeLessThan(1e-13);
      const { contacts } = collisions;
      expect(contacts.length).toBe(4);
      const sum = contacts.reduce((total, { force }) => total.map((x, c) => x + force[c]!), [0, 0, 0]);
      allNear(sum, [0, 0, G], 1e-9);
      for (const { normal, position, gap, force } of contacts) {
        allNear(normal, [0, 0, 1], 0);
        near(Math.hypot(position[0], position[1]), Math.SQRT1_2, 1e-9);
        near(gap, 0, 1e-12);
        // The least change of multipliers shares the weight out evenly.
        near(force[2], G / 4, 1e-6);
      }
    }
  });

  it.each([0.3, 0.5, 1])('on a slope of friction %f holds to within 0.01° of its angle', (friction) => {
    for (const excess of [-0.01, 0.01]) {
      const angle = Math.atan(friction) + (excess * Math.PI) / 180;
      const world = slope(angle);
      const box = boxOf(world, [0, 0, 0.25], [1, 1, 0.5], { orientation: yaw(0.2) });
      collide(world, { shapes: [FLOOR, { body: box, box: [1, 1, 0.5] }], friction });
      world.run({ until: 0.5, dt: h });
      const expected = excess > 0 ? 0.5 * G * (Math.sin(angle) - friction * Math.cos(angle)) : 0;
      allNear(box.velocity, [expected, 0, 0], 1e-12);
      allNear(box.angularVelocity, [0, 0, 0], 1e-12);
    }
  });

  it('slides across a slope as the cone says, not a pyramid', () => {
    // Friction is against the slip: a push along the slope makes what slides across it slow down less.
    const world = new World({ space: 3, forces: [gravity([0, 0, -G])], integrator: velocityStep() });
    const direction = [Math.cos(0.7), Math.sin(0.7), 0];
    const box = boxOf(world, [0, 0, 0.05], [1, 1, 0.1], { velocity: direction.map((x) => 3 * x) });
    collide(world, { shapes: [FLOOR, { body: box, box: [1, 1, 0.1] }], friction: 0.5 });
    world.run({ until: 0.25, dt: h });
    const speed = 3 - 0.5 * G * 0.25;
    allNear(
      box.velocity,
      direction.map((x) => speed * x),
      1e-9,
    );
    world.run({ until: 1, dt: h });
    near(Math.hypot(box.position[0], box.position[1]), 9 / (2 * 0.5 * G), 1e-2);
    expect(fastest([box])).toBeLessThan(1e-12);
  });

  it('tips where its centre is beyond its edge', () => {
    for (const [excess, tips] of [
      [-1e-4, false],
      [1e-4, true],
    ] as const) {
      // A box twice as high as wide tips at tan α = 1/2.
      const world = slope(Math.atan(0.5) + excess);
      const box = boxOf(world, [0, 0, 1], [1, 1, 2]);
      collide(world, { shapes: [FLOOR, { body: box, box: [1, 1, 2] }], friction: 2 });
      world.run({ until: 0.5, dt: h });
      if (tips) expect(box.angularVelocity[1]).toBeGreaterThan(1e-5);
      else expect(fastest([box])).toBeLessThan(1e-12);
    }
  });

  it('pushed over the edge of another falls', () => {
    for (const [x, falls] of [
      [1.499, false],
      [1.501, true],
    ] as const) {
      const world = slope(0);
      const box = boxOf(world, [x, 0, 0.5]);
      collide(world, {
        shapes: [
          { box: [3, 3, 1], at: [0, 0, -0.5] },
          { body: box, box: [1, 1, 1] },
        ],
        friction: 1,
      });
      world.run({ until: 0.25, dt: h });
      if (falls) {
        // About the edge, I θ¨ = m g (0.001 m + θ / 2 m), with I = 1/6 + 1/4 kg m².
        const rate = Math.sqrt(G / 2 / (5 / 12));
        const expected = ((0.001 * G) / (5 / 12) / rate) * Math.sinh(0.25 * rate);
        expect(Math.abs(box.angularVelocity[1] / expected - 1)).toBeLessThan(2e-3);
      } else expect(fastest([box])).toBeLessThan(1e-12);
    }
  });

  it('bounces with the coefficient of restitution, without turning', () => {
    const world = slope(0);
    const box = boxOf(world, [0, 0, 1.5], [1, 1, 1], { orientation: yaw(0.4) });
    collide(world, { shapes: [{ body: box, box: [1, 1, 1] }, FLOOR], restitution: 0.5 });
    let before = 0;
    while (box.velocity[2] <= 0) {
      before = box.velocity[2]!;
      world.step(h);
    }
    near(box.velocity[2], -0.5 * before, 1e-12);
    near(Math.hypot(...box.angularVelocity), 0, 1e-10);
  });
});

describe('boxes', () => {
  it('at rest in a stack of ten, each turned, stay at rest', () => {
    const world = slope(0);
    const boxes = Array.from({ length: 10 }, (_, i) =>
      boxOf(world, [0, 0, i + 0.5], [1, 1, 1], { orientation: yaw(0.2 * i) }),
    );
    collide(world, { shapes: [FLOOR, ...boxes.map((body) => ({ body, box: [1, 1, 1] }))] });
    for (let k = 0; k < 60; k++) {
      world.step(h);
      expect(fastest(boxes)).toBeLessThan(2e-12);
    }
    boxes.forEach(({ position }, i) => {
      allNear(position, [0, 0, i + 0.5], 1e-12);
    });
    expect(world.warnings).toEqual([]);
  });

  it('edge to edge balance, if these are rounded, on the two ends of their edges', () => {
    const world = slope(0);
    const corner = [Math.cos(Math.PI / 8), Math.sin(Math.PI / 8), 0, 0];
    const box = boxOf(world, [0.5, 0, Math.SQRT2 + 0.2], [2, 1, 1], { orientation: corner });
    const shape = { box: [2, 1, 1], rounding: 0.1 };
    const collisions = collide(world, {
      shapes: [
        { ...shape, orientation: corner },
        { ...shape, body: box },
      ],
    });
    world.step(h);
    // The edges share 1.5 m, from −0.5 to 1: the centre of the box is at 2/3 of that.
    const forces = collisions.contacts.map(({ position, force }) => [position[0], force[2]] as const);
    expect(forces.length).toBe(2);
    for (const [x, force] of forces) near(force, x > 0 ? (2 / 3) * G : G / 3, 1e-9);
    expect(fastest([box])).toBeLessThan(1e-12);
  });

  it('that collide in the air keep their momentum and angular momentum', () => {
    const world = new World({ space: 3, integrator: velocityStep() });
    const a = boxOf(world, [0, 0, 0], [1, 0.6, 0.4], { angularVelocity: [1, -2, 0.5] });
    const b = boxOf(world, [1.3, 0.2, 0.1], [0.5, 0.7, 0.8], {
      velocity: [-4, 0.3, 0.2],
      orientation: [0.9, 0.1, 0.3, 0.2],
    });
    const inertia = [a, b].map((body) => body.inertia.map((row, i) => row[i]!));
    const momenta = (): number[] => {
      const total = [0, 0, 0, 0, 0, 0];
      [a, b].forEach((body, k) => {
        const { position: r, velocity: v } = body;
        const spin = body.vectorToWorldFrame(body.localAngularVelocity.map((x, c) => x * inertia[k]![c]!));
        for (let c = 0; c < 3; c++) {
          const [d, e] = [(c + 1) % 3, (c + 2) % 3];
          total[c]! += v[c]!;
          total[3 + c]! += r[d]! * v[e]! - r[e]! * v[d]! + spin[c]!;
        }
      });
      return total;
    };
    const before = momenta();
    const energy = world.energy().total;
    collide(world, {
      shapes: [
        { body: a, box: [1, 0.6, 0.4] },
        { body: b, box: [0.5, 0.7, 0.8] },
      ],
      friction: 0.4,
    });
    world.run({ until: 0.5, dt: 1 / 2000 });
    allNear(momenta().slice(0, 3), before.slice(0, 3), 1e-12);
    // The free motion of a top is of first order: its error is that of the step.
    allNear(momenta().slice(3), before.slice(3), 4e-3);
    expect(b.velocity[0]).toBeGreaterThan(-3.9);
    expect(world.energy().total).toBeLessThan(0.9 * energy);
  });
});

describe('a sphere', () => {
  const run = (friction: number, angle: number, order: boolean): RigidBody3D => {
    const world = slope(angle);
    const ball = ballOf(world, [0, 0, 0.2], 0.2);
    const shapes = [FLOOR, { body: ball, sphere: 0.2 }];
    collide(world, { shapes: order ? shapes : shapes.reverse(), friction });
    world.run({ until: 0.5, dt: h });
    return ball;
  };

  it('rolls with 5/7 g sin α, and slips with g (sin α − μ cos α)', () => {
    for (const order of [true, false]) {
      const rolling = run(0.5, 0.3, order);
      const v = (0.5 * 5 * G * Math.sin(0.3)) / 7;
      allNear(rolling.velocity, [v, 0, 0], 1e-12);
      allNear(rolling.angularVelocity, [0, v / 0.2, 0], 1e-11);
      const slipping = run(0.1, 0.6, order);
      allNear(slipping.velocity, [0.5 * G * (Math.sin(0.6) - 0.1 * Math.cos(0.6)), 0, 0], 1e-12);
      allNear(slipping.angularVelocity, [0, (0.5 * 2.5 * 0.1 * G * Math.cos(0.6)) / 0.2, 0], 1e-11);
    }
  });

  it('spinning like a top stays, and one that spins about a level axis drives off', () => {
    const world = slope(0);
    const [top, wheel] = [ballOf(world, [0, 0, 0.2], 0.2), ballOf(world, [2, 0, 0.2], 0.2)];
    top.angularVelocity.set([0, 0, 30]);
    wheel.angularVelocity.set([0, 30, 0]);
    collide(world, { shapes: [FLOOR, ...[top, wheel].map((body) => ({ body, sphere: 0.2 }))], friction: 0.5 });
    world.run({ until: 0.1, dt: h });
    allNear(wheel.velocity, [0.5 * G * 0.1, 0, 0], 1e-12);
    world.run({ until: 1, dt: h });
    // It rolls with 2/7 of the speed of its rim.
    allNear(wheel.velocity, [(2 / 7) * 30 * 0.2, 0, 0], 1e-9);
    allNear(top.angularVelocity, [0, 0, 30], 1e-12);
    allNear(top.velocity, [0, 0, 0], 1e-12);
    expect(world.residual().position).toBeLessThan(1e-9);
  });

  it('hits another one with restitution: velocities along the line of centres change by (1 + e)/2', () => {
    const world = new World({ space: 3, integrator: velocityStep() });
    const [a, b] = [ballOf(world, [0, 0, 0], 0.5), ballOf(world, [1.2, 0.6, 0], 0.5)];
    a.velocity.set([3, 0, 0]);
    collide(world, { shapes: [a, b].map((body) => ({ body, sphere: 0.5 })), friction: 0, restitution: 0.8 });
    while (b.velocity[0] === 0) world.step(1 / 1000);
    const n = [0.8, 0.6].map((_, c) => b.position[c]! - a.position[c]!);
    const length = Math.hypot(...n);
    // At touch the line of centres has the sine 0.6; the step that finds it is a millisecond long.
    near(n[1]! / length, 0.6, 5e-3);
    const along = 0.9 * 3 * 0.8;
    allNear(b.velocity, [along * 0.8, along * 0.6, 0], 0.02);
    allNear(
      a.velocity.map((x, c) => x + b.velocity[c]!),
      [3, 0, 0],
      1e-12,
    );
  });

  it('carried by three others pushes with the forces of statics', () => {
    const world = slope(0);
    const angles = [0, 1, 2].map((k) => (2 * Math.PI * k) / 3);
    const reach = 2.2 / Math.sqrt(3);
    const low = angles.map((angle) => ballOf(world, [reach * Math.cos(angle), reach * Math.sin(angle), 1], 1));
    const rise = Math.sqrt(4 - reach ** 2);
    const top = ballOf(world, [0, 0, 1 + rise], 1);
    const collisions = collide(world, {
      shapes: [FLOOR, ...[...low, top].map((body) => ({ body, sphere: 1 }))],
      friction: 1,
    });
    world.step(h);
    expect(fastest([...low, top])).toBeLessThan(1e-12);
    const lean = Math.asin(reach / 2);
    const onTop = collisions.contacts.filter(({ a, b }) => a === top || b === top);
    expect(onTop.length).toBe(3);
    for (const { force, normal } of onTop) {
      const N = force.reduce((sum, x, c) => sum + x * normal[c]!, 0);
      const T = Math.hypot(...force.map((x, c) => x - N * normal[c]!));
      // Moments about the lower contact of a lower ball.
      near(T / N, Math.tan(lean / 2), 1e-9);
      near(N * Math.cos(lean) + T * Math.sin(lean), G / 3, 1e-9);
    }
  });
});

describe('other shapes', () => {
  it('a capsule on a plane rests on its two ends, and rolls with 2/3 g sin α', () => {
    const build = (angle: number) => {
      const world = slope(angle);
      // All of its mass in a thin axle has no moment about it; this one is a solid cylinder.
      const moment = 0.5 * 0.25 ** 2;
      const capsule = world.addBody({
        mass: 1,
        inertia: [moment, 0.2, 0.2],
        position: [0, 0, 0.25],
        orientation: yaw(Math.PI / 2),
      });
      return { world, capsule, collisions: collide(world, { shapes: [FLOOR, { body: capsule, capsule: [1, 0.25] }] }) };
    };
    const still = build(0);
    still.world.run({ until: 0.25, dt: h });
    expect(still.collisions.contacts.length).toBe(2);
    for (const { force, position } of still.collisions.contacts) {
      near(force[2], G / 2, 1e-9);
      allNear([position[0], Math.abs(position[1]), position[2]], [0, 0.5, 0], 1e-12);
    }
    const rolling = build(0.3);
    rolling.world.run({ until: 0.5, dt: h });
    allNear(rolling.capsule.velocity, [(G * Math.sin(0.3)) / 3, 0, 0], 1e-11);
  });

  it('a tetrahedron at rest stands on three corners; a rounded box on its faces', () => {
    const world = slope(0);
    const hull = [0, 1, 2].map((k) => [Math.cos(2.1 * k), Math.sin(2.1 * k), -0.25]).concat([[0, 0, 0.75]]);
    const tetrahedron = world.addBody({ mass: 2, inertia: [0.3, 0.3, 0.3], position: [0, 0, 0.25] });
    const rounded = boxOf(world, [3, 0, 0.6]);
    const shapes = [FLOOR, { body: tetrahedron, hull }, { body: rounded, box: [1, 1, 1], rounding: 0.1 }];
    const collisions = collide(world, { shapes });
    world.run({ until: 0.25, dt: h });
    expect(fastest([tetrahedron, rounded])).toBeLessThan(1e-12);
    expect(collisions.contacts.map(({ b }) => b)).toEqual([
      ...[0, 1, 2].map(() => tetrahedron),
      ...[0, 1, 2, 3].map(() => rounded),
    ]);
  });

  it('fast bodies do not pass through thin walls, nor particles through the ground', () => {
    const world = slope(0);
    const bullet = ballOf(world, [-50, 0, 0.5], 0.01);
    bullet.velocity.set([3000, 0, 0]);
    const grain = world.addParticle({ mass: 1, position: [5, 5, 0.5], velocity: [1, 0, 0] });
    collide(world, {
      shapes: [FLOOR, { body: bullet, sphere: 0.01 }, { box: [0.001, 9, 9] }, { body: grain, sphere: 0.1 }],
      friction: 0.25,
    });
    world.run({ until: 0.1, dt: 1 / 60 });
    near(bullet.position[0], -0.0105, 1e-6);
    world.run({ until: 1, dt: 1 / 60 });
    near(grain.position[2], 0.1, 1e-8);
    near(Math.hypot(...grain.velocity), 0, 1e-12);
  });

  it('meet the ground under rk4 as well', () => {
    const world = new World({ space: 3, forces: [gravity([0, 0, -G])], integrator: rk4() });
    const box = boxOf(world, [0, 0, 0.6]);
    collide(world, { shapes: [{ body: box, box: [1, 1, 1] }, FLOOR] });
    world.run({ until: 0.5, dt: h });
    near(box.position[2], 0.5, 1e-7);
    expect(world.stats.withinBounds).toBeGreaterThan(50);
  });
});
