import { AngleLock, Coincident2D, Hinge, HingeMotor } from 'holonomic/library';
import { describe, expect, it } from 'vitest';
import { collide, gravity, hingeInputs, rk4, velocityStep, World } from '../../../runtime/index.js';

/*
 * What sticks on what turns: material points of two surfaces that turn with each other describe arcs,
 * and a step along tangents would let them part by (h ω)² r / 2 each time.
 */

const G = 9.81;
const quiet = { integrator: velocityStep(), onWarning: () => undefined };

/** A crate 0.8 m from the axis of a table that turns at half of the limit of friction. */
function turntable(rate: number, until: number): { radius: number; ahead: number; said: number } {
  const world = new World({ space: 3, forces: [gravity([0, 0, -G])], ...quiet });
  const [radius, mu] = [0.8, 0.5];
  const omega = Math.sqrt((mu * G) / 2 / radius);
  const spin = [0, 0, omega];
  const table = world.addBody({ mass: 50, inertia: [10, 10, 20], position: [0, 0, -0.1], angularVelocity: spin });
  const crate = world.addBody({
    mass: 1,
    inertia: [0.01, 0.01, 0.01],
    position: [radius, 0, 0.1],
    velocity: [0, radius * omega, 0],
    angularVelocity: spin,
  });
  const { joint, turn } = hingeInputs({ a: table, b: world.ground, at: [0, 0, 0], axis: [0, 0, 1] });
  world.add(new Hinge(joint));
  world.add(new HingeMotor({ ...turn, speed: omega }));
  collide(world, {
    shapes: [
      { body: table, box: [3, 3, 0.2] },
      { body: crate, box: [0.2, 0.2, 0.2] },
    ],
    friction: mu,
  });
  world.run({ until, dt: 1 / rate });
  const [x, y] = crate.position;
  const angle = Math.atan2(y, x) - omega * world.time;
  return {
    radius: Math.hypot(x, y),
    ahead: radius * Math.atan2(Math.sin(angle), Math.cos(angle)),
    said: world.warnings.length,
  };
}

describe('a crate on a turntable, at half of the limit of friction', () => {
  it.each([60, 240])('stays at its radius, in steps of 1/%i s', (rate) => {
    const until = 10;
    const { radius, ahead, said } = turntable(rate, until);
    const turn = Math.sqrt((0.25 * G) / 0.8) / rate;
    // What is left is of the next order: (h ω)⁴ r / 8 a step outwards, (h ω)³ r / 6 along the circle.
    expect(radius - 0.8).toBeGreaterThan(-1e-6);
    expect(radius - 0.8).toBeLessThan(1.2 * until * rate * 0.8 * (turn ** 4 / 8) + 1e-6);
    expect(Math.abs(ahead)).toBeLessThan(1.2 * until * rate * 0.8 * (turn ** 3 / 6) + 1e-6);
    expect(said).toBe(0);
  });
});

describe('a crate on a plank that rocks', () => {
  it.each([60, 240])('does not creep, in steps of 1/%i s', (rate) => {
    const world = new World({ space: 2, forces: [gravity([0, -G])], ...quiet });
    const [size, omega] = [0.2, 3];
    const plank = world.addBody({ mass: 20, inertia: 10, position: [0, 0], angularVelocity: size * omega });
    world.add(new Coincident2D({ a: plank.point([0, 0]), b: world.ground.point([0, 0]) }));
    const hand = world.handle({
      value: (t: number) => size * Math.sin(omega * t),
      rate: (t: number) => size * omega * Math.cos(omega * t),
      acceleration: (t: number) => -size * omega ** 2 * Math.sin(omega * t),
    });
    world.add(new AngleLock({ alpha: plank.angle, beta: hand }));
    const crate = world.addBody({
      mass: 1,
      inertia: 0.01,
      position: [0.8, 0.15],
      velocity: [-0.15 * size * omega, 0.8 * size * omega],
      angularVelocity: size * omega,
    });
    collide(world, {
      shapes: [
        { body: plank, box: [4, 0.1] },
        { body: crate, box: [0.2, 0.2] },
      ],
      friction: 0.7,
    });
    let most = 0;
    world.run({
      until: 30,
      dt: 1 / rate,
      onStep: () => {
        const [c, s] = [Math.cos(plank.angle.value), Math.sin(plank.angle.value)];
        most = Math.max(most, Math.abs(c * crate.position[0] + s * crate.position[1] - 0.8));
      },
    });
    expect(most).toBeLessThan(rate === 60 ? 3e-4 : 3e-5);
    // The drive supplies what equations take: no warning is due.
    expect(world.warnings).toEqual([]);
  });
});

