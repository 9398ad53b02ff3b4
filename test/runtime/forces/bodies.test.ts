import { Coincident2D } from 'holonomic/library';
import { describe, expect, it } from 'vitest';
import { constantForce, drag, spring, torque, torsionSpring, World } from '../../../runtime/index.js';
import { HandWrittenPendulum } from '../fixtures/bodies/pendulum.js';
import { largestDifference } from '../fixtures/oracle.js';
import { thrown } from '../fixtures/thrown.js';

const STEP = 1 / 1000;

describe('drag', () => {
  const [c, mass] = [0.6, 2];

  it('slows particles and bodies of the plane at their centres of mass, and neither turns nor swings', () => {
    const world = new World({ space: 2, forces: [drag(c)] });
    const bodies = [3, -1].map((angularVelocity, i) =>
      world.addBody({ mass, inertia: 0.3, position: [i, 0], angle: i, velocity: [4, -2 - i], angularVelocity }),
    );
    const particle = world.addParticle({ mass, position: [0, 5], velocity: [1, 1] });
    const pendulum = world.addBody(new HandWrittenPendulum({ length: 0.5, mass }, { theta: 1 }, { theta: 2 }));
    world.run({ until: 1, dt: STEP });
    const left = Math.exp(-c / mass);
    bodies.forEach((body, i) => {
      expect(largestDifference(body.velocity, [4 * left, (-2 - i) * left])).toBeLessThan(1e-11);
      expect(body.angularVelocity).toBe([3, -1][i]);
    });
    expect(largestDifference(particle.velocity, [left, left])).toBeLessThan(1e-11);
    // A body without a centre of mass of its own is not affected.
    expect(pendulum.rates.theta).toBe(2);
  });

  it('slows bodies of space, and they tumble on as without', () => {
    const tumbling = (world: World) =>
      world.addBody({
        mass,
        inertia: [0.1, 0.2, 0.25],
        position: [0, 0, 0],
        velocity: [1, -2, 3],
        angularVelocity: [0.1, 3, 0.2],
      });
    const [calm, windy] = [new World({ space: 3 }), new World({ space: 3, forces: [drag(c)] })];
    const [free, slowed] = [tumbling(calm), tumbling(windy)];
    for (const world of [calm, windy]) world.run({ until: 1, dt: STEP });
    const left = Math.exp(-c / mass);
    expect(largestDifference(slowed.velocity, [left, -2 * left, 3 * left])).toBeLessThan(1e-11);
    expect([...slowed.angularVelocity]).toEqual([...free.angularVelocity]);
    expect(largestDifference(free.velocity, [1, -2, 3])).toBeLessThan(1e-14);
  });

  it('acts on given points of bodies, and brakes their rotation', () => {
    const world = new World({ space: 2 });
    const pendulum = world.addBody(new HandWrittenPendulum({ length: 0.5, mass }, { theta: 1 }, { theta: 2 }));
    const wheel = world.addBody({ mass: 1, inertia: 0.3, position: [2, 1], angularVelocity: 4 });
    world.add(new Coincident2D({ a: wheel.point([0, 0]), b: world.ground.point([2, 1]) }));
    world.addForce(drag(c, [pendulum.points.bob, wheel.point([0.7, 0])]));
    world.run({ until: 1, dt: STEP });
    expect(pendulum.rates.theta).toBeCloseTo(2 * Math.exp(-c / mass), 11);
    expect(wheel.angularVelocity).toBeCloseTo(4 * Math.exp((-c * 0.7 ** 2) / 0.3), 10);
  });
});

