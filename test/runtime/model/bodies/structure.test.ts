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
} from '../../../../runtime/index.js';
import { BeadOnParabola } from '../../fixtures/bodies/bead-on-parabola.js';
import { HandWrittenPendulum } from '../../fixtures/bodies/pendulum.js';
import { largestDifference } from '../../fixtures/oracle.js';

describe('constraints between all kinds of bodies', () => {
  /**
   * Builds a chain: ground, rigid body, particle, parametric body. A rod from one end of the rigid
   * body to the other is redundant.
   */
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
    const pendulum = world.addBody(new HandWrittenPendulum({ length: 1, mass: 1.5 }, { theta: 1 }, { theta: 0.2 }));
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
      // The machine is put together only roughly.
      expect(expected.warnings.map(({ code }) => code)).toEqual(['W_ILLEGAL_START']);
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
    const pendulum = world.addBody(new HandWrittenPendulum({ length: 1, mass: 1 }, { theta: 0.5 }));
    const point = bodies[2]!.point([1, 0]);
    const rod = world.add(new Distance2D({ a: point, b: pendulum.points.bob, length: 2 }));
    world.step(0.01);
    world.evaluate();
    const [lambda, position] = [rod.lambda[0], [...point.position]];
    const removed = [...bodies[1]!.position];

    world.remove(bodies[1]!);
    expect(world.bodies).toEqual([bodies[0], bodies[2], pendulum]);
    expect(bodies.map(({ mass }) => mass)).toEqual([1, 2, 3]);
    expect([...bodies[1]!.position]).toEqual(removed);
    expect(bodies[1]!.removed).toBe(true);
    expect([...point.position]).toEqual(position);
    world.evaluate();
    expect(rod.lambda[0]).toBeCloseTo(lambda, 12);

    // An added particle shifts everything.
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
    const pendulum = world.addBody(new HandWrittenPendulum({ length: 1, mass: 1 }, { theta: 0.5 }, { theta: 2 }));
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
    }).toThrow('The snapshot was taken of a world with other bodies, handles or constraints.');
  });
});
