import { Coincident2D, Coincident3D, Distance2D, Distance3D } from 'holonomic/library';
import { describe, expect, it } from 'vitest';
import {
  blockLDL,
  conjugateGradient,
  dense,
  gaussSeidel,
  gravity,
  World,
  type Constraint,
  type Force,
} from '../../../runtime/index.js';
import { BeadOnParabola } from '../fixtures/bodies/bead-on-parabola.js';
import { PendulumByHand } from '../fixtures/bodies/pendulum.js';
import { PolarParticle } from '../fixtures/bodies/polar-particle.js';
import { largestDifference } from '../fixtures/oracle.js';

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
    body.position.set([0, 0]);
    body.orientation = 0;
    body.angularVelocity = 1;
    expect([...point.position]).toEqual([1, 0]);
    expect(body.angle.value).toBe(0);
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
    // The force at (0, 1, 0) turns with (4, 0, 0); about the world's x axis the body has Iyy, about y Ixx.
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
});

describe('constraints between all kinds of bodies', () => {
  /** A chain ground – rigid – particle – parametric, with a rod from one end of the rigid body to the other, which is redundant. */
  function machine(solver = dense()): World {
    const world = new World({ space: 2, forces: [gravity([0, -9.81])], solver, onWarning: () => undefined });
    const body = world.addBody({
      mass: 2,
      inertia: 0.4,
      position: [0.5, 0],
      angularVelocity: 0.1,
      velocity: [0, 0.05],
    });
    const particle = world.addParticle({ mass: 1, position: [1.5, 0.5] });
    const pendulum = world.addBody(new PendulumByHand({ length: 1, mass: 1.5 }, { theta: 1 }, { theta: 0.2 }));
    const [left, right] = [body.point([-0.5, 0]), body.point([0.5, 0])];
    const joints: Constraint[] = [
      new Coincident2D({ a: left, b: world.ground.point([0, 0]) }),
      new Distance2D({ a: left, b: right, length: 1 }),
      new Distance2D({ a: right, b: particle, length: Math.hypot(0.5, 0.5) }),
      new Distance2D({ a: particle, b: pendulum.points.bob, length: 1.2 }),
      new Coincident2D({ a: right, b: right }),
    ];
    for (const joint of joints) world.add(joint);
    return world;
  }

  it('leave the right number of degrees of freedom, redundant joints of a body with itself among them', () => {
    expect(machine().degreesOfFreedom()).toBe(3 + 2 + 1 - 4);
  });

  it.each([blockLDL(), conjugateGradient(), conjugateGradient({ preconditioner: 'blockJacobi' }), gaussSeidel()])(
    'are solved alike by $name',
    (solver) => {
      const expected = machine();
      const world = machine(solver);
      for (let i = 0; i < 20; i++) {
        expected.step(0.01);
        world.step(0.01);
      }
      expected.evaluate();
      world.evaluate();
      expect(expected.warnings).toEqual([]);
      const scale = Math.max(...expected.accelerations.map(Math.abs));
      expect(scale).toBeGreaterThan(1);
      expect(largestDifference(world.accelerations, expected.accelerations) / scale).toBeLessThan(1e-9);
    },
  );
});

