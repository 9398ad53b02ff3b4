import { describe, expect, it } from 'vitest';
import { assemble, torsionSpring, World } from '../../../runtime/index.js';
import {
  AngleLock,
  Coincident2D,
  CrankMotor,
  Distance2D,
  Gear,
  LinearMotor2D,
  Motor,
  OscillatingMotor,
  PlanetaryGear,
  PointBetween2D,
  Prismatic2D,
  Pulley2D,
  RackAndPinion,
} from 'holonomic/library';
import { G, near } from './near.js';
import { inGravity } from './plane.js';

describe('transmissions and motors', () => {
  const wheelOn = (world: World, inertia: number, x: number, angularVelocity = 0) => {
    const wheel = world.addBody({ mass: 1, inertia, position: [x, 0], angularVelocity });
    world.add(new Coincident2D({ a: wheel.point([0, 0]), b: world.ground.point([x, 0]) }));
    return wheel;
  };

  it("Gear, OscillatingMotor: the motor's multiplier is the torque it needs", () => {
    const world = new World({ space: 2 });
    const [a, b] = [wheelOn(world, 0.2, 0), wheelOn(world, 0.5, 1)];
    world.add(new Gear({ a: a.angle, b: b.angle, ratio: -2 }));
    const [speed, frequency] = [1.5, 4];
    const motor = world.add(new OscillatingMotor({ theta: a.angle, base: world.ground.scalar(0), speed, frequency }));
    world.run({ until: 1, dt: 1 / 500 });
    world.evaluate();
    const inertia = 0.2 + 0.5 / 4;
    near(motor.lambda[0], inertia * speed * frequency * Math.cos(frequency), 1e-7);
    near(a.angle.value, (speed / frequency) * (1 - Math.cos(frequency)), 1e-8);
    near(b.angle.value, -a.angle.value / 2, 1e-9);
  });

  it('Gear: two wheels on a spring swing as one inertia, and keep their energy', () => {
    const world = new World({ space: 2 });
    const [a, b] = [wheelOn(world, 0.2, 0), wheelOn(world, 0.5, 1)];
    const gear = world.add(new Gear({ a: a.angle, b: b.angle, ratio: -2 }));
    const stiffness = 3;
    world.addForce(torsionSpring({ a: a.angle, b: world.ground.scalar(0), stiffness, restAngle: 1 }));
    const before = world.energy().total;
    world.run({ until: 2, dt: 1 / 500 });
    // a swings about −1, its angle of rest, with the inertia of b reflected through the gear.
    const omega = Math.sqrt(stiffness / (0.2 + 0.5 / 4));
    near(a.angle.value, Math.cos(2 * omega) - 1, 1e-8);
    near(b.angle.value, -a.angle.value / 2, 1e-9);
    near(world.energy().total, before, 1e-8);
    // Its teeth do no work, so the torques on both are in the ratio of the angles.
    world.evaluate();
    near(gear.forceOn('a')[0] * a.angularVelocity + gear.forceOn('b')[0] * b.angularVelocity, 0, 1e-9);
    expect(Math.abs(gear.forceOn('a')[0])).toBeGreaterThan(0.1);
  });

  it('CrankMotor: its torque holds the weight on a rod, wherever the crank is put', () => {
    const world = inGravity();
    const [speed, length, mass] = [1.5, 0.7, 2];
    const pivot = world.ground.point([0.2, 0.1]);
    const bob = world.addParticle({ mass, position: [0.2 + length, 0.1] });
    world.add(new Distance2D({ a: pivot, b: bob, length }));
    const motor = world.add(new CrankMotor({ p: bob, o: pivot, speed }));
    assemble(world);
    world.run({ until: 1, dt: 1 / 500 });
    near(bob.position[0], 0.2 + length * Math.cos(speed), 1e-6);
    near(bob.position[1], 0.1 + length * Math.sin(speed), 1e-6);
    world.evaluate();
    // Across the rod, lambda times its length; no part of the rate changes, so the torque is that of the weight.
    const [fx, fy] = motor.forceOn('p') as unknown as readonly [number, number];
    const [x, y] = [bob.position[0] - 0.2, bob.position[1] - 0.1];
    near(x * fy - y * fx, mass * G * length * Math.cos(speed), 1e-5);
    near(x * fx + y * fy, 0, 1e-9);
  });

  it('PointBetween: a weight on a beam presses on its ends as the lever says', () => {
    const world = inGravity();
    const [a, b] = [world.ground.point([-1, 0]), world.ground.point([2, 0.5])];
    const weight = world.addParticle({ mass: 2, position: [-0.25, 0.125] });
    const beam = world.add(new PointBetween2D({ p: weight, a, b, share: 0.25 }));
    world.run({ until: 0.1, dt: 1 / 100 });
    world.evaluate();
    near(weight.position[0], -0.25, 1e-12);
    near(beam.forceOn('a')[1], -0.75 * 2 * G, 1e-9);
    near(beam.forceOn('b')[1], -0.25 * 2 * G, 1e-9);
  });

  it('Motor: the work of its torque lifts a weight', () => {
    const world = inGravity();
    const [speed, arm, inertia] = [1.5, 0.7, 0.2];
    const crank = world.addBody({
      mass: 2,
      inertia,
      position: [arm, 0],
      velocity: [0, speed * arm],
      angularVelocity: speed,
    });
    world.add(new Coincident2D({ a: crank.point([-arm, 0]), b: world.ground.point([0, 0]) }));
    const motor = world.add(new Motor({ theta: crank.angle, base: world.ground.scalar(0), speed }));
    const before = world.energy().total;
    const [dt, until] = [1 / 200, 1];
    let work = 0;
    world.evaluate();
    let last = motor.forceOn('theta')[0];
    world.run({
      until,
      dt,
      onStep: () => {
        world.evaluate();
        const torque = motor.forceOn('theta')[0];
        near(torque, 2 * G * arm * Math.cos(crank.angle.value), 1e-5);
        work += ((last + torque) / 2) * speed * dt;
        last = torque;
      },
    });
    near(world.energy().total - before, 2 * G * arm * Math.sin(speed), 1e-7);
    near(work, world.energy().total - before, 1e-4);
  });

  it('Motor: turns many times at its speed', () => {
    const world = new World({ space: 2 });
    const fan = wheelOn(world, 0.2, 0, 20);
    const motor = world.add(new Motor({ theta: fan.angle, base: world.ground.scalar(0), speed: 20 }));
    world.run({ until: 3, dt: 1 / 200 });
    near(fan.angle.value, 60, 1e-9);
    near(motor.lambda[0], 0, 1e-9);
  });

  it('PlanetaryGear: a driven sun and a held ring turn the carrier', () => {
    const world = new World({ space: 2 });
    // Sun and ring see each other from the carrier in the ratio −3: ω_c = ω_s / 4 with the ring at
    // rest.
    const [sun, ring, carrier] = [wheelOn(world, 0.1, 0, 8), wheelOn(world, 0.5, 0), wheelOn(world, 0.3, 0, 2)];
    world.add(new PlanetaryGear({ a: sun.angle, b: ring.angle, carrier: carrier.angle, ratio: -3 }));
    world.add(new AngleLock({ alpha: ring.angle, beta: world.ground.scalar(0) }));
    expect(world.residual().velocity).toBeLessThan(1e-14);
    world.run({ until: 2, dt: 1 / 100 });
    near(carrier.angle.value, 4, 1e-9);
    near(sun.angle.value, 16, 1e-9);
  });

  it('RackAndPinion: a rack falls as its pinion lets it', () => {
    const world = inGravity();
    const pinion = wheelOn(world, 0.3, 0);
    const rack = world.addBody({ mass: 2, inertia: 0.1, position: [0.5, 0] });
    const [origin, base] = [world.ground.point([0, 0]), world.ground.scalar(0)];
    world.add(
      new Prismatic2D({
        p: rack.point([0, 0]),
        alpha: rack.angle,
        origin: world.ground.point([0.5, 0]),
        normal: world.ground.direction([1, 0]),
        beta: base,
      }),
    );
    const axis = world.ground.direction([0, 1]);
    world.add(new RackAndPinion({ rack: rack.point([0, 0]), origin, axis, base, theta: pinion.angle, radius: 0.5 }));
    const before = world.energy().total;
    world.run({ until: 1, dt: 1 / 100 });
    const way = (2 * G) / (2 + 0.3 / 0.5 ** 2) / 2;
    near(rack.position[1], -way, 1e-9);
    near(pinion.angle.value, -way / 0.5, 1e-9);
    near(world.energy().total, before, 1e-9);
  });
});

