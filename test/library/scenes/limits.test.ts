import { describe, expect, it } from 'vitest';
import { torque, velocityStep, World, gravity } from '../../../runtime/index.js';
import {
  AngleLimit,
  Brake,
  Clutch,
  Coincident2D,
  Coincident3D,
  DistanceRange2D,
  Hinge,
  HingeBrake,
  HingeLimit,
  LimitedHingeMotor,
  LimitedLinearMotor2D,
  LimitedMotor,
  LinearBrake2D,
  PointOnLine2D,
  PrismaticLimit2D,
  PulleyRope2D,
  Ratchet,
  Rope3D,
  Servo,
  SwingLimit,
} from 'holonomic/library';
import { G, near } from './near.js';

const X = [1, 0, 0];
const Y = [0, 1, 0];
const Z = [0, 0, 1];
const H = 1 / 240;

const plane = (acceleration = [0, -G]) =>
  new World({ space: 2, forces: [gravity(acceleration)], integrator: velocityStep() });
const inertia = 0.5;
/** A shaft at the origin of a plane world. */
const shaftIn = (world: World, angularVelocity = 0) => {
  const shaft = world.addBody({ mass: 1, inertia, position: [0, 0], angularVelocity });
  world.add(new Coincident2D({ a: shaft.point([0, 0]), b: world.ground.point([0, 0]) }));
  return shaft;
};
/** A door in space on a hinge along z, with its centre 0.7 m from it, and side and frame of the hinge. */
const doorIn = (acceleration: readonly number[], rates: object = {}) => {
  const world = new World({ space: 3, forces: [gravity(acceleration)], integrator: velocityStep() });
  const body = world.addBody({ mass: 2, inertia: [0.2, 0.3, 0.4], position: [0.7, 0, 0], ...rates });
  const { ground } = world;
  const [u, w] = [ground.direction(X), ground.direction(Y)];
  world.add(new Hinge({ a: body.point([-0.7, 0, 0]), b: ground.point([0, 0, 0]), axis: body.direction(Z), u, w }));
  return { world, body, side: body.direction(X), u, w };
};
const DOOR = 0.4 + 2 * 0.7 ** 2;