describe('the structure of a world with bodies', () => {
  it('keeps the state of others when one in the middle goes', () => {
    const world = new World({ space: 2, forces: [gravity([0, -9.81])] });
    const bodies = [1, 2, 3].map((i) =>
      world.addBody({ mass: i, inertia: i, position: [i, 0], angle: i, angularVelocity: i }),
    );
    const pendulum = world.addBody(new PendulumByHand({ length: 1, mass: 1 }, { theta: 0.5 }));
    const point = bodies[2]!.point([1, 0]);
    const rod = world.add(new Distance2D({ a: point, b: pendulum.points.bob, length: 2 }));
    world.step(0.01);
    world.evaluate();
    const [lambda, position] = [rod.lambda[0]!, [...point.position]];
    const removed = [...bodies[1]!.position];

    world.remove(bodies[1]!);
    expect(world.bodies).toEqual([bodies[0], bodies[2], pendulum]);
    expect(bodies.map(({ mass }) => mass)).toEqual([1, 2, 3]);
    expect([...bodies[1]!.position]).toEqual(removed);
    expect(bodies[1]!.removed).toBe(true);
    expect([...point.position]).toEqual(position);
    world.evaluate();
    expect(rod.lambda[0]).toBeCloseTo(lambda, 12);

    // A particle that comes shifts everything.
    world.addParticle({ mass: 1, position: [9, 9] });
    expect([...point.position]).toEqual(position);
    expect(pendulum.coordinates.theta).not.toBe(0.5);
    world.evaluate();
    expect(rod.lambda[0]).toBeCloseTo(lambda, 12);
    world.step(0.01);
    world.add(new Distance2D({ a: point, b: bodies[0]!.point([0, 0]), length: 2 }));
    world.step(0.01);
    expect(world.residual().position).toBeGreaterThan(0);
  });

  it('lets a removed body come back, to the same world or another', () => {
    const world = new World({ space: 2 });
    const pendulum = world.addBody(new PendulumByHand({ length: 1, mass: 1 }, { theta: 0.5 }, { theta: 2 }));
    world.remove(pendulum);
    const other = new World({ space: 2 });
    other.addBody(pendulum);
    expect(pendulum.removed).toBe(false);
    other.step(0.1);
    expect(pendulum.coordinates.theta).toBeCloseTo(0.7, 12);
  });

  it('frees connectors of a constraint that goes', () => {
    const world = new World({ space: 3 });
    const body = world.addBody({ mass: 1, inertia: [1, 1, 1], position: [0, 0, 0] });
    const end = body.point([1, 0, 0]);
    const rod = world.add(new Distance3D({ a: end, b: world.ground.point([3, 0, 0]), length: 2 }));
    expect(world.degreesOfFreedom()).toBe(5);
    world.remove(rod);
    expect(world.degreesOfFreedom()).toBe(6);
    world.add(new Coincident3D({ a: end, b: world.ground.point([1, 0, 0]) }));
    expect(world.degreesOfFreedom()).toBe(3);
    world.step(0.1);
    expect([...body.position]).toEqual([0, 0, 0]);
  });

  it('holds thousands of bodies', () => {
    const world = new World({ space: 2 });
    const bodies = Array.from({ length: 3000 }, (_, i) =>
      world.addBody({ mass: 1 + i, inertia: 2, position: [i, 0], velocity: [0, i] }),
    );
    expect(bodies[2999]!.mass).toBe(3000);
    world.step(0.5);
    expect([...bodies[2999]!.position]).toEqual([2999, 1499.5]);
    expect([...bodies[0]!.position]).toEqual([0, 0]);
  });
});

