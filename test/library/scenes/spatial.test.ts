import { describe, expect, it } from 'vitest';
import { dormandPrince, gravity, World, type RigidBody3DOptions } from '../../../runtime/index.js';
import {
  Coincident2D,
  Cylindrical,
  Hinge,
  HingeGear,
  HingeLock,
  HingeMotor,
  Prismatic3D,
  RollingDisc,
  RollingSphere,
  Screw,
  Universal,
  Weld3D,
} from 'holonomic/library';
import { G, near } from './near.js';

const X = [1, 0, 0];
const Y = [0, 1, 0];
const Z = [0, 0, 1];
const ORIGIN = [0, 0, 0];
const nearAll = (actual: ArrayLike<number>, expected: readonly number[], tolerance: number): void => {
  expected.forEach((value, i) => {
    near(actual[i]!, value, tolerance);
  });
};
const inGravity = (along = [0, 0, -G]) => new World({ space: 3, forces: [gravity(along)] });
type Body = ReturnType<typeof bodyIn>;
const bodyIn = (world: World, options: Partial<RigidBody3DOptions> = {}) =>
  world.addBody({ mass: 2, inertia: [0.2, 0.3, 0.4], position: ORIGIN, ...options });
/** Joins a body to the ground by an axle along z through `at`. */
const onAxle = (world: World, body: Body, local: readonly number[], at: readonly number[]) =>
  world.add(
    new Hinge({
      a: body.point(local),
      b: world.ground.point(at),
      axis: body.direction(Z),
      u: world.ground.direction(X),
      w: world.ground.direction(Y),
    }),
  );

