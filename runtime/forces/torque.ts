import { printAs } from '../base/printing.js';
import { checkNumber, checkVector, hasMethod, isInstance, readOptions, show } from '../base/check.js';
import { HolonomicRuntimeError } from '../base/errors.js';
import { rotate } from '../model/bodies/frames.js';
import { RigidBody3D } from '../model/bodies/rigid-body-3d.js';
import type { ScalarConnector } from '../model/connector.js';
import type { Space } from '../model/constraint-type.js';
import { checkHome, type Force, type ForceWorld } from '../model/force.js';
import type { HingeAngle } from '../model/bodies/hinge-angle.js';
import { connectorsOf, isAngle } from './connectors.js';
import { readFrame, type FrameOptions } from './constant-force.js';

/**
 * An object that a torque, N·m, can act on: a rigid body. In the plane the torque is a number,
 * positive counterclockwise; in space it is a vector in world axes. Only inside
 * {@link Force.apply}.
 */
export interface TorqueTarget<Torque extends number | ArrayLike<number>> {
  applyTorque(torque: Torque): void;
  /** True once it has been removed from its world. */
  readonly removed?: boolean;
  /** Dimension of the object's space; that of the torque if left out. */
  readonly space?: Space;
}

/**
 * The constant torque `t`, N·m, on a rigid body: a number in the plane, in space a vector in world
 * axes, or with `frame: 'body'` in body axes. Or a number on an angle or another scalar, where it is
 * a generalized force. On a hinge angle it acts on the turning body, and its reaction on the
 * housing. It has no potential.
 *
 * Throws E_TORQUE_TARGET, E_NUMBER, E_VECTOR, E_DIMENSION, E_NOT_FINITE, E_OPTIONS,
 * E_OPTION_UNKNOWN, and E_OTHER_WORLD on first use in a world that is not the scalar's.
 */
export function torque(target: TorqueTarget<number> | ScalarConnector | HingeAngle, t: number): Force;
export function torque(body: TorqueTarget<ArrayLike<number>>, t: ArrayLike<number>, options?: FrameOptions): Force;
export function torque(
  target: TorqueTarget<number> | TorqueTarget<ArrayLike<number>> | ScalarConnector | HingeAngle,
  t: number | ArrayLike<number>,
  options: FrameOptions = {},
): Force {
  const force = torqueOn(target, t, options);
  const shown = typeof t === 'number' ? t : Array.from(t);
  return printAs(force, 'torque', () => ({ target, torque: shown, frame: options.frame }));
}

function torqueOn(
  target: TorqueTarget<number> | TorqueTarget<ArrayLike<number>> | ScalarConnector | HingeAngle,
  t: number | ArrayLike<number>,
  options: FrameOptions,
): Force {
  if (isAngle(target)) {
    const value = checkNumber(t, 'The torque');
    readOptions(options, 'Options of torque on a scalar', []);
    return {
      actsOn: connectorsOf(target),
      apply: (world: ForceWorld) => {
        checkHome(target, world, 'The target of torque');
        target.applyForce(value);
      },
    };
  }
  const given: unknown = target;
  if (!hasMethod(given, 'applyTorque')) {
    throw new HolonomicRuntimeError(
      'E_TORQUE_TARGET',
      `A torque cannot act on ${show(given)}.`,
      'Give a rigid body, an angle or another scalar, such as pendulum.scalars.theta, or a hinge angle.',
    );
  }
  const body = target;
  const frame = readFrame(options, 'torque');
  if (body.space === undefined ? typeof t === 'number' : body.space === 2) {
    const planar = checkNumber(t, 'The torque');
    return {
      actsOn: [body],
      apply: () => {
        (body as TorqueTarget<number>).applyTorque(planar);
      },
    };
  }
  const vector = checkVector(t, 3, 'The torque');
  if (frame === 'body') return turningTorque(body, vector);
  return {
    actsOn: [body],
    apply: () => {
      (body as TorqueTarget<ArrayLike<number>>).applyTorque(vector);
    },
  };
}

/** The torque with the components `local` in the axes of `body`. */
function turningTorque(body: object, local: Float64Array): Force {
  if (!isInstance(body, RigidBody3D)) {
    throw new HolonomicRuntimeError(
      'E_TORQUE_TARGET',
      'The target of a torque in body axes is no rigid body.',
      "Give a rigid body, or leave out frame: 'body'.",
    );
  }
  const vector = new Float64Array(3);
  return {
    actsOn: [body],
    apply: () => {
      rotate(body.orientation, local, false, vector);
      body.applyTorque(vector);
    },
  };
}