describe('a parametric body', () => {
  it('has its coordinates, rates and parameters by name, in and out of a world', () => {
    const pendulum = new PendulumByHand({ length: 2, mass: 3 }, { theta: 0.5 }, { theta: 0.1 });
    const check = (): void => {
      expect(pendulum.coordinates.theta).toBe(0.5);
      expect(pendulum.rates.theta).toBe(0.1);
      expect(pendulum.params).toMatchObject({ length: 2, mass: 3 });
      expect(pendulum.scalars.theta.value).toBe(0.5);
      expect(pendulum.scalars.theta.rate).toBe(0.1);
      expect(largestDifference(pendulum.points.bob.position, [2 * Math.sin(0.5), -2 * Math.cos(0.5)])).toBe(0);
    };
    check();
    const world = new World({ space: 2 });
    world.addBody(new PendulumByHand({ length: 1, mass: 1 }, { theta: 0 }));
    expect(world.addBody(pendulum)).toBe(pendulum);
    check();
    world.remove(pendulum);
    check();
    pendulum.coordinates.theta = 1;
    pendulum.rates.theta = 2;
    expect(pendulum.scalars.theta.value).toBe(1);
    expect(pendulum.scalars.theta.rate).toBe(2);
  });

  it('moves by its present parameters', () => {
    const world = new World({ space: 2, forces: [gravity([0, -10])] });
    const pendulum = world.addBody(new PendulumByHand({ length: 1, mass: 1 }, { theta: 0.5 }));
    world.evaluate();
    expect(world.accelerations[0]).toBeCloseTo(-10 * Math.sin(0.5), 12);
    pendulum.params.length = 4;
    world.evaluate();
    expect(world.accelerations[0]).toBeCloseTo(-2.5 * Math.sin(0.5), 12);
  });

  it('takes forces on its points and coordinates', () => {
    const world = new World({ space: 2 });
    const pendulum = world.addBody(new PendulumByHand({ length: 2, mass: 1 }, { theta: 0 }));
    world.addForce(
      force(() => {
        pendulum.points.bob.applyForce([3, 7]);
        pendulum.scalars.theta.applyForce(2);
      }),
    );
    world.evaluate();
    expect(world.accelerations[0]).toBe((2 * 3 + 2) / 4);
  });

  it('names where its mass matrix is singular, and stays as it was', () => {
    const world = new World({ space: 2 });
    const polar = world.addBody(new PolarParticle({ mass: 1 }, { r: 0.1, phi: 1 }, { r: 0, phi: 0 }));
    world.step(0.1);
    polar.coordinates.r = 0;
    expect(() => {
      world.step(0.1);
    }).toThrow(
      "The mass matrix of PolarParticle #1 is not positive definite at r = 0, phi = 1: with 'phi' there is a motion that moves no mass. " +
        "Give positive mass or inertia to what 'phi' moves, or keep the body out of this configuration.",
    );
    expect(world.time).toBe(0.1);
    polar.coordinates.r = 0.1;
    polar.params.mass = 0;
    expect(() => {
      world.evaluate();
    }).toThrow("with 'r' there is");
    polar.params.mass = 1;
    world.step(0.1);
  });

  it('does not leave the range of its coordinates', () => {
    expect(() => new PendulumByHand({ length: 1, mass: 1 }, { theta: 5 })).toThrow(
      "Coordinate 'theta' of Pendulum is 5 rad. It must be between -4 and 4 rad",
    );
    const world = new World({ space: 2 });
    const pendulum = world.addBody(new PendulumByHand({ length: 1, mass: 1 }, { theta: 3.9 }, { theta: 10 }));
    expect(() => {
      pendulum.coordinates.theta = -5;
    }).toThrow("Coordinate 'theta' of Pendulum #1 is -5 rad.");
    expect(() => {
      world.step(0.1);
    }).toThrow("Coordinate 'theta' of Pendulum #1 is 4.9 rad.");
    expect(pendulum.coordinates.theta).toBe(3.9);
    expect(world.time).toBe(0);
    world.step(0.01);
    expect(pendulum.coordinates.theta).toBeCloseTo(4, 12);
  });
});

describe('a snapshot', () => {
  it('includes state, masses and parameters of bodies, and goes on to the last bit', () => {
    const build = () => {
      const world = new World({ space: 3, forces: [gravity([0, 0, -9.81])] });
      const body = world.addBody({ mass: 2, inertia: [1, 2, 2.5], position: [1, 0, 0], angularVelocity: [1, 2, 3] });
      const bead = world.addBody(new BeadOnParabola({ mass: 1, k: 1, stiffness: 2 }, { u: 0.4 }));
      world.add(new Distance3D({ a: body.point([0, 1, 0]), b: bead.points.bead, length: 1.3 }));
      return { world, body, bead };
    };
    const first = build();
    first.world.run({ until: 0.3, dt: 1 / 100 });
    first.body.mass = 3;
    const snapshot = structuredClone(first.world.snapshot());
    first.world.run({ until: 0.6, dt: 1 / 100 });
    const bits = ({ world, body, bead }: ReturnType<typeof build>): number[] => [
      ...body.position,
      ...body.orientation,
      ...body.angularVelocity,
      bead.coordinates.u,
      world.energy().total,
    ];
    const expected = bits(first);
    const second = build();
    second.bead.params.k = 7;
    second.body.inertia = [3, 3, 3];
    second.world.restore(snapshot);
    expect(second.body.mass).toBe(3);
    expect(second.bead.params.k).toBe(1);
    second.world.run({ until: 0.6, dt: 1 / 100 });
    expect(bits(second)).toEqual(expected);

    const other = new World({ space: 3 });
    other.addBody({ mass: 2, inertia: [1, 2, 2.5], position: [1, 0, 0] });
    expect(() => {
      other.restore(snapshot);
    }).toThrow('The snapshot was taken of a world with other bodies or constraints.');
  });
});
