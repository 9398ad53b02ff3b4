import { Hinge, Pendulum, Weld2D } from 'holonomic/library';
import { describe, expect, it } from 'vitest';
import { dormandPrince, gravity, torque, World, type RigidBody3D } from '../../../../runtime/index.js';
import { thrown } from '../../fixtures/thrown.js';

const near = (values: readonly number[], digits = 12): number[] =>
  values.map((x) => expect.closeTo(x, digits) as number);
const TILTED = [0.5, -0.1, 0.7, 0.3];

function block(orientation = TILTED, inertia = [1, 1, 2]): { world: World; body: RigidBody3D } {
  const world = new World({ space: 3, integrator: dormandPrince({ rtol: 1e-11, atol: 1e-12 }) });
  return { world, body: world.addBody({ mass: 2, inertia, position: [1, 2, 3], orientation }) };
}

describe('frames', () => {
  it('convert vectors and points as the connectors of a body do, in the plane and in space', () => {
    const plane = new World({ space: 2 }).addBody({ mass: 1, inertia: 1, position: [1, 2], angle: 2.2 });
    const cases = [
      [plane, [0.6, -0.8]],
      [block().body, [0.48, -0.64, 0.6]],
    ] as const;
    for (const [body, local] of cases) {
      const vector = body.vectorToWorldFrame(local);
      expect([...vector]).toEqual(near([...body.direction(local).direction]));
      expect([...body.vectorToLocalFrame(vector)]).toEqual(near(local));
      const point = body.pointToWorldFrame(local);
      expect([...point]).toEqual(near([...body.point(local).position]));
      expect([...body.pointToLocalFrame(point)]).toEqual(near(local));
    }
    expect(thrown(() => plane.vectorToWorldFrame([1, 2, 3])).code).toBe('E_DIMENSION');
    expect(thrown(() => plane.pointToLocalFrame([NaN, 0])).code).toBe('E_NOT_FINITE');
  });

  it('show the angular velocity of a symmetric top going round in body axes', () => {
    const { world, body } = block();
    body.localAngularVelocity = [0.3, 0, 2];
    expect(Math.hypot(...body.angularVelocity)).toBeCloseTo(Math.hypot(0.3, 2), 14);
    world.run({ until: 1.5 });
    // Euler's equations with I = (1, 1, 2): the part across the axis turns at (I₃ − I₁) ω₃ / I₁ = 2.
    expect([...body.localAngularVelocity]).toEqual(near([0.3 * Math.cos(3), 0.3 * Math.sin(3), 2], 8));
    expect(thrown(() => (body.localAngularVelocity = [1, 2])).code).toBe('E_DIMENSION');
  });
});

describe('accelerations', () => {
  it('are known for each particle and body after an evaluation', () => {
    const world = new World({ space: 2, forces: [gravity([0, -10])] });
    const pendulum = world.addBody(new Pendulum({ length: 2, mass: 3 }, { theta: 0.5 }));
    const wheel = world.addBody({ mass: 2, inertia: 0.5, position: [0, 0] });
    const p = world.addParticle({ mass: 1, position: [5, 5] });
    world.addForce(torque(wheel, 3));
    expect([pendulum.accelerations.theta, wheel.angularAcceleration, ...p.acceleration]).toEqual([0, 0, 0, 0]);
    world.evaluate();
    expect(pendulum.accelerations.theta).toBeCloseTo(-5 * Math.sin(0.5), 14);
    expect([...wheel.acceleration, wheel.angularAcceleration]).toEqual(near([0, -10, 6]));
    expect([...p.acceleration]).toEqual([0, -10]);
    world.remove(p);
    expect([...p.acceleration, ...wheel.acceleration]).toEqual([0, 0, 0, 0]);
    expect(() => ((pendulum.accelerations as { theta: number }).theta = 1)).toThrow(TypeError);
  });

  it('of a body in space are about world axes', () => {
    const { world, body } = block([Math.SQRT1_2, Math.SQRT1_2, 0, 0], [0.2, 0.3, 0.4]);
    world.addForce(torque(body, [0, 3, 0]));
    world.evaluate();
    expect([...body.angularAcceleration]).toEqual(near([0, 3 / 0.4, 0]));
    expect([...body.acceleration]).toEqual([0, 0, 0]);
  });
});

describe('reactions', () => {
  const [m, d, g] = [20, 0.5, 9.81];

  it('of a hinge hold a door: its weight, and the moment of it', () => {
    const world = new World({ space: 3, forces: [gravity([0, 0, -g])] });
    const door = world.addBody({ mass: m, inertia: [6.7, 8.3, 1.7], position: [d, 0, 0] });
    const { ground } = world;
    const hinge = world.add(
      new Hinge({
        a: door.point([-d, 0, 0]),
        b: ground.point([0, 0, 0]),
        axis: door.direction([0, 0, 1]),
        u: ground.direction([1, 0, 0]),
        w: ground.direction([0, 1, 0]),
      }),
    );
    world.evaluate();
    const about = door.reactionOf(hinge, [0, 0, 0]);
    expect([...about.force]).toEqual(near([0, 0, m * g], 10));
    expect([...about.moment]).toEqual(near([0, -d * m * g, 0], 10));
    expect([...door.reactionOf(hinge).moment]).toEqual(near([0, 0, 0], 10));
    // All of the moment goes through the axis; the ground bears the opposite through u and w.
    expect([...hinge.momentOn('axis')]).toEqual(near([...about.moment], 10));
    const [u, w] = [hinge.momentOn('u'), hinge.momentOn('w')];
    expect(Array.from(u, (x, i) => x + w[i]!)).toEqual(near([0, d * m * g, 0], 10));
    // f · ḋ is the power of the moment: f is across the axis here.
    expect([...hinge.forceOn('axis')]).toEqual(near([-d * m * g, 0, 0], 10));
  });

  it('of a weld hold a cantilever in the plane', () => {
    const world = new World({ space: 2, forces: [gravity([0, -g])] });
    const beam = world.addBody({ mass: m, inertia: 1, position: [d, 0] });
    const weld = world.add(
      new Weld2D({
        a: beam.point([-d, 0]),
        b: world.ground.point([0, 0]),
        alpha: beam.angle,
        beta: world.ground.scalar(0),
      }),
    );
    world.evaluate();
    const { force, moment } = beam.reactionOf(weld, [0, 0]);
    expect([...force, ...moment]).toEqual(near([0, m * g, d * m * g], 10));
    const other = world.addBody({ mass: 1, inertia: 1, position: [0, 9] });
    expect([...other.reactionOf(weld).force]).toEqual([0, 0]);
    expect(thrown(() => beam.reactionOf({} as never)).code).toBe('E_CONSTRAINT');
    expect(thrown(() => beam.reactionOf(weld, [1])).code).toBe('E_DIMENSION');
    expect(thrown(() => weld.momentOn('a')).code).toBe('E_INPUT_KIND');
    expect(thrown(() => weld.momentOn('nonsense' as never)).code).toBe('E_INPUT_UNKNOWN');
  });
});
