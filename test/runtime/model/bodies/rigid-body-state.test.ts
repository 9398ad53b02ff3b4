import { Coincident2D } from 'holonomic/library';
import { describe, expect, it } from 'vitest';
import { gravity, World, type Force } from '../../../../runtime/index.js';
import { thrown } from '../../fixtures/thrown.js';
import { largestDifference } from '../../fixtures/oracle.js';

const force = (apply: () => void): Force => ({ apply });

describe('a rigid body in the plane', () => {
  it('shows its state', () => {
    const world = new World({ space: 2 });
    const body = world.addBody({
      mass: 2,
      inertia: 3,
      position: [1, 2],
      angle: Math.PI / 2,
      velocity: [4, 5],
      angularVelocity: 6,
    });
    expect([...body.position]).toEqual([1, 2]);
    expect([...body.velocity]).toEqual([4, 5]);
    expect([body.angle.value, body.angle.rate, body.orientation, body.angularVelocity]).toEqual([
      Math.PI / 2,
      6,
      Math.PI / 2,
      6,
    ]);
    expect([body.mass, body.inertia]).toEqual([2, 3]);
    expect(world.bodies).toEqual([body]);
    expect(world.particles).toEqual([]);
    expect(world.energy().kinetic).toBe(0.5 * 2 * 41 + 0.5 * 3 * 36);
    const point = body.point([1, 0]);
    expect(largestDifference(point.position, [1, 3])).toBeLessThan(1e-15);
    expect(largestDifference(point.velocity, [4 - 6, 5])).toBeLessThan(1e-14);
    const direction = body.direction([0, 1]);
    expect(largestDifference(direction.direction, [-1, 0])).toBeLessThan(1e-15);
    expect(largestDifference(direction.rate, [0, -6])).toBeLessThan(1e-14);
    body.position = [0, 0];
    body.velocity = [1, -1];
    body.orientation = 0;
    body.angularVelocity = 1;
    expect([...point.position]).toEqual([1, 0]);
    expect([...point.velocity]).toEqual([1, 0]);
    expect(body.angle.value).toBe(0);
    expect(() => (body.position = [1])).toThrow('Position of body #1 has 1 component, but needs 2.');
    expect([...body.position]).toEqual([0, 0]);
  });

  it('keeps its connectors where an angle or a number is assigned in their place', () => {
    const body = new World({ space: 2 }).addBody({ mass: 1, inertia: 1, position: [0, 0] });
    const { angle, x } = body;
    const untyped = body as object as { angle: unknown; x: unknown };
    expect(thrown(() => (untyped.angle = 0.3)).message).toBe(
      "'angle' of body #1 cannot be assigned. Assign its orientation, the same angle as a number.",
    );
    expect(thrown(() => (untyped.x = 2)).message).toBe("'x' of body #1 cannot be assigned. Assign its position.");
    expect([body.angle, body.x]).toEqual([angle, x]);
  });

  it('is pushed and turned by forces and torques', () => {
    const world = new World({ space: 2 });
    const body = world.addBody({ mass: 2, inertia: 4, position: [1, 1], angle: Math.PI / 2 });
    const end = body.point([1, 0]);
    world.addForce(
      force(() => {
        end.applyForce([8, 6]);
        body.applyForce([0, 2]);
        body.applyTorque(3);
        body.angle.applyForce(1);
      }),
    );
    world.evaluate();
    // The end is at (0, 1) from the centre of mass: torque 0·6 − 1·8, and 3, and 1.
    expect(largestDifference(world.accelerations, [4, 4, -1])).toBeLessThan(1e-14);
    body.mass = 4;
    body.inertia = 8;
    world.evaluate();
    expect(largestDifference(world.accelerations, [2, 2, -0.5])).toBeLessThan(1e-14);
  });

  it('swings as a physical pendulum does', () => {
    const world = new World({ space: 2, forces: [gravity([0, -10])] });
    const rod = world.addBody({ mass: 3, inertia: 3 / 12, position: [0.5, 0] });
    const pin = world.add(new Coincident2D({ a: rod.point([-0.5, 0]), b: world.ground.point([0, 0]) }));
    expect(world.degreesOfFreedom()).toBe(1);
    world.evaluate();
    // From the horizontal: θ'' = −3 g / 2 l, and the pin bears a quarter of the weight.
    expect(largestDifference(world.accelerations, [0, -7.5, -15])).toBeLessThan(1e-12);
    expect(largestDifference(pin.forceOn('a'), [0, 7.5])).toBeLessThan(1e-12);
  });
});

describe('a rigid body in space', () => {
  it('is pushed and turned by forces and torques in world axes', () => {
    const world = new World({ space: 3 });
    // A quarter turn about z: the body's x axis is the world's y axis.
    const body = world.addBody({
      mass: 2,
      inertia: [1, 2, 2.5],
      position: [1, 2, 3],
      orientation: [1, 0, 0, 1],
    });
    expect(largestDifference(body.orientation, [Math.SQRT1_2, 0, 0, Math.SQRT1_2])).toBeLessThan(1e-15);
    const end = body.point([1, 0, 0]);
    expect(largestDifference(end.position, [1, 3, 3])).toBeLessThan(1e-15);
    world.addForce(
      force(() => {
        end.applyForce([0, 0, 4]);
        body.applyForce([2, 0, 0]);
        body.applyTorque([0, 3, 5]);
      }),
    );
    world.evaluate();
    // The force at (0, 1, 0) turns with (4, 0, 0); about the world's x axis the body has Iyy, about
    // y Ixx.
    expect(largestDifference(world.accelerations, [1, 0, 2, 2, 3, 2])).toBeLessThan(1e-14);
    body.inertia = [2, 4, 5];
    expect(body.inertia).toEqual([
      [2, 0, 0],
      [0, 4, 0],
      [0, 0, 5],
    ]);
    world.evaluate();
    expect(largestDifference(world.accelerations, [1, 0, 2, 1, 1.5, 1])).toBeLessThan(1e-14);
  });

  it('takes the arrays that are assigned to its state, and so does a particle', () => {
    const world = new World({ space: 3 });
    const body = world.addBody({ mass: 1, inertia: [1, 1, 1], position: [0, 0, 0] });
    const particle = world.addParticle({ mass: 1, position: [0, 0, 0] });
    body.position = particle.position = [1, 2, 3];
    body.velocity = particle.velocity = [4, 5, 6];
    body.angularVelocity = [7, 8, 9];
    body.orientation = [0, 0, 0, 2];
    expect([...body.position, ...particle.position, ...body.orientation]).toEqual([1, 2, 3, 1, 2, 3, 0, 0, 0, 1]);
    expect([...body.velocity, ...particle.velocity, ...body.angularVelocity]).toEqual([4, 5, 6, 4, 5, 6, 7, 8, 9]);
    expect(() => (body.orientation = [0, 0, 0, 0])).toThrow('Orientation of body #1 is a quaternion of length zero.');
    expect(() => (particle.velocity = [1, 2])).toThrow('Velocity of particle #1 has 2 components, but needs 3.');
    expect(() => (body.angularVelocity = [1, NaN, 0])).toThrow(/^Angular velocity of body #1/);
  });
});
