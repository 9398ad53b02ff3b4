import { show } from '../check.js';
import type { Space } from '../constraint-type.js';
import { HolonomicRuntimeError } from '../errors.js';
import { Body } from './body.js';
import { RigidBody2D, type RigidBody2DOptions } from './rigid-body-2d.js';
import { RigidBody3D, type RigidBody3DOptions } from './rigid-body-3d.js';

/** What only a body in space, and only one in the plane, is described by. */
const SPATIAL = 'orientation';
const PLANAR = 'angle';

/** The body that `world.addBody(source)` stands for. Throws what the constructors of rigid bodies throw, and E_BODY, E_BODY_SPACE. */
export function createBody(source: RigidBody2DOptions | RigidBody3DOptions | Body, space: Space): Body {
  if (source instanceof Body) return source;
  // A caller without types may hand in anything.
  const given: unknown = source;
  if (typeof given !== 'object' || given === null) {
    throw new HolonomicRuntimeError(
      'E_BODY',
      `A body is ${show(given)}.`,
      'Give { mass, inertia, position, … } or a body made by new of a generated class.',
    );
  }
  if (space === 2) {
    if (typeof source.inertia === 'object' || SPATIAL in source) {
      throw new HolonomicRuntimeError(
        'E_BODY_SPACE',
        'A rigid body with an inertia of several numbers or an orientation lives in 3D, but the world in 2D.',
        'Give a number as inertia and an angle, or make a world with space: 3.',
      );
    }
    return new RigidBody2D(source as RigidBody2DOptions);
  }
  if (typeof source.inertia === 'number' || PLANAR in source) {
    throw new HolonomicRuntimeError(
      'E_BODY_SPACE',
      'A rigid body with a number as inertia or an angle lives in 2D, but the world in 3D.',
      'Give [Ixx, Iyy, Izz] as inertia and a quaternion as orientation, or make a world with space: 2.',
    );
  }
  return new RigidBody3D(source as RigidBody3DOptions);
}