describe('limits', () => {
  it('Rope3D, in space: a weight that falls is caught, and its tension is the weight', () => {
    const world = new World({ space: 3, forces: [gravity([0, 0, -G])], integrator: velocityStep() });
    const p = world.addParticle({ mass: 3, position: [0, 0, -0.5] });
    const rope = world.add(new Rope3D({ a: world.ground.point([0, 0, 0]), b: p, length: 1 }));
    world.run({ until: 0.3, dt: H });
    expect(rope.lambda[0]).toBe(0);
    world.run({ until: 1, dt: H });
    near(p.position[2], -1, 1e-8);
    near(rope.lambda[0], 3 * G, 1e-10);
  });

  it('PulleyRope2D: pulls the lighter load up, and lets it fly on when the heavier one lands', () => {
    const world = plane();
    const [a, b] = [
      world.addParticle({ mass: 1, position: [0, -2] }),
      world.addParticle({ mass: 3, position: [1, -1] }),
    ];
    const { ground } = world;
    const rope = world.add(
      new PulleyRope2D({ a, pulleyA: ground.point([0, 0]), b, pulleyB: ground.point([1, 0]), length: 3 }),
    );
    world.add(
      new PrismaticLimit2D({ p: b, origin: ground.point([0, 0]), axis: ground.direction([0, 1]), low: -1.5, high: 0 }),
    );
    // Atwood: a = g (3 − 1) / 4, tension 2 · 1 · 3 g / 4.
    world.run({ until: 0.25, dt: 1 / 2400 });
    near(a.velocity[1], (G / 2) * 0.25, 1e-10);
    near(rope.lambda[0], 1.5 * G, 1e-10);
    const lands = Math.sqrt((2 * 0.5) / (G / 2));
    world.run({ until: lands + 0.1, dt: 1 / 2400 });
    expect(rope.lambda[0]).toBe(0);
    near(b.position[1], -1.5, 1e-6);
    near(a.velocity[1], (G / 2) * lands - G * 0.1, 5e-3);
  });

  it('DistanceRange2D: stops on both sides', () => {
    const world = plane([0, 0]);
    const a = world.addParticle({ mass: 1, position: [0, 0] });
    const b = world.addParticle({ mass: 2, position: [1, 0], velocity: [3, 0] });
    const range = world.add(new DistanceRange2D({ a, b, low: 0.5, high: 1.5 }));
    world.run({ until: 1, dt: H });
    near(b.position[0] - a.position[0], 1.5, 1e-8);
    near(a.velocity[0], 2, 1e-10);
    a.velocity[0] = 6;
    world.run({ until: 2, dt: H });
    near(b.position[0] - a.position[0], 0.5, 1e-8);
    near(b.velocity[0], (6 + 2 * 2) / 3, 1e-10);
    for (const force of range.lambda) near(force, 0, 1e-9);
  });

  it('AngleLimit: a driven shaft stops, over several turns, and the multiplier is the torque', () => {
    const world = plane();
    const shaft = shaftIn(world);
    world.addForce(torque(shaft, 4));
    const limit = world.add(new AngleLimit({ theta: shaft.angle, base: world.ground.scalar(0), low: -1, high: 7 }));
    world.run({ until: 3, dt: H });
    near(shaft.angle.value, 7, 1e-8);
    near(limit.lambda[0], 0, 0.5e-12);
    near(limit.lambda[1]!, 4, 1e-7);
  });

  it('HingeLimit: a door stops at either end', () => {
    const { world, body, side, u, w } = doorIn([0, -G, 0]);
    const limit = world.add(new HingeLimit({ side, u, w, low: -2.5, high: -0.5 }));
    // Violated at the beginning: the angle is 0.
    world.remove(limit);
    const stop = world.add(new HingeLimit({ side, u, w, low: -0.5, high: 2.5 }));
    world.run({ until: 2, dt: H });
    near(Math.atan2(body.position[1], body.position[0]), -0.5, 1e-6);
    near(stop.lambda[0], 2 * G * 0.7 * Math.cos(0.5), 1e-4);
  });

  it('SwingLimit: a ball joint opens as far as its cone', () => {
    const world = new World({ space: 3, forces: [gravity([0, 0, -G])], integrator: velocityStep() });
    const arm = world.addBody({ mass: 2, inertia: [0.2, 0.3, 0.4], position: [0, 0.7, 0] });
    const { ground } = world;
    world.add(new Coincident3D({ a: arm.point([0, -0.7, 0]), b: ground.point([0, 0, 0]) }));
    const limit = world.add(new SwingLimit({ direction: arm.direction(Y), axis: ground.direction(Y), largest: 0.6 }));
    world.run({ until: 1.5, dt: H });
    near(Math.atan2(-arm.position[2], arm.position[1]), 0.6, 1e-5);
    near(limit.lambda[0] * Math.sin(0.6), 2 * G * 0.7 * Math.cos(0.6), 1e-3);
  });

  it('Ratchet: turns forwards only', () => {
    const world = plane();
    const shaft = shaftIn(world, 2);
    const ratchet = world.add(new Ratchet({ theta: shaft.angle, base: world.ground.scalar(0) }));
    world.run({ until: 1, dt: H });
    near(shaft.angle.value, 2, 1e-12);
    world.addForce(torque(shaft, -1.5));
    world.run({ until: 3, dt: H });
    // It stops after 2 I / 1.5 s.
    near(shaft.angle.value, 2 + (0.5 * inertia * 4) / 1.5, 5e-3);
    near(ratchet.lambda[0], 1.5, 1e-12);
    near(shaft.angularVelocity, 0, 1e-14);
  });
});

