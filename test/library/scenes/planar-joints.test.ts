import { describe, expect, it } from 'vitest';
import { gravity, World } from '../../../runtime/index.js';
import {
  AngleLock,
  Cam,
  Coincident2D,
  CogWheel,
  DrivenAngle,
  PointOnBodyEllipse,
  PointOnLine2D,
  Prismatic2D,
  RollingWheel,
  Skate,
  Weld2D,
} from 'holonomic/library';
import { G, near } from './near.js';
import { inGravity, turn } from './plane.js';

describe('rolling in the plane', () => {
  const slope = -0.3;
  const [radius, mass] = [0.4, 2];

  it.each(['RollingWheel', 'CogWheel'])('%s: a disc rolls down an incline at two thirds of g sin α', (name) => {
    const world = inGravity();
    const centre = turn(0, radius, slope);
    const wheel = world.addBody({ mass, inertia: (mass * radius ** 2) / 2, position: centre });
    const joint = {
      p: wheel.point([0, 0]),
      theta: wheel.angle,
      origin: world.ground.point([0, 0]),
      axis: world.ground.direction(turn(1, 0, slope)),
      base: world.ground.scalar(0),
      radius,
    };
    world.add(name === 'CogWheel' ? new CogWheel(joint) : new RollingWheel(joint));
    const before = world.energy().total;
    world.run({ until: 2, dt: 1 / 200 });
    const way = ((2 / 3) * G * Math.sin(-slope) * 2 ** 2) / 2;
    const [x, y] = turn(way, radius, slope);
    near(wheel.position[0], x, 1e-9);
    near(wheel.position[1], y, 1e-9);
    near(wheel.angle.value, -way / radius, 1e-8);
    near(world.energy().total, before, 1e-9);
  });

  it('Skate: a body that skates down an incline while it turns moves on a cycloid, and no work is done', () => {
    const [g, omega] = [3, 2];
    const world = new World({ space: 2, forces: [gravity([g, 0])] });
    const body = world.addBody({ mass: 2, inertia: 0.7, position: [0, 0], angularVelocity: omega });
    world.add(new Skate({ p: body.point([0, 0]), edge: body.direction([1, 0]) }));
    const before = world.energy().total;
    world.run({ until: 4, dt: 1 / 500 });
    const s = Math.sin(2 * omega * 4);
    near(body.position[0], (g / (4 * omega ** 2)) * (1 - Math.cos(2 * omega * 4)), 1e-7);
    near(body.position[1], (g / (2 * omega)) * (4 - s / (2 * omega)), 1e-7);
    near(world.energy().total, before, 1e-7);
  });
});

