import { describe, expect, it } from 'vitest';
import { gravity, rk4, velocityStep, World } from '../../../runtime/index.js';
import {
  Coincident2D,
  DiscDiscContact,
  DiscInRingContact,
  DiscLineContact,
  PointLineContact,
  PointOnLine2D,
  PointPlaneContact,
  PointSphereContact,
  Prismatic2D,
  SpherePlaneContact,
  SphereSphereContact,
} from 'holonomic/library';
import { G, near } from './near.js';

const ANGLE = Math.PI / 6;
const X = [1, 0, 0];
const Y = [0, 1, 0];
const Z = [0, 0, 1];
const H = 1 / 240;

/** A plane world in which the x axis is a slope that goes down by `angle`. */
const onSlope = (angle = ANGLE, integrator = velocityStep()) =>
  new World({ space: 2, forces: [gravity([G * Math.sin(angle), -G * Math.cos(angle)])], integrator });
const floorOf = ({ ground }: World) => ({
  origin: ground.point([0, 0]),
  axis: ground.direction([1, 0]),
  base: ground.scalar(0),
});
const inSpace = (force: readonly number[] = [0, 0, -G]) =>
  new World({ space: 3, forces: [gravity(force)], integrator: velocityStep() });
const planeOf = ({ ground }: World) => ({
  origin: ground.point([0, 0, 0]),
  u: ground.direction(X),
  w: ground.direction(Y),
  normal: ground.direction(Z),
});
const ballIn = (world: World, position: readonly number[], radius: number, rates: object = {}) => {
  const inertia = 0.4 * radius ** 2;
  const ball = world.addBody({ mass: 1, inertia: [inertia, inertia, inertia], position, ...rates });
  const [e1, e2, e3] = [X, Y, Z].map((axis) => ball.direction(axis)) as [never, never, never];
  return { ball, centre: ball.point([0, 0, 0]), frame: { e1, e2, e3 } };
};

