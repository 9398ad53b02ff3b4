import { describe, expect, it } from 'vitest';
import { Coincident2D, Coincident3D, Distance2D } from '../../../generated/index.js';
import {
  bdf2,
  blockLDL,
  collide,
  conjugateGradient,
  conjugateResiduals,
  dense,
  dormandPrince,
  drag,
  gaussSeidel,
  gravity,
  implicitEuler,
  rattle,
  rk4,
  semiImplicitEuler,
  spring,
  velocityStep,
  World,
  type World as WorldType,
} from '../../../runtime/index.js';

const G = 9.81;

/** A support of infinite mass that moves at `speed`, and a bob that hangs from it by a rod. */
const hung = (options: Partial<ConstructorParameters<typeof WorldType>[0]>, speed = 0) => {
  const world = new World({ space: 2, forces: [gravity([0, -G]), drag(0.1)], ...options });
  const support = world.addParticle({ mass: Infinity, position: [0, 0], velocity: [speed, 0] });
  const bob = world.addParticle({ mass: 2, position: [1, 0], velocity: [speed, 0] });
  const rod = world.add(new Distance2D({ a: support, b: bob, length: 1 }));
  return { world, support, bob, rod };
};

describe('a particle of infinite mass', () => {
  it.each([rk4(), semiImplicitEuler(), velocityStep(), rattle(), dormandPrince(), implicitEuler(), bdf2()])(
    'keeps its velocity, with $name',
    (integrator) => {
      const { world, support, bob } = hung({ integrator }, 0.5);
      world.run({ until: 1, dt: 1 / 240 });
      expect([...support.velocity]).toEqual([0.5, 0]);
      expect(support.position[0]).toBeCloseTo(0.5, 12);
      expect(support.position[1]).toBe(0);
      expect(bob.position.every(Number.isFinite)).toBe(true);
      expect(bob.position[1]).toBeLessThan(-0.1);
      expect(world.warnings).toEqual([]);
    },
  );

  it.each([blockLDL(), dense(), conjugateGradient(), conjugateResiduals(), gaussSeidel()])(
    'is held like the ground, with $name',
    (solver) => {
      const { world, bob } = hung({ solver });
      const still = new World({ space: 2, forces: [gravity([0, -G]), drag(0.1)], solver });
      const other = still.addParticle({ mass: 2, position: [1, 0] });
      still.add(new Distance2D({ a: still.ground.point([0, 0]), b: other, length: 1 }));
      for (const each of [world, still]) each.run({ until: 1, dt: 1 / 240 });
      expect(Math.hypot(bob.position[0] - other.position[0], bob.position[1] - other.position[1])).toBeLessThan(1e-9);
    },
  );

  it('counts in no energy and no degree of freedom', () => {
    const { world, support, bob } = hung({}, 3);
    expect(support.mass).toBe(Infinity);
    expect(world.degreesOfFreedom()).toBe(1);
    expect(world.energy()).toEqual({ kinetic: 9, potential: 0, total: 9 });
    support.mass = 4;
    expect(world.energy().kinetic).toBe(27);
    expect(world.degreesOfFreedom()).toBe(3);
    support.mass = Infinity;
    bob.mass = Infinity;
    // Two bodies that nothing moves, and a row between them.
    world.step(0.01);
    expect([...bob.velocity]).toEqual([3, 0]);
    expect(world.degreesOfFreedom()).toBe(0);
    expect(world.energy().kinetic).toBe(0);
  });

  it('is in snapshots and their JSON', () => {
    const { world, support } = hung({});
    const json = JSON.stringify(world);
    support.mass = 1;
    world.restore(JSON.parse(json) as ReturnType<World['toJSON']>);
    expect(support.mass).toBe(Infinity);
    world.remove(world.constraints[0]!);
    world.remove(support);
    expect(support.mass).toBe(Infinity);
  });
});

