import { Distance2D } from 'holonomic/library';
import { describe, expect, it } from 'vitest';
import {
  HolonomicRuntimeError,
  World,
  type RigidBody2DOptions,
  type RigidBody3DOptions,
} from '../../../../runtime/index.js';
import { BeadOnParabola } from '../../fixtures/bodies/bead-on-parabola.js';
import { HandWrittenPendulum } from '../../fixtures/bodies/pendulum.js';

const planar = { mass: 1, inertia: 1, position: [0, 0] };
const spatial = { mass: 1, inertia: [1, 2, 2.5], position: [0, 0, 0] };

function codeOf(action: () => unknown): string {
  try {
    action();
  } catch (error) {
    if (error instanceof HolonomicRuntimeError) return `${error.code}: ${error.message}`;
    throw error;
  }
  return 'no error';
}

/** Adds a body with options as a caller without types may give them. */
const add2D =
  (options: object): (() => unknown) =>
  () =>
    new World({ space: 2 }).addBody({ ...planar, ...options } as RigidBody2DOptions);
const add3D =
  (options: object): (() => unknown) =>
  () =>
    new World({ space: 3 }).addBody({ ...spatial, ...options } as RigidBody3DOptions);

describe('a rigid body is refused', () => {
  it.each([
    ['a mass of zero', add2D({ mass: 0 }), 'E_MASS: Mass of a body is zero'],
    ['no inertia', add2D({ inertia: undefined }), 'E_NOT_POSITIVE: Moment of inertia of a body'],
    ['inertia zero', add2D({ inertia: 0, name: 'arm' }), "E_MASS: Moment of inertia of body 'arm' is zero"],
    ['a position in space', add2D({ position: [0, 0, 0] }), 'E_DIMENSION: Position of a body has 3 components'],
    ['an angle that is none', add2D({ angle: 'up' }), "E_NUMBER: Angle of body is 'up'."],
    ['an angle that is infinite', add2D({ angle: Infinity }), 'E_NOT_FINITE: Angle of body'],
    ['a misspelt option', add2D({ angel: 1 }), "E_OPTION_UNKNOWN: Body options have no 'angel'."],
    ['an inertia of space in the plane', add2D({ inertia: [1, 1, 1] }), 'E_BODY_SPACE: A rigid body with'],
    ['an orientation in the plane', add2D({ orientation: [1, 0, 0, 0] }), 'E_BODY_SPACE: A rigid body with'],
    ['an inertia of the plane in space', add3D({ inertia: 1 }), 'E_BODY_SPACE: A rigid body with a number'],
    ['an angle in space', add3D({ angle: 1 }), 'E_BODY_SPACE: A rigid body with a number'],
    ['a body that is none', () => new World({ space: 2 }).addBody(3 as never), 'E_BODY: A body is 3.'],
    [
      'a quaternion of length zero',
      add3D({ orientation: [0, 0, 0, 0] }),
      'E_QUATERNION: Orientation of a body is a quaternion of length zero.',
    ],
    ['a quaternion of three', add3D({ orientation: [1, 0, 0] }), 'E_DIMENSION: Orientation of a body has 3 components'],
    [
      'a rod without thickness',
      add3D({ inertia: [0, 1, 1] }),
      'E_INERTIA: Inertia of a body is not positive definite: its principal moments are [0, 1, 1].',
    ],
    ['a negative moment', add3D({ inertia: [-1, 1, 1] }), 'E_INERTIA: Inertia of a body is not positive definite'],
    [
      'moments of no body',
      add3D({ inertia: [1, 1, 2.1] }),
      'E_INERTIA: Inertia of a body belongs to no body: of its principal moments [1, 1, 2.1] one exceeds the sum of the others.',
    ],
    [
      'a tensor that is not symmetric',
      add3D({
        inertia: [
          [1, 0.1, 0],
          [0, 1, 0],
          [0, 0, 1],
        ],
      }),
      'E_INERTIA: Inertia of a body is not symmetric: entries (0, 1) and (1, 0) are 0.1 and 0.',
    ],
    [
      'a singular tensor',
      add3D({
        inertia: [
          [1, 1, 0],
          [1, 1, 0],
          [0, 0, 1],
        ],
      }),
      'E_INERTIA: Inertia of a body is not positive definite: its principal moments are [0, 1, 2].',
    ],
    [
      'a tensor of two rows',
      add3D({
        inertia: [
          [1, 0, 0],
          [0, 1, 0],
        ],
      }),
      'E_INERTIA: Inertia of a body has 2 rows.',
    ],
    ['an inertia with NaN', add3D({ inertia: [1, NaN, 1] }), 'E_NOT_FINITE: Inertia of a body is not finite'],
  ])('with %s', (_, action, message) => {
    expect(codeOf(action)).toContain(message);
  });

  it('but a flat plate is a body, and so is one whose tensor has rounding', () => {
    expect(codeOf(add3D({ inertia: [1, 2, 3] }))).toBe('no error');
    expect(codeOf(add3D({ inertia: [0.1, 0.2, 0.1 + 0.2] }))).toBe('no error');
    expect(
      codeOf(
        add3D({
          inertia: [
            [2, 0.1, 0],
            [0.1 + 1e-17, 2, 0],
            [0, 0, 2],
          ],
        }),
      ),
    ).toBe('no error');
  });
});