describe('hinges', () => {
  it('Hinge: a pendulum in space moves like one in the plane', () => {
    const planar = new World({ space: 2, forces: [gravity([0, -G])] });
    const flat = planar.addBody({ mass: 2, inertia: 0.4, position: [0.7, 0] });
    planar.add(new Coincident2D({ a: flat.point([-0.7, 0]), b: planar.ground.point([0, 0]) }));
    const world = inGravity([0, -G, 0]);
    const body = bodyIn(world, { position: [0.7, 0, 0] });
    onAxle(world, body, [-0.7, 0, 0], ORIGIN);
    expect(world.degreesOfFreedom()).toBe(1);
    for (const each of [planar, world]) each.run({ until: 2, dt: 1 / 500 });
    nearAll(body.position, [flat.position[0], flat.position[1], 0], 1e-8);
  });

  it('HingeLock: the multiplier is the torque of a clamp', () => {
    const world = inGravity();
    const arm = bodyIn(world, { position: [0.7, 0, 0] });
    const { ground } = world;
    const [u, w] = [ground.direction(X), ground.direction(Z)];
    world.add(new Hinge({ a: arm.point([-0.7, 0, 0]), b: ground.point(ORIGIN), axis: arm.direction(Y), u, w }));
    const lock = world.add(new HingeLock({ side: arm.direction(X), u, w, angle: 0 }));
    world.run({ until: 0.5, dt: 1 / 100 });
    nearAll(arm.position, [0.7, 0, 0], 1e-12);
    near(lock.lambda[0], 2 * G * 0.7, 1e-8);
  });

  it('HingeMotor: lifts and lowers a weight, over several turns', () => {
    const world = inGravity([0, -G, 0]);
    const speed = 8;
    const arm = bodyIn(world, { position: [0.7, 0, 0], velocity: [0, 0.7 * speed, 0], angularVelocity: [0, 0, speed] });
    onAxle(world, arm, [-0.7, 0, 0], ORIGIN);
    const [u, w] = [world.ground.direction(X), world.ground.direction(Y)];
    const motor = world.add(new HingeMotor({ side: arm.direction(X), u, w, speed }));
    expect(world.residual().velocity).toBeLessThan(1e-14);
    world.run({ until: 2, dt: 1 / 500 });
    world.evaluate();
    nearAll(arm.position, [0.7 * Math.cos(16), 0.7 * Math.sin(16), 0], 1e-7);
    near(motor.lambda[0], 2 * G * 0.7 * Math.cos(16), 1e-5);
  });

  it('HingeGear: two wheels of which one is out of balance keep their ratio and their energy over full turns', () => {
    const world = inGravity([0, -G, 0]);
    const a = bodyIn(world, { position: [0.3, 0, 0], velocity: [0, 3, 0], angularVelocity: [0, 0, 10] });
    const b = bodyIn(world, { position: [2, 0, 0], angularVelocity: [0, 0, -5] });
    onAxle(world, a, [-0.3, 0, 0], ORIGIN);
    onAxle(world, b, ORIGIN, [2, 0, 0]);
    const [u, w] = [world.ground.direction(X), world.ground.direction(Y)];
    world.add(new HingeGear({ a: a.direction(X), ua: u, wa: w, b: b.direction(Y), ub: u, wb: w, ratio: -2 }));
    expect(world.residual().velocity).toBeLessThan(1e-14);
    const before = world.energy().total;
    world.run({ until: 2, dt: 1 / 1000 });
    near(a.angularVelocity[2], -2 * b.angularVelocity[2], 1e-8);
    near(world.energy().total, before, 1e-5);
    // The rate changes as the weight goes round.
    expect(Math.abs(a.angularVelocity[2] - 10)).toBeGreaterThan(0.1);
  });

  it('Universal: the driven shaft turns by tan θ₂ = cos β tan θ₁', () => {
    const world = new World({ space: 3 });
    const [beta, speed] = [0.5, 3];
    const [c, s] = [Math.cos(beta), Math.sin(beta)];
    const driver = bodyIn(world, { angularVelocity: [speed, 0, 0] });
    const driven = bodyIn(world, { angularVelocity: [speed * c * c, speed * c * s, 0], inertia: [0.3, 0.3, 0.3] });
    const { ground } = world;
    const bearing = (body: Body, axis: number[], across: number[]) =>
      world.add(
        new Hinge({
          a: body.point(ORIGIN),
          b: ground.point(ORIGIN),
          axis: body.direction(axis),
          u: ground.direction(across),
          w: ground.direction(Z),
        }),
      );
    bearing(driver, X, Y);
    bearing(driven, [c, s, 0], [-s, c, 0]);
    world.add(
      new Universal({
        a: driver.point(ORIGIN),
        b: driven.point(ORIGIN),
        u: driver.direction(Z),
        w: driven.direction([-s, c, 0]),
      }),
    );
    world.add(new HingeMotor({ side: driver.direction(Y), u: ground.direction(Y), w: ground.direction(Z), speed }));
    expect(world.residual()).toEqual({ position: 0, velocity: expect.closeTo(0, 14) as number });
    world.run({ until: 1, dt: 1 / 500 });
    // dθ₂/dθ₁ = cos β / (cos² θ₁ + cos² β sin² θ₁)
    const rate = (speed * c) / (Math.cos(speed) ** 2 + c ** 2 * Math.sin(speed) ** 2);
    nearAll(driven.angularVelocity, [rate * c, rate * s, 0], 1e-6);
  });
});