describe('sliders and welds', () => {
  it('Prismatic2D: a crank drives a piston', () => {
    const [crank, rod, omega] = [0.5, 1.5, 3];
    const world = inGravity();
    const { ground } = world;
    const arm = world.addBody({
      mass: 1,
      inertia: 0.1,
      position: [crank / 2, 0],
      angularVelocity: omega,
      velocity: [0, (omega * crank) / 2],
    });
    // At angle 0 the rod turns back at the rate −ω crank / rod.
    const rodRate = (-omega * crank) / rod;
    const link = world.addBody({
      mass: 1,
      inertia: 0.3,
      position: [crank + rod / 2, 0],
      velocity: [0, (omega * crank) / 2],
      angularVelocity: rodRate,
    });
    const piston = world.addBody({ mass: 2, inertia: 0.1, position: [crank + rod, 0] });
    world.add(new Coincident2D({ a: arm.point([-crank / 2, 0]), b: ground.point([0, 0]) }));
    world.add(new DrivenAngle({ theta: arm.angle, base: ground.scalar(0), speed: omega }));
    world.add(new Coincident2D({ a: arm.point([crank / 2, 0]), b: link.point([-rod / 2, 0]) }));
    world.add(new Coincident2D({ a: link.point([rod / 2, 0]), b: piston.point([0, 0]) }));
    world.add(
      new Prismatic2D({
        p: piston.point([0, 0]),
        alpha: piston.angle,
        origin: ground.point([0, 0]),
        normal: ground.direction([0, 1]),
        beta: ground.scalar(0),
      }),
    );
    expect(world.residual().velocity).toBeLessThan(1e-14);
    expect(world.degreesOfFreedom()).toBe(0);
    world.run({ until: 1, dt: 1 / 500 });
    const [x, y] = turn(crank, 0, omega);
    near(piston.position[0], x + Math.sqrt(rod ** 2 - y ** 2), 1e-7);
    near(piston.position[1], 0, 1e-8);
    near(piston.angle.value, 0, 1e-8);
  });

  it('Weld2D: two bodies fly and turn as one', () => {
    const world = new World({ space: 2 });
    const omega = 2;
    // Masses 1 and 3 at distances 0.9 and 0.3 from the common centre, which rests at the origin.
    const a = world.addBody({
      mass: 1,
      inertia: 0.1,
      position: [-0.9, 0],
      velocity: [0, -0.9 * omega],
      angularVelocity: omega,
    });
    const b = world.addBody({
      mass: 3,
      inertia: 0.2,
      position: [0.3, 0],
      velocity: [0, 0.3 * omega],
      angle: 0.5,
      angularVelocity: omega,
    });
    const at = turn(-0.3, 0, -0.5);
    world.add(new Weld2D({ a: a.point([0.9, 0]), alpha: a.angle, b: b.point(at), beta: b.angle, angle: -0.5 }));
    expect(world.degreesOfFreedom()).toBe(3);
    const before = world.energy().total;
    world.run({ until: 3, dt: 1 / 200 });
    const [x, y] = turn(-0.9, 0, omega * 3);
    near(a.position[0], x, 1e-6);
    near(a.position[1], y, 1e-6);
    near(a.angle.value - b.angle.value, -0.5, 1e-9);
    near(world.energy().total, before, 1e-7);
  });

  it('AngleLock: a clamped arm needs the torque of its weight', () => {
    const world = inGravity();
    const arm = world.addBody({ mass: 2, inertia: 0.1, position: [0.7, 0] });
    world.add(new Coincident2D({ a: arm.point([-0.7, 0]), b: world.ground.point([0, 0]) }));
    const lock = world.add(new AngleLock({ alpha: arm.angle, beta: world.ground.scalar(0) }));
    world.run({ until: 0.5, dt: 1 / 100 });
    near(arm.angle.value, 0, 1e-12);
    near(lock.forceOn('alpha')[0], 2 * G * 0.7, 1e-9);
  });
});

describe('curves of a body', () => {
  it('Cam: lifts a follower by its profile', () => {
    const world = new World({ space: 2 });
    const { ground } = world;
    const speed = 3;
    const cam = world.addBody({ mass: 1, inertia: 0.1, position: [0, 0], angularVelocity: speed });
    world.add(new Coincident2D({ a: cam.point([0, 0]), b: ground.point([0, 0]) }));
    world.add(new DrivenAngle({ theta: cam.angle, base: ground.scalar(0), speed }));
    const profile = (time: number): number => 0.5 + 0.1 * Math.cos(2 * (Math.PI / 2 - speed * time));
    const follower = world.addParticle({ mass: 1, position: [0, profile(0)] });
    world.add(new PointOnLine2D({ p: follower, origin: ground.point([0, 0]), normal: ground.direction([1, 0]) }));
    world.add(
      new Cam({ p: follower, centre: cam.point([0, 0]), u: cam.direction([1, 0]), radius: 0.5, lift: 0.1, lobes: 2 }),
    );
    world.run({ until: 2, dt: 1 / 500 });
    near(follower.position[1], profile(2), 1e-7);
    near(cam.angle.value, 6, 1e-9);
  });

  it('PointOnBodyEllipse: a bead on a hoop that swings keeps the energy of both', () => {
    const world = inGravity();
    const hoop = world.addBody({ mass: 1, inertia: 0.4, position: [0.3, -0.2], angle: 0.4, velocity: [0, 0] });
    world.add(new Coincident2D({ a: hoop.point(turn(-0.3, 0.2, -0.4)), b: world.ground.point([0, 0]) }));
    const [x, y] = turn(0.8, 0, 0.4);
    const bead = world.addParticle({ mass: 0.5, position: [0.3 + x, -0.2 + y] });
    world.add(
      new PointOnBodyEllipse({
        p: bead,
        centre: hoop.point([0, 0]),
        u: hoop.direction([1, 0]),
        semiX: 0.8,
        semiY: 0.5,
      }),
    );
    expect(world.residual().position).toBeLessThan(1e-14);
    expect(world.degreesOfFreedom()).toBe(2);
    const before = world.energy().total;
    world.run({ until: 3, dt: 1 / 1000 });
    near(world.energy().total, before, 1e-6);
    expect(world.residual().position).toBeLessThan(1e-8);
    expect(world.energy().kinetic).toBeGreaterThan(0.1);
  });
});