describe('what turns by more than a radian a step', () => {
  const q = Math.SQRT1_2;
  const radius = 0.35;
  const inertia = [0.7, 1.225, 0.7];
  const orientation = [q, 0, 0, q];
  const lying = { cylinder: [0.2, radius], orientation };
  const shapes = { sphere: { sphere: radius }, cylinder: lying, capsule: { capsule: [0.2, radius], orientation } };
  const h = 1 / 60;

  it.each(Object.keys(shapes) as (keyof typeof shapes)[])('rolls on without being braked or lifted: a %s', (name) => {
    for (const integrator of [velocityStep(), velocityStep({ order: 2 }), velocityStep({ theta: 0.5 }), rk4()])
      for (const speed of [20, 30, 100]) {
        const world = new World({ space: 3, forces: [gravity([0, 0, -G])], integrator });
        const motion = { velocity: [speed, 0, 0], angularVelocity: [0, speed / radius, 0] };
        const body = world.addBody({ mass: 20, inertia, position: [0, 0, radius], ...motion });
        collide(world, { shapes: [{ plane: [0, 0, 1] }, { body, ...shapes[name] }], friction: 1 });
        let most = 0;
        world.run({ until: 2, dt: h, onStep: () => (most = Math.max(most, Math.abs(body.position[2] - radius))) });
        expect(most).toBeLessThan(1e-7);
        expect(Math.hypot(body.velocity[0] - speed, body.velocity[1], body.velocity[2])).toBeLessThan(1e-6 * speed);
        expect(world.warnings).toEqual([]);
      }
  });

  it('carries a car as fast as before', () => {
    for (const speed of [30, 100]) {
      const world = new World({ space: 3, forces: [gravity([0, 0, -G])], ...quiet, contactTolerance: 0 });
      const velocity = [speed, 0, 0];
      const car = world.addBody({ mass: 1000, inertia: [300, 1200, 1300], position: [0, 0, 0.7], velocity });
      const wheels = [-1.2, 1.2].flatMap((x) =>
        [-0.8, 0.8].map((y) => {
          const at = [x, y, radius];
          const angularVelocity = [0, speed / radius, 0];
          const wheel = world.addBody({ mass: 20, inertia, position: at, velocity, angularVelocity });
          world.add(new Hinge(hingeInputs({ a: wheel, b: car, at, axis: [0, 1, 0] }).joint));
          return { body: wheel, ...lying };
        }),
      );
      collide(world, { shapes: [{ plane: [0, 0, 1] }, ...wheels], friction: 1 });
      world.run({ until: 1, dt: h });
      expect(Math.hypot(car.velocity[0] - speed, car.velocity[1], car.velocity[2])).toBeLessThan(1e-6 * speed);
      expect(Math.abs(car.position[2] - 0.7)).toBeLessThan(1e-6);
    }
  });

  it('lets nothing else pass through walls, nor past sensors', () => {
    for (const start of [-7.3, -6.9, -6.5]) {
      const world = new World({ space: 3, ...quiet });
      // Ten parts of a step.
      world.addBody({ mass: 1, inertia, position: [0, 9, 0], angularVelocity: [0, 9.5 / h, 0] });
      const bullet = world.addBody({ mass: 1, inertia: [1, 1, 1], position: [start, 0, 0], velocity: [300, 0, 0] });
      const collisions = collide(world, {
        shapes: [
          { box: [0.001, 2, 2] },
          { box: [0.01, 1, 1], at: [-1, 0, 0], sensor: true },
          { body: bullet, sphere: 0.02 },
        ],
        friction: 0,
      });
      let met = 0;
      world.run({
        until: 5 * h,
        dt: h,
        onStep: () => {
          for (const { sensor } of collisions.began) if (sensor) met++;
        },
      });
      expect(bullet.position[0]).toBeCloseTo(-0.0205, 6);
      expect(met).toBe(1);
    }
  });
});

describe('contacts are shown where shapes are, not where the step began', () => {
  const down = [0, 0, -1];
  it.each([
    ['a sphere that rolls', { sphere: 0.35 }, 5 / 0.35],
    ['a cylinder that rolls', { cylinder: [0.2, 0.35], orientation: [Math.SQRT1_2, 0, 0, Math.SQRT1_2] }, 5 / 0.35],
    ['a box that slides', { box: [0.7, 0.7, 0.7] }, 0],
  ] as const)('of %s', (_, shape, spin) => {
    const world = new World({ space: 3, forces: [gravity([0, 0, -G])], ...quiet });
    const body = world.addBody({
      mass: 20,
      inertia: [0.7, 1.2, 0.7],
      position: [0, 0, 0.35],
      velocity: [5, 0, 0],
      angularVelocity: [0, spin, 0],
    });
    const friction = spin > 0 ? 1 : 0;
    const collisions = collide(world, { shapes: [{ plane: [0, 0, 1] }, { body, ...shape }], friction });
    world.run({ until: 0.5, dt: 1 / 60 });
    const { position } = body;
    const places = collisions.contacts.map((one) => one.position);
    const middle = position.map((x, c) => places.reduce((sum, place) => sum + place[c]!, 0) / places.length - x);
    middle.forEach((x, c) => {
      expect(x).toBeCloseTo(0.35 * down[c]!, 9);
    });
    for (const { gap } of collisions.contacts) expect(Math.abs(gap)).toBeLessThan(1e-9);
  });

  it('of a disc that rolls in the plane', () => {
    const world = new World({ space: 2, forces: [gravity([0, -G])], ...quiet });
    const disc = world.addBody({
      mass: 1,
      inertia: 0.08,
      position: [0, 0.4],
      velocity: [5, 0],
      angularVelocity: -12.5,
    });
    const collisions = collide(world, {
      shapes: [
        { box: [50, 1], at: [0, -0.5] },
        { body: disc, disc: 0.4 },
      ],
    });
    world.run({ until: 0.5, dt: 1 / 60 });
    const [contact] = collisions.contacts;
    expect(contact!.position[0] - disc.position[0]).toBeCloseTo(0, 9);
    expect(contact!.position[1]).toBeCloseTo(0, 9);
  });
});