describe('ropes and lifts', () => {
  it('Pulley2D: a tackle with two parts of the rope on one side moves as Atwood has it', () => {
    const [light, heavy, ratio] = [1, 3, 2];
    const world = inGravity();
    const a = world.addParticle({ mass: light, position: [-1, -2] });
    const b = world.addParticle({ mass: heavy, position: [1, -1] });
    const rope = world.add(
      new Pulley2D({
        a,
        pulleyA: world.ground.point([-1, 0]),
        b,
        pulleyB: world.ground.point([1, 0]),
        ratio,
        length: 4,
      }),
    );
    const before = world.energy().total;
    world.run({ until: 0.5, dt: 1 / 200 });
    // ratio · (displacement of b) = −(displacement of a); with the tension S: m ẍa = S − m g, M ẍb
    // = ratio S − M g.
    const acceleration = ((ratio * light - heavy) * G) / (ratio ** 2 * light + heavy);
    near(b.position[1], -1 + (acceleration * 0.5 ** 2) / 2, 1e-9);
    near(a.position[1], -2 - (ratio * acceleration * 0.5 ** 2) / 2, 1e-9);
    world.evaluate();
    near(rope.forceOn('a')[1], light * (G - ratio * acceleration), 1e-8);
    near(world.energy().total, before, 1e-9);
  });

  it('LinearMotor2D: a lift rises at its speed, and the motor bears its weight', () => {
    const [mass, speed] = [50, 1.5];
    const world = inGravity();
    const lift = world.addBody({ mass, inertia: 4, position: [0, 0], velocity: [0, speed] });
    const rail = { p: lift.point([0, 0]), origin: world.ground.point([0, 0]) };
    const guide = world.add(
      new Prismatic2D({
        ...rail,
        alpha: lift.angle,
        normal: world.ground.direction([1, 0]),
        beta: world.ground.scalar(0),
        angle: 0,
      }),
    );
    const motor = world.add(new LinearMotor2D({ ...rail, axis: world.ground.direction([0, 1]), speed }));
    const before = world.energy().total;
    world.run({ until: 2, dt: 1 / 200 });
    near(lift.position[1], 2 * speed, 1e-9);
    world.evaluate();
    near(motor.lambda[0], mass * G, 1e-7);
    near(Math.max(...guide.lambda.map(Math.abs)), 0, 1e-9);
    near(world.energy().total - before, mass * G * 2 * speed, 1e-6);
  });
});