describe('motors, brakes and clutches with a largest torque', () => {
  it('LimitedMotor: comes to speed with its largest torque, then needs less, and stalls', () => {
    const world = plane();
    const shaft = shaftIn(world);
    const motor = world.add(
      new LimitedMotor({ theta: shaft.angle, base: world.ground.scalar(0), speed: 6, torque: 2 }),
    );
    world.run({ until: 1, dt: H });
    near(shaft.angularVelocity, 2 / inertia, 1e-12);
    near(motor.lambda[0], 2, 1e-12);
    world.run({ until: 2, dt: H });
    near(shaft.angularVelocity, 6, 1e-12);
    near(motor.lambda[0], 0, 1e-12);
    world.addForce(torque(shaft, -3));
    world.run({ until: 3, dt: H });
    near(shaft.angularVelocity, 6 - 1 / inertia, 1e-12);
    near(motor.lambda[0], 2, 1e-12);
  });

  it('LimitedHingeMotor: turns a door with its largest torque', () => {
    const { world, body, side, u, w } = doorIn([0, 0, 0]);
    world.add(new LimitedHingeMotor({ side, u, w, speed: 2, torque: 1.2 }));
    world.run({ until: 0.5, dt: 1 / 2000 });
    near(body.angularVelocity[2], (1.2 / DOOR) * 0.5, 1e-4);
    world.run({ until: 4, dt: H });
    near(body.angularVelocity[2], 2, 1e-9);
  });

  it('HingeBrake: slows a door evenly, and holds it', () => {
    const { world, body, side, u, w } = doorIn([0, 0, 0], { velocity: [0, 1.4, 0], angularVelocity: [0, 0, 2] });
    world.add(new HingeBrake({ side, u, w, torque: 1.2 }));
    world.run({ until: 1, dt: 1 / 2000 });
    near(body.angularVelocity[2], 2 - 1.2 / DOOR, 1e-4);
    world.run({ until: 4, dt: H });
    near(body.angularVelocity[2], 0, 1e-12);
  });

  it('LimitedLinearMotor2D: a cylinder lifts what it can', () => {
    const world = plane();
    const p = world.addParticle({ mass: 2, position: [0, 0] });
    const { ground } = world;
    const [origin, axis] = [ground.point([0, 0]), ground.direction([0, 1])];
    world.add(new PointOnLine2D({ p, origin, normal: ground.direction([1, 0]) }));
    const motor = world.add(new LimitedLinearMotor2D({ p, origin, axis, speed: 1, force: 25 }));
    world.run({ until: 0.1, dt: H });
    near(p.velocity[1], (25 / 2 - G) * 0.1, 1e-12);
    world.run({ until: 1, dt: H });
    near(p.velocity[1], 1, 1e-12);
    near(motor.lambda[0], 2 * G, 1e-11);
  });

  it('LinearBrake2D: a load slips when it is heavier than the brake is strong', () => {
    const world = plane();
    const p = world.addParticle({ mass: 2, position: [0, 0] });
    const { ground } = world;
    const [origin, axis] = [ground.point([0, 0]), ground.direction([0, 1])];
    const brake = world.add(new LinearBrake2D({ p, origin, axis, force: 20 }));
    world.run({ until: 1, dt: H });
    near(p.position[1], 0, 1e-14);
    brake.params.force = 15;
    world.run({ until: 2, dt: H });
    near(p.velocity[1], 15 / 2 - G, 1e-12);
  });

  it('Brake, Clutch: two wheels reach one speed, at the rate that the torque allows', () => {
    const world = plane();
    const [a, b] = [shaftIn(world, 9), shaftIn(world)];
    const clutch = world.add(new Clutch({ alpha: a.angle, beta: b.angle, torque: 1.5 }));
    world.run({ until: 1, dt: H });
    near(a.angularVelocity, 6, 1e-12);
    near(b.angularVelocity, 3, 1e-12);
    world.run({ until: 2, dt: H });
    near(a.angularVelocity, 4.5, 1e-12);
    near(b.angularVelocity, 4.5, 1e-12);
    near(clutch.lambda[0], 0, 1e-12);
    world.add(new Brake({ theta: b.angle, base: world.ground.scalar(0), torque: 3 }));
    world.run({ until: 3, dt: H });
    // The brake takes 3 N m; through the clutch comes half of what both lose.
    near(b.angularVelocity, 1.5, 1e-12);
    near(a.angularVelocity, 1.5, 1e-12);
    near(clutch.lambda[0], -1.5, 1e-11);
  });

  it('Servo: a soft one holds within its torque, and gives way beyond', () => {
    const world = plane();
    const shaft = shaftIn(world);
    const servo = world.add(
      new Servo(
        { theta: shaft.angle, base: world.ground.scalar(0), angle: 0, torque: 2 },
        { compliance: 0.1, damping: 3 },
      ),
    );
    const load = torque(shaft, 1);
    world.addForce(load);
    world.run({ until: 10, dt: H });
    near(shaft.angle.value, 0.1, 1e-9);
    near(servo.lambda[0], -1, 1e-9);
    world.addForce(torque(shaft, 2));
    world.run({ until: 11, dt: H });
    near(servo.lambda[0], -2, 1e-12);
    expect(shaft.angularVelocity).toBeGreaterThan(1);
  });
});