describe('in the plane', () => {
  it.each([velocityStep(), rk4()])('PointLineContact: slides down a slope ($name)', (integrator) => {
    const world = onSlope(ANGLE, integrator);
    const p = world.addParticle({ mass: 2, position: [0, 0] });
    const { origin, axis } = floorOf(world);
    const contact = world.add(new PointLineContact({ p, origin, axis, mu: 0.3 }));
    world.run({ until: 1, dt: H });
    near(p.velocity[0], 2.3562872366624, 1e-12);
    near(contact.lambda[0], 2 * G * Math.cos(ANGLE), 1e-11);
    near(contact.lambda[1]!, -0.3 * contact.lambda[0], 1e-11);
    expect(contact.forceOn('p')[0]).toBeCloseTo(contact.lambda[1]!, 12);
  });

  it.each([
    // Rolls: tan 30° / 3 = 0.19.
    [0.3, (G * Math.sin(ANGLE)) / 1.5, 0],
    [0.1, G * (Math.sin(ANGLE) - 0.1 * Math.cos(ANGLE)), 1],
  ])('DiscLineContact: a disc with friction %f rolls down a slope, or slips', (mu, acceleration, slips) => {
    const world = onSlope();
    const radius = 0.4;
    const disc = world.addBody({ mass: 2, inertia: radius ** 2, position: [0, radius] });
    world.add(new DiscLineContact({ p: disc.point([0, 0]), theta: disc.angle, ...floorOf(world), radius, mu }));
    world.run({ until: 1, dt: H });
    near(disc.velocity[0], acceleration, 1e-12);
    near(disc.position[1], radius, 1e-9);
    // I α = µ N r where it slips.
    const spin = slips ? (2 * mu * G * Math.cos(ANGLE)) / radius : acceleration / radius;
    near(disc.angularVelocity, -spin, 1e-11);
  });

  it('DiscLineContact: a disc on a sledge is dragged along, and rolls', () => {
    const world = onSlope(0);
    const [radius, m, M, speed] = [0.4, 2, 3, 1.5];
    const disc = world.addBody({ mass: m, inertia: (m / 2) * radius ** 2, position: [0, radius] });
    const sledge = world.addBody({ mass: M, inertia: 1, position: [0, 0], velocity: [speed, 0] });
    const { ground } = world;
    world.add(
      new Prismatic2D({
        p: sledge.point([0, 0]),
        alpha: sledge.angle,
        origin: ground.point([0, 0]),
        normal: ground.direction([0, 1]),
        beta: ground.scalar(0),
        angle: 0,
      }),
    );
    world.add(
      new DiscLineContact({
        p: disc.point([0, 0]),
        theta: disc.angle,
        origin: sledge.point([0, 0]),
        axis: sledge.direction([1, 0]),
        base: sledge.angle,
        radius,
        mu: 0.3,
      }),
    );
    world.run({ until: 2, dt: H });
    // The impulse between them ends the slip: v + ω r = V, with m v = P, ω r = 2 P / m.
    const P = speed / (3 / m + 1 / M);
    near(disc.velocity[0], P / m, 1e-12);
    near(disc.angularVelocity * radius, (2 * P) / m, 1e-12);
    near(sledge.velocity[0], speed - P / M, 1e-12);
  });

  it('DiscDiscContact: a roller brings another to speed', () => {
    const world = new World({ space: 2, forces: [gravity([0, -G])], integrator: velocityStep() });
    const [radiusA, radiusB, inertiaA, inertiaB, speed, mu] = [0.3, 0.2, 0.3, 0.1, 10, 0.5];
    const a = world.addBody({ mass: 1, inertia: inertiaA, position: [0, 0], angularVelocity: speed });
    const b = world.addBody({ mass: 1, inertia: inertiaB, position: [0, radiusA + radiusB] });
    const { ground } = world;
    world.add(new Coincident2D({ a: a.point([0, 0]), b: ground.point([0, 0]) }));
    world.add(
      new PointOnLine2D({ p: b.point([0, 0]), origin: ground.point([0, 0]), normal: ground.direction([1, 0]) }),
    );
    world.add(
      new DiscDiscContact({
        a: a.point([0, 0]),
        alpha: a.angle,
        b: b.point([0, 0]),
        beta: b.angle,
        radiusA,
        radiusB,
        mu,
      }),
    );
    const P = (radiusA * speed) / (radiusA ** 2 / inertiaA + radiusB ** 2 / inertiaB);
    const slips = P / (mu * G);
    world.run({ until: slips / 2, dt: slips / 200 });
    near(a.angularVelocity, speed - (radiusA / inertiaA) * (P / 2), 1e-10);
    near(b.angularVelocity, (-radiusB / inertiaB) * (P / 2), 1e-10);
    world.run({ until: 2 * slips, dt: slips / 200 });
    near(a.angularVelocity, speed - (radiusA / inertiaA) * P, 1e-10);
    near(b.angularVelocity, (-radiusB / inertiaB) * P, 1e-10);
  });

  it('DiscInRingContact: a disc rolls to and fro in a bowl', () => {
    const world = new World({ space: 2, forces: [gravity([0, -G])], integrator: velocityStep() });
    const [radius, ring, swing] = [0.2, 1.2, 0.02];
    const R = ring - radius;
    const disc = world.addBody({
      mass: 1,
      inertia: radius ** 2 / 2,
      position: [R * Math.sin(swing), -R * Math.cos(swing)],
    });
    const { ground } = world;
    world.add(
      new DiscInRingContact({
        p: disc.point([0, 0]),
        theta: disc.angle,
        centre: ground.point([0, 0]),
        base: ground.scalar(0),
        radius,
        ring,
        mu: 0.5,
      }),
    );
    // Rolls: 3/2 R φ¨ = −g sin φ, a quarter of a period to the bottom.
    const quarter = (Math.PI / 2) * Math.sqrt((1.5 * R) / G) * (1 + swing ** 2 / 16);
    world.run({ until: quarter, dt: 1 / 4000 });
    near(disc.position[0], 0, 2e-5);
    near(disc.angularVelocity * radius, -disc.velocity[0], 1e-6);
  });
});

