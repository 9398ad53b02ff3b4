import { refuseAssignments } from '../../base/read-only.js';
import { checkScalarForce } from '../applied-force.js';
import { checkName, checkNumber, checkVector, readOptions } from '../../base/check.js';
import { checkMass, shownMass, storedMass } from '../../base/mass.js';
import { bindingOfBody } from './body-binding.js';
import type { BodyScalar } from './body-connectors.js';
import { rigidBody2DType } from './generated/rigid-body-2d.js';
import { RigidBody, SHOWN_OF_RIGID_BODY } from './rigid-body.js';
import { showOnly } from '../../base/printing.js';

/** Options of {@link World.addBody} in the plane. */
export interface RigidBody2DOptions {
  /** Mass, kg. Positive; with `Infinity` no force moves the centre of mass, which keeps its velocity. */
  readonly mass: number;
  /** Moment of inertia about the centre of mass, kg·m². Positive; with `Infinity` nothing turns it. */
  readonly inertia: number;
  /** Position of the centre of mass, m. */
  readonly position: ArrayLike<number>;
  /** Angle from world axes to body axes, rad. 0 if left out. */
  readonly angle?: number;
  /** Velocity of the centre of mass, m/s. At rest if left out. */
  readonly velocity?: ArrayLike<number>;
  /** Angular velocity, rad/s. 0 if left out. */
  readonly angularVelocity?: number;
  /** Name for messages; `body #n`, counted from 1, if left out. */
  readonly name?: string;
}

export const OPTION_NAMES_2D: readonly (keyof RigidBody2DOptions)[] = [
  'mass',
  'inertia',
  'position',
  'angle',
  'velocity',
  'angularVelocity',
  'name',
];

/** A rigid body in the plane. */
export class RigidBody2D extends RigidBody<2> {
  static {
    refuseAssignments(this.prototype, {
      angle: 'Assign its orientation, the same angle as a number.',
    });
  }

  /**
   * Use {@link World.addBody}. Throws E_OPTIONS, E_OPTION_UNKNOWN, E_NAME, E_MASS, E_NOT_POSITIVE,
   * E_VECTOR, E_NUMBER, E_DIMENSION, E_NOT_FINITE.
   */
  constructor(options: RigidBody2DOptions) {
    const given = readOptions(options, 'Body options', OPTION_NAMES_2D);
    const { velocity = [0, 0], angle = 0, angularVelocity = 0 } = given;
    const name = checkName(given.name, 'The name of a body');
    const what = name === undefined ? 'a body' : `body '${name}'`;
    const mass = checkMass(given.mass, `Mass of ${what}`);
    const inertia = checkMass(given.inertia, `Moment of inertia of ${what}`);
    super(rigidBody2DType, Float64Array.of(mass, inertia).map(storedMass), name);
    bindingOfBody(this).checkMasses = ([savedMass, savedInertia]) => {
      checkMass(savedMass, `Mass of ${this.label}`);
      checkMass(savedInertia, `Moment of inertia of ${this.label}`);
    };
    this.position.set(checkVector(given.position, 2, `Position of ${what}`));
    this.velocity.set(checkVector(velocity, 2, `Velocity of ${what}`));
    this.orientation = angle;
    this.angularVelocity = angularVelocity;
    showOnly<RigidBody2D>(this, SHOWN_OF_RIGID_BODY);
  }

  /**
   * The angle from world axes to body axes, rad, as a connector. It counts full turns and never
   * jumps back. Set it by {@link orientation}.
   */
  get angle(): BodyScalar {
    return this.scalars['angle']!;
  }

  /** The angle from world axes to body axes, rad. Throws E_NUMBER, E_NOT_FINITE when set. */
  get orientation(): number {
    return bindingOfBody(this).part(1).value[0]!;
  }

  set orientation(angle: number) {
    bindingOfBody(this).part(1).value[0] = checkNumber(angle, `Angle of ${this.label}`);
  }

  /** Angular acceleration at the last evaluation, rad/s², like {@link acceleration}. */
  get angularAcceleration(): number {
    return bindingOfBody(this).accelerationsOf(1)[0]!;
  }

  /** Angular velocity, rad/s. Throws E_NUMBER, E_NOT_FINITE when set. */
  get angularVelocity(): number {
    return bindingOfBody(this).part(1).rate[0]!;
  }

  set angularVelocity(rate: number) {
    bindingOfBody(this).part(1).rate[0] = checkNumber(rate, `Angular velocity of ${this.label}`);
  }

  /**
   * Moment of inertia about the centre of mass, kg·m². Setting it takes effect with the next
   * evaluation. Throws E_MASS, E_NOT_POSITIVE.
   */
  get inertia(): number {
    return shownMass(bindingOfBody(this).p[1]!);
  }

  set inertia(inertia: number) {
    const binding = bindingOfBody(this);
    binding.p[1] = storedMass(checkMass(inertia, `Moment of inertia of ${this.label}`));
    binding.changed();
  }

  /**
   * Adds a torque, N·m. Only inside {@link Force.apply}; throws E_FORCE_OUTSIDE_APPLY elsewhere.
   */
  applyTorque(torque: number): void {
    const binding = bindingOfBody(this);
    const Q = binding.appliedForces(this.label);
    checkScalarForce(torque, this);
    Q[binding.velocityOffset + 2]! += torque;
  }
}
