import { refuseAssignments } from '../../base/read-only.js';
import { checkForce } from '../applied-force.js';
import { checkName, checkVector, readOptions } from '../../base/check.js';
import { HolonomicRuntimeError } from '../../base/errors.js';
import { checkMass, shownMass, storedMass } from '../../base/mass.js';
import type { Quaternion, Vector3 } from '../../base/vectors.js';
import { bindingOfBody } from './body-binding.js';
import type { BodyScalar } from './body-connectors.js';
import { rigidBody3DType } from './generated/rigid-body-3d.js';
import { readInertia3D, tensorOf, type Inertia3D } from './inertia.js';
import { readOrientation } from './orientation.js';
import { RigidBody, SHOWN_OF_RIGID_BODY } from './rigid-body.js';
import { showOnly } from '../../base/printing.js';

/** Options of {@link World.addBody} in space. */
export interface RigidBody3DOptions {
  /** Mass, kg. Positive; with `Infinity` no force moves the centre of mass, which keeps its velocity. */
  readonly mass: number;
  /**
   * Principal moments `[Ixx, Iyy, Izz]`, or the inertia tensor, 3 × 3, about the centre of mass in
   * body axes, kg·m². With `Infinity` nothing changes its angular velocity.
   */
  readonly inertia: Inertia3D;
  /** Position of the centre of mass, m. */
  readonly position: ArrayLike<number>;
  /**
   * Unit quaternion `[w, x, y, z]` that rotates body axes into world axes; scaled to length 1. The
   * identity if left out.
   */
  readonly orientation?: ArrayLike<number>;
  /** Velocity of the centre of mass, m/s. At rest if left out. */
  readonly velocity?: ArrayLike<number>;
  /** Angular velocity in world axes, rad/s. 0 if left out. */
  readonly angularVelocity?: ArrayLike<number>;
  /** The same in body axes, in place of `angularVelocity`. */
  readonly localAngularVelocity?: ArrayLike<number>;
  /** Name for messages; `body #n`, counted from 1, if left out. */
  readonly name?: string;
}

export const OPTION_NAMES_3D: readonly (keyof RigidBody3DOptions)[] = [
  'mass',
  'inertia',
  'position',
  'orientation',
  'velocity',
  'angularVelocity',
  'localAngularVelocity',
  'name',
];

/** A rigid body in space. */
export class RigidBody3D extends RigidBody<3> {
  static {
    refuseAssignments(this.prototype, {
      z: 'Assign its position.',
    });
  }

  /**
   * Use {@link World.addBody}. Throws E_OPTIONS, E_OPTION_UNKNOWN, E_NAME, E_MASS, E_NOT_POSITIVE,
   * E_INERTIA, E_QUATERNION, E_VECTOR, E_NUMBER, E_DIMENSION, E_NOT_FINITE.
   */
  constructor(options: RigidBody3DOptions) {
    const given = readOptions(options, 'Body options', OPTION_NAMES_3D);
    const { velocity = [0, 0, 0], orientation = [1, 0, 0, 0], angularVelocity = [0, 0, 0] } = given;
    const name = checkName(given.name, 'The name of a body');
    const what = name === undefined ? 'a body' : `body '${name}'`;
    const mass = checkMass(given.mass, `Mass of ${what}`);
    const inertia = readInertia3D(given.inertia, `Inertia of ${what}`);
    super(
      rigidBody3DType,
      Float64Array.of(mass, ...inertia).map((value, i) => (i < 4 ? storedMass(value) : value)),
      name,
    );
    bindingOfBody(this).checkMasses = (params) => {
      checkMass(params[0], `Mass of ${this.label}`);
      readInertia3D(tensorOf(params), `Inertia of ${this.label}`);
    };
    this.position.set(checkVector(given.position, 3, `Position of ${what}`));
    this.velocity.set(checkVector(velocity, 3, `Velocity of ${what}`));
    this.orientation.set(readOrientation(orientation, `Orientation of ${what}`));
    if (given.localAngularVelocity === undefined) {
      this.angularVelocity.set(checkVector(angularVelocity, 3, `Angular velocity of ${what}`));
    } else {
      if (given.angularVelocity !== undefined) throw twoAngularVelocities(what);
      this.localAngularVelocity = given.localAngularVelocity;
    }
    showOnly<RigidBody3D>(this, SHOWN_OF_RIGID_BODY);
  }

  /** Third coordinate of the centre of mass, m, like {@link x}. */
  get z(): BodyScalar {
    return this.scalars['z']!;
  }

  /**
   * Unit quaternion `[w, x, y, z]` that rotates body axes into world axes: a view on the state.
   * Values written into it must have length 1; an array that is assigned is brought to it. Throws
   * E_QUATERNION if its length is zero, E_VECTOR, E_DIMENSION, E_NOT_FINITE.
   */
  get orientation(): Quaternion {
    return bindingOfBody(this).part(1).value as Quaternion;
  }

  set orientation(orientation: ArrayLike<number>) {
    this.orientation.set(readOrientation(orientation, `Orientation of ${this.label}`));
  }

  /** Angular velocity in world axes, rad/s: a view on the state like {@link position}. */
  get angularVelocity(): Vector3 {
    return bindingOfBody(this).part(1).rate as Vector3;
  }

  set angularVelocity(rate: ArrayLike<number>) {
    this.angularVelocity.set(checkVector(rate, 3, `Angular velocity of ${this.label}`));
  }

  /**
   * Angular velocity in body axes, rad/s: a copy. Throws E_VECTOR, E_DIMENSION, E_NOT_FINITE when
   * set.
   */
  get localAngularVelocity(): Vector3 {
    return this.vectorToLocalFrame(this.angularVelocity);
  }

  set localAngularVelocity(rate: ArrayLike<number>) {
    const checked = checkVector(rate, 3, `Angular velocity of ${this.label}`);
    this.angularVelocity.set(this.vectorToWorldFrame(checked));
  }

  /**
   * Angular acceleration at the last evaluation in world axes, rad/s², like {@link acceleration}.
   */
  get angularAcceleration(): Vector3 {
    return bindingOfBody(this).accelerationsOf(1) as Vector3;
  }

  /**
   * Inertia tensor about the centre of mass in body axes, kg·m²: a copy. Setting it takes effect
   * with the next evaluation. Throws E_INERTIA.
   */
  get inertia(): number[][] {
    return tensorOf(bindingOfBody(this).p.map((value, i) => (i < 4 ? shownMass(value) : value)));
  }

  set inertia(inertia: Inertia3D) {
    const binding = bindingOfBody(this);
    const entries = readInertia3D(inertia, `Inertia of ${this.label}`);
    binding.p.set(
      entries.map((value, i) => (i < 3 ? storedMass(value) : value)),
      1,
    );
    binding.changed();
  }

  /**
   * Adds a torque, N·m, in world axes. Only inside {@link Force.apply}; throws
   * E_FORCE_OUTSIDE_APPLY elsewhere.
   */
  applyTorque(torque: ArrayLike<number>): void {
    const binding = bindingOfBody(this);
    const Q = binding.appliedForces(this.label);
    checkForce(torque, 3, this);
    const start = binding.velocityOffset + 3;
    for (let c = 0; c < 3; c++) Q[start + c]! += torque[c]!;
  }
}

function twoAngularVelocities(what: string): HolonomicRuntimeError {
  return new HolonomicRuntimeError(
    'E_OPTIONS',
    `The angular velocity of ${what} is given in world axes and in body axes.`,
    "Give 'angularVelocity' or 'localAngularVelocity'.",
  );
}