describe('connectors of bodies', () => {
  it('check where on the body they are', () => {
    const body = new World({ space: 3 }).addBody({ ...spatial, name: 'arm' });
    expect(codeOf(() => body.point([1, 2]))).toContain("E_DIMENSION: A point of body 'arm' has 2 components");
    expect(codeOf(() => body.direction([0, 0, 0]))).toBe(
      "E_DIRECTION: A direction of body 'arm' is zero. Give a vector of length 1.",
    );
    expect(codeOf(() => body.direction([3, 0, 4]))).toBe(
      "E_DIRECTION: A direction of body 'arm' has length 5. Give a vector of length 1, such as [0.6, 0, 0.8].",
    );
    expect(Math.hypot(...body.direction([0.57735, 0.57735, 0.577351]).direction)).toBeCloseTo(1, 15);
  });

  it('have names in messages', () => {
    const world = new World({ space: 2 });
    const body = world.addBody(planar);
    expect(body.label).toBe('body #1');
    expect(body.point([1, 0.5]).label).toBe('point [1, 0.5] of body #1');
    expect(body.angle.label).toBe("'angle' of body #1");
    body.name = 'crank';
    expect(body.angle.label).toBe("'angle' of body 'crank'");
    body.name = undefined;
    expect(body.label).toBe('body #1');
    const pendulum = new HandWrittenPendulum({ length: 1, mass: 1 }, { theta: 0 });
    pendulum.name = 'left';
    expect(world.addBody(pendulum).label).toBe("Pendulum 'left'");
    expect(world.addBody(new HandWrittenPendulum({ length: 1, mass: 1 }, { theta: 0 })).label).toBe('Pendulum #2');
  });

  it('are joined in their own world only, while their body is in it', () => {
    const world = new World({ space: 2 });
    const body = world.addBody(planar);
    const pendulum = new HandWrittenPendulum({ length: 1, mass: 1 }, { theta: 0 });
    const join = (): unknown => world.add(new Distance2D({ a: body.point([1, 0]), b: pendulum.points.bob, length: 1 }));
    expect(codeOf(join)).toBe(
      "E_NOT_IN_WORLD: Input 'b' of Distance2D is 'bob' of Pendulum, which is in no world. Add the body with world.addBody(body) first.",
    );
    const other = new World({ space: 2 });
    other.addBody(pendulum);
    expect(codeOf(join)).toContain("E_OTHER_WORLD: Input 'b' of Distance2D is 'bob' of Pendulum #1 of another world.");
    expect(codeOf(() => world.addBody(pendulum))).toContain('E_ADDED_TWICE: Pendulum #1 is already in another world.');
    expect(
      codeOf(() => {
        world.remove(pendulum);
      }),
    ).toContain('E_NOT_IN_WORLD: Pendulum #1 is not in this world.');
    other.remove(pendulum);
    world.addBody(pendulum);
    expect(codeOf(join)).toBe('no error');
    expect(
      codeOf(() => {
        world.remove(body);
      }),
    ).toBe('E_IN_USE: body #1 still carries Distance2D #1. Remove these constraints first.');
    const end = body.point([0, 0]);
    for (const constraint of [...world.constraints]) world.remove(constraint);
    world.remove(body);
    expect(codeOf(() => world.add(new Distance2D({ a: end, b: pendulum.points.bob, length: 1 })))).toContain(
      "E_REMOVED_BODY: Input 'a' of Distance2D is point [0, 0] of body #1, which was removed from the world.",
    );
    expect(
      codeOf(() => {
        world.remove(body);
      }),
    ).toContain('E_NOT_IN_WORLD');
  });

  it('take forces inside of apply only', () => {
    const world = new World({ space: 2 });
    const body = world.addBody(planar);
    const end = body.point([1, 0]);
    const message = "of a force's apply(). Add an object { apply(world) { … } } with world.addForce().";
    for (const action of [
      () => {
        end.applyForce([1, 0]);
      },
      () => {
        body.angle.applyForce(1);
      },
      () => {
        body.applyForce([1, 0]);
      },
      () => {
        body.applyTorque(1);
      },
    ]) {
      expect(codeOf(action)).toContain('E_FORCE_OUTSIDE_APPLY');
      expect(codeOf(action)).toContain(message);
    }
    world.remove(body);
    expect(
      codeOf(() => {
        end.applyForce([1, 0]);
      }),
    ).toContain('was removed from its world');
  });
});