describe('sliders, screws and welds', () => {
  it('Prismatic3D: slides down an incline without turning', () => {
    const world = inGravity();
    const { ground } = world;
    const [c, s] = [Math.cos(0.4), Math.sin(0.4)];
    const body = bodyIn(world);
    world.add(
      new Prismatic3D({
        // Off the centre, so the guide has to bear a moment.
        p: body.point([0.2, 0.1, 0.3]),
        axis: body.direction([c, 0, -s]),
        side: body.direction(Y),
        origin: ground.point([0.2, 0.1, 0.3]),
        u: ground.direction(Y),
        w: ground.direction([s, 0, c]),
      }),
    );
    expect(world.degreesOfFreedom()).toBe(1);
    world.run({ until: 1, dt: 1 / 100 });
    nearAll(body.position, [(c * G * s) / 2, 0, (-s * G * s) / 2], 1e-9);
    nearAll(body.orientation, [1, 0, 0, 0], 1e-12);
  });

  it('Cylindrical: a bolt falls through its hole and goes on turning', () => {
    const world = inGravity();
    const { ground } = world;
    const bolt = bodyIn(world, { angularVelocity: [0, 0, 3] });
    world.add(
      new Cylindrical({
        p: bolt.point(ORIGIN),
        axis: bolt.direction(Z),
        origin: ground.point(ORIGIN),
        u: ground.direction(X),
        w: ground.direction(Y),
      }),
    );
    expect(world.degreesOfFreedom()).toBe(2);
    world.run({ until: 1, dt: 1 / 100 });
    nearAll(bolt.position, [0, 0, -G / 2], 1e-10);
    nearAll(bolt.angularVelocity, [0, 0, 3], 1e-10);
  });

  it('Screw: a heavy bolt turns itself down', () => {
    const world = inGravity();
    const { ground } = world;
    const [mass, inertia, pitch] = [2, 0.01, 0.1];
    const bolt = bodyIn(world, { mass, inertia: [0.02, 0.02, inertia] });
    world.add(
      new Screw({
        p: bolt.point(ORIGIN),
        axis: bolt.direction(Z),
        side: bolt.direction(X),
        origin: ground.point(ORIGIN),
        u: ground.direction(X),
        w: ground.direction(Y),
        pitch,
      }),
    );
    world.run({ until: 1, dt: 1 / 500 });
    const acceleration = (mass * G) / (mass + inertia * ((2 * Math.PI) / pitch) ** 2);
    near(bolt.position[2], -acceleration / 2, 1e-8);
    near(bolt.angularVelocity[2], (-acceleration * 2 * Math.PI) / pitch, 1e-7);
  });

  it('Weld3D: two bodies tumble as one', () => {
    const world = new World({ space: 3 });
    const omega = [0.7, -0.4, 1.1];
    const cross = (r: readonly number[]): number[] => [
      omega[1]! * r[2]! - omega[2]! * r[1]!,
      omega[2]! * r[0]! - omega[0]! * r[2]!,
      omega[0]! * r[1]! - omega[1]! * r[0]!,
    ];
    // The common centre rests at the origin.
    const [at, other] = [
      [-0.9, 0, 0],
      [0.3, 0, 0],
    ] as const;
    const a = bodyIn(world, { mass: 1, position: at, velocity: cross(at), angularVelocity: omega });
    const b = bodyIn(world, { mass: 3, position: other, velocity: cross(other), angularVelocity: omega });
    world.add(
      new Weld3D({
        a: a.point([0.9, 0, 0]),
        b: b.point([-0.3, 0, 0]),
        x: a.direction(X),
        y: a.direction(Y),
        v: b.direction(Y),
        w: b.direction(Z),
      }),
    );
    expect(world.residual()).toEqual({ position: 0, velocity: expect.closeTo(0, 14) as number });
    expect(world.degreesOfFreedom()).toBe(6);
    const before = world.energy().total;
    world.run({ until: 3, dt: 1 / 500 });
    nearAll(a.orientation, Array.from(b.orientation), 1e-8);
    nearAll(a.angularVelocity, Array.from(b.angularVelocity), 1e-8);
    near(world.energy().total, before, 1e-8);
    nearAll(
      a.position,
      Array.from(b.position, (x) => -3 * x),
      1e-8,
    );
    expect(Math.abs(a.angularVelocity[0] - omega[0]!)).toBeGreaterThan(0.01);
  });
});

