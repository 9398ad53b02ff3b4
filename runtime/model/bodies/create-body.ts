import { readOptions, show } from '../../base/check.js';
import { checkCopy } from '../../base/copies.js';
import type { Space } from '../constraint-type.js';
import { HolonomicRuntimeError } from '../../base/errors.js';
import { isBody } from './body-binding.js';
import type { Body } from './body.js';
import { OPTION_NAMES_2D, RigidBody2D, type RigidBody2DOptions } from './rigid-body-2d.js';
import { OPTION_NAMES_3D, RigidBody3D, type RigidBody3DOptions } from './rigid-body-3d.js';

/** Options that only a body in space has, and that only one in the plane has. */
const SPATIAL = 'orientation';
const PLANAR = 'angle';

/**
 * Returns the body that `world.addBody(source)` adds. Throws the errors of the constructors of
 * rigid bodies, and E_BODY, E_BODY_SPACE.
 */
export function createBody(source: RigidBody2DOptions | RigidBody3DOptions | Body, space: Space): Body {
  if (isBody(source)) return source as Body;
  // Callers without types may pass anything.
  const offered: unknown = source;
  if (typeof offered !== 'object' || offered === null) {
    throw new HolonomicRuntimeError(
      'E_BODY',
      `A body is ${show(offered)}.`,
      'Give { mass, inertia, position, … } or a body made by new of a generated class.',
    );
  }
  checkCopy(offered, 'The body to add');
  const names = space === 2 ? OPTION_NAMES_2D : OPTION_NAMES_3D;
  const given = readOptions(source as RigidBody2DOptions | RigidBody3DOptions, 'Body options', [
    ...names,
    space === 2 ? SPATIAL : PLANAR,
  ]);
  const { inertia } = given;
  if (space === 2) {
    if (typeof inertia === 'object' || SPATIAL in given) {
      throw new HolonomicRuntimeError(
        'E_BODY_SPACE',
        'A rigid body with an inertia of several numbers or an orientation lives in 3D, but the world in 2D.',
        'Give a number as inertia and an angle, or make a world with space: 3.',
      );
    }
    return new RigidBody2D(given as RigidBody2DOptions);
  }
  if ((typeof inertia === 'number' && inertia !== Infinity) || PLANAR in given) {
    throw new HolonomicRuntimeError(
      'E_BODY_SPACE',
      'A rigid body with a number as inertia or an angle lives in 2D, but the world in 3D.',
      'Give [Ixx, Iyy, Izz] as inertia and a quaternion as orientation, or make a world with space: 2.',
    );
  }
  return new RigidBody3D(given as RigidBody3DOptions);
}