describe('rigid bodies', () => {
  it('of infinite mass turn by their inertia alone', () => {
    const world = new World({ space: 2, forces: [gravity([0, -G])] });
    const flywheel = world.addBody({ mass: Infinity, inertia: 2, position: [0, 0], velocity: [0.1, 0] });
    world.addForce({
      apply: () => {
        flywheel.applyTorque(3);
      },
    });
    world.addForce({
      apply: () => {
        flywheel.applyForce([5, 5]);
      },
    });
    world.run({ until: 2, dt: 1 / 100 });
    expect([...flywheel.velocity]).toEqual([0.1, 0]);
    // ω = τ t / I
    expect(flywheel.angularVelocity).toBeCloseTo(3, 10);
    expect(world.energy().kinetic).toBeCloseTo(9, 9);
  });

  it('of infinite inertia do not turn, and fall', () => {
    const world = new World({ space: 3, forces: [gravity([0, 0, -G])] });
    const box = world.addBody({ mass: 2, inertia: Infinity, position: [0, 0, 0], angularVelocity: [0, 0, 2] });
    const anchor = world.ground.point([1, 0, 0]);
    world.addForce(spring({ a: anchor, b: box.point([0.5, 0, 0]), stiffness: 10, restLength: 0 }));
    world.run({ until: 0.5 });
    expect([...box.angularVelocity]).toEqual([0, 0, 2]);
    expect(box.orientation[3]).toBeCloseTo(Math.sin(0.5), 9);
    expect(box.velocity.every(Number.isFinite)).toBe(true);
    expect(box.velocity[2]).toBeLessThan(-1);
    expect(box.inertia[0]![0]).toBe(Infinity);
    box.inertia = [1, 1, 1];
    expect(box.inertia).toEqual([
      [1, 0, 0],
      [0, 1, 0],
      [0, 0, 1],
    ]);
    box.inertia = [Infinity, Infinity, Infinity];
    expect(world.energy().kinetic).toBeCloseTo(
      box.velocity.reduce((sum, x) => sum + x * x, 0),
      12,
    );
  });

  it('of both carry others like a handle', () => {
    const world = new World({ space: 3, forces: [gravity([0, 0, -G])], integrator: dormandPrince({ rtol: 1e-10 }) });
    const table = world.addBody({ mass: Infinity, inertia: Infinity, position: [0, 0, 0], angularVelocity: [0, 0, 1] });
    const bob = world.addBody({
      mass: 1,
      inertia: [1, 1, 1],
      position: [1, 0, 0],
      velocity: [0, 1, 0],
      angularVelocity: [0, 0, 1],
    });
    const joint = world.add(new Coincident3D({ a: table.point([1, 0, 0]), b: bob.point([0, 0, 0]) }));
    expect(world.degreesOfFreedom()).toBe(3);
    world.run({ until: Math.PI / 2 });
    expect(bob.position[0]).toBeCloseTo(0, 6);
    expect(bob.position[1]).toBeCloseTo(1, 6);
    world.evaluate();
    // m ω² r inwards, m g upwards
    const force = joint.forceOn('b');
    expect(Math.hypot(force[0], force[1])).toBeCloseTo(1, 5);
    expect(force[2]).toBeCloseTo(G, 6);
    const saved = world.snapshot();
    table.mass = 1;
    world.restore(saved);
    expect([table.mass, table.inertia[2]![2]]).toEqual([Infinity, Infinity]);
  });

  it.each([rk4(), rattle(), semiImplicitEuler(), velocityStep()])(
    'of both strike a light ball at twice their speed, thrust or swung, with $name',
    (integrator) => {
      const strike = (bat: { position: [number, number]; velocity?: [number, number]; angularVelocity?: number }) => {
        const world = new World({ space: 2, integrator });
        const club = world.addBody({ mass: Infinity, inertia: Infinity, ...bat });
        const ball = world.addBody({ mass: 0.1, inertia: 0.001, position: [0, 0] });
        const shapes = [
          { body: club, box: [0.2, 2] },
          { body: ball, disc: 0.1 },
        ] as const;
        collide(world, { shapes, restitution: 1 });
        world.run({ until: 1, dt: 1 / 60 });
        expect(world.warnings).toEqual([]);
        return ball.velocity[0];
      };
      expect(strike({ position: [-1, 0], velocity: [2, 0] })).toBeCloseTo(4, 5);
      expect(strike({ position: [-0.4, 0.8], angularVelocity: 2 })).toBeGreaterThan(3);
    },
  );

  it('have an angular velocity in body axes', () => {
    const world = new World({ space: 3 });
    const s = Math.SQRT1_2;
    // A quarter turn about z: body x is world y.
    const body = world.addBody({
      mass: 1,
      inertia: [1, 2, 2.5],
      position: [0, 0, 0],
      orientation: [s, 0, 0, s],
      localAngularVelocity: [3, 0, 1],
    });
    [0, 3, 1].forEach((rate, i) => {
      expect(body.angularVelocity[i]).toBeCloseTo(rate, 12);
    });
    expect(() =>
      world.addBody({
        mass: 1,
        inertia: [1, 1, 1],
        position: [0, 0, 0],
        angularVelocity: [0, 0, 1],
        localAngularVelocity: [0, 0, 1],
      }),
    ).toThrow(
      "The angular velocity of a body is given in world axes and in body axes. Give 'angularVelocity' or 'localAngularVelocity'.",
    );
  });
});

describe('a mass of zero', () => {
  const world = new World({ space: 2 });
  const space = new World({ space: 3 });
  it.each<[string, () => unknown]>([
    ['of a particle', () => world.addParticle({ mass: 0, position: [0, 0] })],
    ['of a body', () => world.addBody({ mass: 0, inertia: 1, position: [0, 0] })],
    ['of a body, its inertia', () => world.addBody({ mass: 1, inertia: 0, position: [0, 0] })],
    ['of a body in space', () => space.addBody({ mass: 0, inertia: [1, 1, 1], position: [0, 0, 0] })],
    ['that is set', () => (world.addParticle({ mass: 1, position: [0, 0] }).mass = 0)],
  ])('is refused: %s', (_, act) => {
    expect(act).toThrow(expect.objectContaining({ code: 'E_MASS' }));
  });

  it('is no infinite one in a snapshot', () => {
    const made = new World({ space: 2 });
    const body = made.addBody({ mass: 1, inertia: 1, position: [0, 0] });
    made.add(new Coincident2D({ a: body.point([0, 0]), b: made.ground.point([0, 0]) }));
    const saved = made.snapshot();
    const zero = { ...saved, bodies: [{ ...saved.bodies[0]!, params: Float64Array.of(0, 1) }] };
    expect(() => {
      made.restore(zero);
    }).toThrow(expect.objectContaining({ code: 'E_SNAPSHOT' }));
    expect(() => space.addBody({ mass: 1, inertia: [Infinity, Infinity, 1], position: [0, 0, 0] })).toThrow(
      expect.objectContaining({ code: 'E_NOT_FINITE' }),
    );
  });
});
