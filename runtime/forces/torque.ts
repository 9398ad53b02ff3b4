import { checkNumber, checkVector, hasMethod, show } from '../base/check.js';
import type { Space } from '../model/constraint-type.js';
import { HolonomicRuntimeError } from '../base/errors.js';
import type { Force } from '../model/force.js';

/**
 * An object that a torque, N·m, can act on: a rigid body. In the plane the torque is a number,
 * positive counterclockwise; in space it is a vector in world axes. Only inside
 * {@link Force.apply}.
 */
export interface TorqueTarget<Torque extends number | ArrayLike<number>> {
  applyTorque(torque: Torque): void;
  /** Dimension of the object's space; that of the torque if left out. */
  readonly space?: Space;
}

/**
 * The constant torque `t`, N·m, on a rigid body: a number in the plane, a vector in world axes in
 * space. It has no potential. Throws E_TORQUE_TARGET, E_NUMBER, E_VECTOR, E_DIMENSION,
 * E_NOT_FINITE.
 */
export function torque(body: TorqueTarget<number>, t: number): Force;
export function torque(body: TorqueTarget<ArrayLike<number>>, t: ArrayLike<number>): Force;
export function torque(
  body: TorqueTarget<number> | TorqueTarget<ArrayLike<number>>,
  t: number | ArrayLike<number>,
): Force {
  if (!hasMethod(body, 'applyTorque')) {
    throw new HolonomicRuntimeError(
      'E_TORQUE_TARGET',
      `A torque cannot act on ${show(body)}.`,
      'Give a rigid body; for an angle or a coordinate use an object { apply() { scalar.applyForce(t); } }.',
    );
  }
  if (body.space === undefined ? typeof t === 'number' : body.space === 2) {
    const planar = checkNumber(t, 'The torque');
    return {
      apply: () => {
        (body as TorqueTarget<number>).applyTorque(planar);
      },
    };
  }
  const vector = checkVector(t, 3, 'The torque');
  return {
    apply: () => {
      (body as TorqueTarget<ArrayLike<number>>).applyTorque(vector);
    },
  };
}