describe('a parametric body is refused', () => {
  it.each([
    [
      'in another space',
      () => new World({ space: 2 }).addBody(new BeadOnParabola({ mass: 1, k: 1, stiffness: 0 }, { u: 0 })),
      'E_BODY_SPACE: BeadOnParabola lives in 3D, but the world in 2D.',
    ],
    [
      'without a parameter',
      () => new HandWrittenPendulum({ length: 1 } as never, { theta: 0 }),
      "E_PARAMETER_MISSING: Pendulum needs the parameter 'mass'.",
    ],
    [
      'with an unknown parameter',
      () => new HandWrittenPendulum({ length: 1, mass: 1, weight: 1 } as never, { theta: 0 }),
      "E_OPTION_UNKNOWN: Pendulum has no parameter 'weight'.",
    ],
    [
      'with a parameter out of range',
      () => new HandWrittenPendulum({ length: -1, mass: 1 }, { theta: 0 }),
      "E_PARAMETER_RANGE: Parameter 'length' of Pendulum is -1 m.",
    ],
    [
      'without a coordinate',
      () => new HandWrittenPendulum({ length: 1, mass: 1 }, {} as never),
      "E_COORDINATE_MISSING: Pendulum needs the coordinate 'theta'. Give theta: a number.",
    ],
    [
      'with an unknown coordinate',
      () => new HandWrittenPendulum({ length: 1, mass: 1 }, { theta: 0, phi: 1 } as never),
      "E_OPTION_UNKNOWN: Pendulum has no coordinate 'phi'.",
    ],
    [
      'with a coordinate that is no number',
      () => new HandWrittenPendulum({ length: 1, mass: 1 }, { theta: NaN }),
      "E_NOT_FINITE: Coordinate 'theta' of Pendulum is not finite",
    ],
    [
      'with a rate that is no number',
      () => new HandWrittenPendulum({ length: 1, mass: 1 }, { theta: 0 }, { theta: '1' as never }),
      "E_NUMBER: Rate of coordinate 'theta' of Pendulum is '1'.",
    ],
  ])('%s', (_, action, message) => {
    expect(codeOf(action)).toContain(message);
  });
});