describe('torque', () => {
  it('spins up a body of the plane', () => {
    const world = new World({ space: 2 });
    const body = world.addBody({ mass: 2, inertia: 0.4, position: [1, 2], angularVelocity: -1 });
    const motor = world.addForce(torque(body, 3));
    world.run({ until: 1, dt: STEP });
    expect(body.angularVelocity).toBeCloseTo(-1 + 3 / 0.4, 11);
    expect(body.angle.value).toBeCloseTo(-1 + 3 / 0.4 / 2, 11);
    expect([...body.position]).toEqual([1, 2]);
    world.remove(motor);
    world.run({ until: 2, dt: STEP });
    expect(body.angularVelocity).toBeCloseTo(-1 + 3 / 0.4, 11);
  });

  it('acts about world axes in space, whichever way the body is turned', () => {
    const world = new World({ space: 3 });
    // Turned by a quarter about x: the third axis of the body is −y of the world.
    const orientation = [Math.SQRT1_2, Math.SQRT1_2, 0, 0];
    const body = world.addBody({ mass: 2, inertia: [0.2, 0.3, 0.4], position: [0, 0, 0], orientation });
    world.addForce(torque(body, [0, 3, 0]));
    world.run({ until: 1, dt: STEP });
    expect(largestDifference(body.angularVelocity, [0, 3 / 0.4, 0])).toBeLessThan(1e-8);
    expect(world.energy().kinetic).toBeCloseTo((0.4 * (3 / 0.4) ** 2) / 2, 7);
  });

  it('changes the angular momentum of a tumbling body by its impulse', () => {
    const world = new World({ space: 3 });
    const moments = [0.2, 0.3, 0.4];
    const body = world.addBody({ mass: 2, inertia: moments, position: [0, 0, 0], angularVelocity: [1, -2, 0.5] });
    const momentum = (): number[] => {
      const axes = [
        [1, 0, 0],
        [0, 1, 0],
        [0, 0, 1],
      ].map((axis) => body.direction(axis).direction);
      const L = [0, 0, 0];
      axes.forEach((axis, i) => {
        const along =
          axis[0] * body.angularVelocity[0] + axis[1] * body.angularVelocity[1] + axis[2] * body.angularVelocity[2];
        for (let k = 0; k < 3; k++) L[k]! += moments[i]! * along * axis[k]!;
      });
      return L;
    };
    const before = momentum();
    const t = [0.3, -0.1, 0.2];
    world.addForce(torque(body, t));
    world.run({ until: 2, dt: STEP });
    expect(
      largestDifference(
        momentum(),
        before.map((entry, k) => entry + 2 * t[k]!),
      ),
    ).toBeLessThan(1e-10);
  });

  it('has to fit the space of the body', () => {
    const planar = new World({ space: 2 }).addBody({ mass: 1, inertia: 1, position: [0, 0] });
    const spatial = new World({ space: 3 }).addBody({ mass: 1, inertia: [1, 1, 1], position: [0, 0, 0] });
    expect(thrown(() => torque(planar as never, [0, 0, 1])).code).toBe('E_NUMBER');
    expect(thrown(() => torque(spatial as never, 1)).code).toBe('E_VECTOR');
    const pendulum = new HandWrittenPendulum({ length: 1, mass: 1 }, { theta: 0 });
    expect(thrown(() => torque(pendulum as never, 1)).code).toBe('E_TORQUE_TARGET');
  });
});

describe('torsionSpring', () => {
  it('swings a wheel at √(k/I) about its angle of rest, damped as it should, past full turns', () => {
    const world = new World({ space: 2 });
    const [inertia, stiffness, damping, rest] = [0.3, 4, 0.2, 7];
    const wheel = world.addBody({ mass: 1, inertia, position: [0, 0] });
    world.addForce(torsionSpring({ a: world.ground.scalar(0), b: wheel.angle, stiffness, damping, restAngle: rest }));
    expect(world.energy().potential).toBeCloseTo((stiffness * rest ** 2) / 2, 12);
    world.run({ until: 3, dt: STEP });
    const decay = damping / (2 * inertia);
    const omega = Math.sqrt(stiffness / inertia - decay ** 2);
    const swing = Math.cos(3 * omega) + (decay / omega) * Math.sin(3 * omega);
    expect(wheel.angle.value).toBeCloseTo(rest * (1 - Math.exp(-3 * decay) * swing), 8);
  });

  it('joins two bodies, or a body and a coordinate, and keeps energy and angular momentum', () => {
    const world = new World({ space: 2 });
    const [one, two] = [0.5, 1.1].map((inertia, i) => world.addBody({ mass: 1, inertia, position: [i, 0], angle: i }));
    const pendulum = world.addBody(new HandWrittenPendulum({ length: 0.5, mass: 2 }, { theta: 1 }));
    world.addForce(torsionSpring({ a: one!.angle, b: two!.angle, stiffness: 5 }));
    world.addForce(torsionSpring({ a: two!.angle, b: pendulum.scalars.theta, stiffness: 3, restAngle: 0.5 }));
    const before = world.energy().total;
    world.run({ until: 2, dt: STEP });
    expect(world.energy().total).toBeCloseTo(before, 10);
    expect(Math.abs(one!.angularVelocity)).toBeGreaterThan(0.1);
    const momentum = 0.5 * one!.angularVelocity + 1.1 * two!.angularVelocity + 2 * 0.5 ** 2 * pendulum.rates.theta;
    expect(momentum).toBeCloseTo(0, 12);
  });
});

describe('forces on points off the centre of mass', () => {
  it('push and turn a body in space as work and impulse say', () => {
    const world = new World({ space: 3 });
    const body = world.addBody({ mass: 2, inertia: [0.2, 0.3, 0.4], position: [0, 0, 0], angularVelocity: [1, 0, 2] });
    const end = body.point([0.4, -0.1, 0.2]);
    world.addForce(constantForce(end, [0.5, 0, -1]));
    world.addForce(spring({ a: world.ground.point([1, 1, 1]), b: end, stiffness: 6, restLength: 0.3 }));
    const before = world.energy().total;
    world.run({ until: 2, dt: STEP });
    expect(world.energy().total).toBeCloseTo(before, 9);
    expect(world.energy().kinetic).toBeGreaterThan(1);
    expect(largestDifference(body.velocity, [0, 0, 0])).toBeGreaterThan(0.1);
  });
});