describe('a rolling sphere', () => {
  const [mass, radius] = [1, 0.2];
  const moment = (2 / 5) * mass * radius ** 2;
  const ball = (world: World, options: object) => {
    const body = bodyIn(world, { mass, inertia: [moment, moment, moment], ...options });
    const axes = { e1: body.direction(X), e2: body.direction(Y), e3: body.direction(Z) };
    return { body, joint: { p: body.point(ORIGIN), ...axes, radius } };
  };

  it('rolls down an incline at five sevenths of g sin α', () => {
    const world = inGravity();
    const { ground } = world;
    const [c, s] = [Math.cos(0.4), Math.sin(0.4)];
    const { body, joint } = ball(world, { position: [radius * s, 0, radius * c] });
    world.add(
      new RollingSphere({
        ...joint,
        origin: ground.point(ORIGIN),
        u: ground.direction([c, 0, -s]),
        w: ground.direction(Y),
        normal: ground.direction([s, 0, c]),
      }),
    );
    expect(world.degreesOfFreedom()).toBe(3);
    const before = world.energy().total;
    world.run({ until: 1, dt: 1 / 500 });
    const way = ((5 / 7) * G * s) / 2;
    nearAll(body.position, [radius * s + way * c, 0, radius * c - way * s], 1e-8);
    near(world.energy().total, before, 1e-8);
  });

  it('goes round in circles on a turntable, at two sevenths of its rate', () => {
    const world = inGravity();
    const { ground } = world;
    const [rate, speed] = [7, 0.3];
    const table = bodyIn(world, { mass: 5, inertia: [1, 1, 2], angularVelocity: [0, 0, rate] });
    onAxle(world, table, ORIGIN, ORIGIN);
    world.add(
      new HingeMotor({ side: table.direction(X), u: ground.direction(X), w: ground.direction(Y), speed: rate }),
    );
    const { body, joint } = ball(world, {
      position: [1, 0, radius],
      velocity: [speed, 0, 0],
      angularVelocity: [rate / radius, speed / radius, 0],
    });
    world.add(
      new RollingSphere({
        ...joint,
        origin: table.point(ORIGIN),
        u: table.direction(X),
        w: table.direction(Y),
        normal: table.direction(Z),
      }),
    );
    expect(world.residual().velocity).toBeLessThan(1e-13);
    world.run({ until: 1, dt: 1 / 1000 });
    const k = (2 / 7) * rate;
    const at = [1 + (speed / k) * Math.sin(k), (speed / k) * (1 - Math.cos(k)), radius];
    nearAll(body.position, at, 1e-6);
  });
});

describe('RollingDisc', () => {
  const [m, r] = [2, 0.5];
  const [A, C] = [(m * r * r) / 4, (m * r * r) / 2];
  const rolled = (world: World, disc: Body) =>
    world.add(
      new RollingDisc({
        p: disc.point(ORIGIN),
        axis: disc.direction(Z),
        e1: disc.direction(X),
        e2: disc.direction(Y),
        origin: world.ground.point(ORIGIN),
        u: world.ground.direction(X),
        w: world.ground.direction(Y),
        normal: world.ground.direction(Z),
        radius: r,
      }),
    );

  it('goes round in a circle at a constant lean, as a coin does', () => {
    // With the axle at the angle θ from the vertical, the rate Ω of the circle and the rate n of the disc about its axle,
    // A Ω² sin θ cos θ − (C + m r²) n Ω sin θ = m g r cos θ, and the centre's circle has the radius −r n / Ω.
    const [theta, rate] = [1.1, 3];
    const [s, c] = [Math.sin(theta), Math.cos(theta)];
    const n = (A * rate * rate * s * c - m * G * r * c) / ((C + m * r * r) * rate * s);
    const rho = (-r * n) / rate;
    const world = new World({ space: 3, forces: [gravity([0, 0, -G])], integrator: dormandPrince({ rtol: 1e-10 }) });
    const axle = [s, 0, c];
    const up = [-c, 0, s];
    const disc = world.addBody({
      mass: m,
      inertia: [A, A, C],
      position: up.map((x) => r * x),
      orientation: [Math.cos(theta / 2), 0, Math.sin(theta / 2), 0],
      velocity: [0, -r * n, 0],
      angularVelocity: axle.map((x, i) => n * x + rate * s * up[i]!),
    });
    rolled(world, disc);
    expect(world.residual().position).toBeLessThan(1e-15);
    expect(world.residual().velocity).toBeLessThan(1e-14);
    expect(world.degreesOfFreedom()).toBe(3);
    world.run({ until: 1 });
    const turned = [Math.cos(rate), Math.sin(rate)];
    nearAll(disc.position, [-r * c - rho + rho * turned[0]!, rho * turned[1]!, r * s], 1e-6);
    nearAll(disc.direction(Z).direction, [s * turned[0]!, s * turned[1]!, c], 1e-6);
  });

  it('rolls down a slope upright at two thirds of the slope', () => {
    const world = new World({ space: 3, forces: [gravity([-3, 0, -G])] });
    const disc = world.addBody({
      mass: m,
      inertia: [A, A, C],
      position: [0, 0, r],
      orientation: [Math.SQRT1_2, -Math.SQRT1_2, 0, 0],
    });
    rolled(world, disc);
    world.run({ until: 1 });
    nearAll(disc.position, [-1, 0, r], 1e-9);
    nearAll(disc.angularVelocity, [0, -2 / r, 0], 1e-7);
  });
});