describe('in space', () => {
  it('PointPlaneContact: slides in the direction of its velocity', () => {
    const world = inSpace();
    const p = world.addParticle({ mass: 2, position: [0, 0, 0], velocity: [1.2, 1.6, 0] });
    const contact = world.add(new PointPlaneContact({ p, ...planeOf(world), mu: 0.25 }));
    world.run({ until: 0.5, dt: H });
    near(p.velocity[0], 0.6 * (2 - 0.25 * G * 0.5), 1e-12);
    near(p.velocity[1], 0.8 * (2 - 0.25 * G * 0.5), 1e-12);
    near(contact.lambda[1]!, -0.6 * 0.25 * 2 * G, 1e-10);
    near(contact.lambda[2]!, -0.8 * 0.25 * 2 * G, 1e-10);
    world.run({ until: 1, dt: H });
    near(Math.hypot(...p.velocity), 0, 1e-14);
  });

  it.each([
    // Rolls: 2/7 tan 30° = 0.165.
    [0.2, (G * Math.sin(ANGLE)) / 1.4, 0],
    [0.1, G * (Math.sin(ANGLE) - 0.1 * Math.cos(ANGLE)), 1],
  ])('SpherePlaneContact: a ball with friction %f rolls down a slope, or slips', (mu, acceleration, slips) => {
    const world = inSpace([G * Math.sin(ANGLE), 0, -G * Math.cos(ANGLE)]);
    const radius = 0.3;
    const { ball, centre, frame } = ballIn(world, [0, 0, radius], radius);
    world.add(new SpherePlaneContact({ p: centre, ...frame, ...planeOf(world), radius, mu }));
    world.run({ until: 1, dt: 1 / 1000 });
    near(ball.velocity[0], acceleration, 1e-10);
    const spin = slips ? (2.5 * mu * G * Math.cos(ANGLE)) / radius : acceleration / radius;
    near(ball.angularVelocity[1], spin, 1e-3);
  });

  it('SpherePlaneContact: a bowling ball slips, and then rolls with 5/7 of its speed', () => {
    const world = inSpace();
    const [radius, mu] = [0.11, 0.1];
    const { ball, centre, frame } = ballIn(world, [0, 0, radius], radius, { velocity: [4.2, 5.6, 0] });
    world.add(new SpherePlaneContact({ p: centre, ...frame, ...planeOf(world), radius, mu }));
    const rolls = (2 * 7) / (7 * mu * G);
    world.run({ until: 0.9 * rolls, dt: H });
    expect(Math.hypot(...ball.velocity)).toBeGreaterThan(5.05);
    world.run({ until: 1.2 * rolls, dt: H });
    near(ball.velocity[0], (5 / 7) * 4.2, 1e-3);
    near(ball.velocity[1], (5 / 7) * 5.6, 1e-3);
    near(ball.angularVelocity[1] * radius, ball.velocity[0], 1e-3);
  });

  it('SphereSphereContact: two balls of one mass exchange their velocities along the line between them', () => {
    const world = inSpace([0, 0, 0]);
    const radius = 0.5;
    const one = ballIn(world, [0, 0, 0], radius, { velocity: [3, 0, 0] });
    const two = ballIn(world, [2, 0, 0.6], radius);
    const { e1: f1, e2: f2, e3: f3 } = two.frame;
    world.add(
      new SphereSphereContact({
        a: one.centre,
        ...one.frame,
        b: two.centre,
        f1,
        f2,
        f3,
        radiusA: radius,
        radiusB: radius,
        mu: 0,
        e: 1,
      }),
    );
    world.run({ until: 1, dt: 1 / 5000 });
    // They meet where the line between the centres has the slope 0.6 / 0.8.
    near(two.ball.velocity[0], 3 * 0.64, 2e-3);
    near(two.ball.velocity[2], 3 * 0.48, 2e-3);
    near(one.ball.velocity[0], 3 * 0.36, 2e-3);
    near(one.ball.velocity[2], -3 * 0.48, 2e-3);
    near(world.energy().kinetic, 4.5, 1e-12);
  });

  it('SphereSphereContact: rubs a ball that spins to the common speed of rims', () => {
    const world = inSpace();
    const radius = 0.5;
    // One above the other; the lower one is held by its frame, on the ground.
    const upper = ballIn(world, [0, 0, 1], radius, { angularVelocity: [0, 4, 0] });
    const { ground } = world;
    const [f1, f2, f3] = [X, Y, Z].map((axis) => ground.direction(axis)) as [never, never, never];
    const contact = world.add(
      new SphereSphereContact({
        a: ground.point([0, 0, 0]),
        e1: f1,
        e2: f2,
        e3: f3,
        b: upper.centre,
        f1: upper.frame.e1,
        f2: upper.frame.e2,
        f3: upper.frame.e3,
        radiusA: radius,
        radiusB: radius,
        mu: 0.2,
      }),
    );
    world.step(1e-3);
    // The rim moves to −x, so friction drives the ball to +x, and against its spin.
    near(upper.ball.velocity[0], 0.2 * G * 1e-3, 1e-8);
    near(upper.ball.angularVelocity[1], 4 - (0.2 * G * 1e-3 * radius) / 0.1, 1e-7);
    near(contact.forceOn('b')[0], 0.2 * G, 1e-4);
    near(contact.forceOn('b')[2], G, 1e-4);
  });

  it('PointSphereContact: a point slides off a smooth sphere at two thirds of its height', () => {
    const world = inSpace();
    const radius = 1;
    const start = 1e-3;
    const p = world.addParticle({ mass: 1, position: [Math.sin(start), 0, Math.cos(start)] });
    const { ground } = world;
    const [e1, e2, e3] = [X, Y, Z].map((axis) => ground.direction(axis)) as [never, never, never];
    const contact = world.add(
      new PointSphereContact({ p, centre: ground.point([0, 0, 0]), e1, e2, e3, radius, mu: 0 }),
    );
    do world.step(1 / 2000);
    while (contact.lambda[0] > 0 && world.time < 5);
    near(p.position[2], (2 / 3) * Math.cos(start), 2e-3);
  });
});
