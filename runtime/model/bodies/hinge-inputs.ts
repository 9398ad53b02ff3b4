import { checkVector, isInstance, readOptions, show } from '../../base/check.js';
import { HolonomicRuntimeError } from '../../base/errors.js';
import { crossProduct, normalize } from '../../base/vector.js';
import type { DirectionConnector, PointConnector } from '../connector.js';
import { Ground } from '../ground.js';
import type { HingeAngleOptions } from './hinge-angle.js';
import { RigidBody3D } from './rigid-body-3d.js';

/** Options of {@link hingeInputs}. */
export interface HingeInputsOptions {
  /** The turning body. */
  readonly a: RigidBody3D;
  /** The housing: a body, or `world.ground`. */
  readonly b: RigidBody3D | Ground;
  /** A point of the axis at the present state, m, in world axes. */
  readonly at: ArrayLike<number>;
  /** A vector along the axis at the present state, in world axes. */
  readonly axis: ArrayLike<number>;
}

/** Inputs of `Hinge`, and of what acts on its angle. */
export interface HingeInputs {
  /** Inputs of `Hinge`: `new Hinge(joint)`. */
  readonly joint: {
    readonly a: PointConnector;
    readonly b: PointConnector;
    readonly axis: DirectionConnector;
    readonly u: DirectionConnector;
    readonly w: DirectionConnector;
  };
  /**
   * Inputs of `HingeMotor`, `HingeLock` and {@link hingeAngle}:
   * `new HingeMotor({ ...turn, speed })`. The angle is 0 at the present state.
   */
  readonly turn: HingeAngleOptions;
}

/**
 * Makes the points and directions that a hinge in space takes, and its motor, lock and angle, from
 * two bodies and the axis at the present state. `Hinge` alone does not see the turning about its
 * axis: a motor needs `side` as well, a direction of the turning body across the axis.
 *
 * ```ts
 * const { joint, turn } = hingeInputs({ a: door, b: world.ground, at: [0, 0, 0], axis: [0, 0, 1] });
 * world.add(new Hinge(joint));
 * world.add(new HingeMotor({ ...turn, speed: 1 }));
 * ```
 *
 * Throws E_OPTIONS, E_OPTION_UNKNOWN, E_BODY, E_OTHER_WORLD, E_DIRECTION, E_VECTOR, E_DIMENSION,
 * E_NOT_FINITE.
 */
export function hingeInputs(options: HingeInputsOptions): HingeInputs {
  const { a, b, at, axis } = readOptions(options, 'Options of hingeInputs', ['a', 'b', 'at', 'axis']);
  const place = checkVector(at, 3, "Option 'at' of hingeInputs");
  const along = checkVector(axis, 3, "Option 'axis' of hingeInputs");
  if (!normalize(along)) {
    throw new HolonomicRuntimeError(
      'E_DIRECTION',
      "Option 'axis' of hingeInputs is zero.",
      'Give a vector of any other length.',
    );
  }
  const turning = attachments(a, false, "Option 'a' of hingeInputs");
  const housing = attachments(b, true, "Option 'b' of hingeInputs");
  const across = perpendicularTo(along);
  const joint = {
    a: turning.point(place),
    b: housing.point(place),
    axis: turning.direction(along),
    u: housing.direction(across),
    w: housing.direction(crossProduct(along, across)),
  };
  if (joint.a.world !== joint.b.world) {
    throw new HolonomicRuntimeError(
      'E_OTHER_WORLD',
      'The two bodies of hingeInputs are of two worlds.',
      'Give bodies of one world, or its ground.',
    );
  }
  return { joint, turn: { side: turning.direction(across), u: joint.u, w: joint.w } };
}

/** Maker of connectors at places and along vectors given in world axes. */
interface Attachments {
  readonly point: (position: Float64Array) => PointConnector;
  readonly direction: (vector: Float64Array) => DirectionConnector;
}

function attachments(value: unknown, groundToo: boolean, what: string): Attachments {
  if (groundToo && isInstance(value, Ground)) {
    return { point: (x) => value.point(x), direction: (u) => value.direction(u) };
  }
  if (isInstance(value, RigidBody3D)) {
    return {
      point: (x) => value.point(value.pointToLocalFrame(x)),
      direction: (u) => value.direction(value.vectorToLocalFrame(u)),
    };
  }
  throw new HolonomicRuntimeError(
    'E_BODY',
    `${what} is ${show(value)}.`,
    groundToo ? 'Give a rigid body in space or world.ground.' : 'Give a rigid body in space.',
  );
}

/** Returns a unit vector at right angles to the unit vector `u`, from the axis farthest from it. */
function perpendicularTo(u: Float64Array): Float64Array {
  const sizes = Array.from(u, Math.abs);
  const least = sizes.indexOf(Math.min(...sizes));
  const across = crossProduct(
    u,
    [0, 1, 2].map((i) => (i === least ? 1 : 0)),
  );
  normalize(across);
  return across;
}
