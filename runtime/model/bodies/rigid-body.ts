import { refuseAssignments } from '../../base/read-only.js';
import { checkForce } from '../applied-force.js';
import { checkVector, show } from '../../base/check.js';
import { HolonomicRuntimeError } from '../../base/errors.js';
import { plainFields } from '../../base/printing.js';
import { crossProduct } from '../../base/vector.js';
import { checkMass, shownMass, storedMass } from '../../base/mass.js';
import { bindingOf, isConstraint, type Constraint } from '../constraint.js';
import type { Quaternion, Rows, Vector, Vector3 } from '../../base/vectors.js';
import type { ConnectorKind, Space } from '../constraint-type.js';
import type { BodyBinding } from './body-binding.js';
import { bindingOfBody } from './body-binding.js';
import { Body, readDirection } from './body.js';
import { BodyDirection, BodyPoint, connectorsOfKind, isBodyConnector, type BodyScalar } from './body-connectors.js';
import { rotate } from './frames.js';
import type { BodyType } from './body-type.js';

/** A force, N, and a moment, N·m: a vector in space, one entry in the plane. In world axes. */
export interface Reaction<S extends Space = Space> {
  readonly force: Vector<S>;
  readonly moment: S extends 3 ? Vector3 : Rows;
}

/** The properties that consoles, JSON and spreads show; see {@link showOnly}. */
export const SHOWN_OF_RIGID_BODY = ['label', 'mass', 'position', 'orientation', 'velocity', 'angularVelocity'] as const;

/**
 * Base of rigid bodies in the plane and in space. Their coordinates begin with the centre of mass,
 * their parameters with the mass.
 */
export abstract class RigidBody<S extends Space = Space> extends Body {
  static {
    refuseAssignments(this.prototype, {
      x: 'Assign its position.',
      y: 'Assign its position.',
    });
  }

  /** Connectors of the body that are scalars, by name. */
  protected readonly scalars: Readonly<Record<string, BodyScalar>>;
  readonly #binding: BodyBinding;

  constructor(type: BodyType, values: Float64Array, name: string | undefined) {
    super(type, values, 'body');
    this.#binding = bindingOfBody(this);
    this.#binding.massCount = type.space === 2 ? 2 : 4;
    this.name = name;
    this.scalars = connectorsOfKind(this.#binding, 'scalar');
  }

  /** First coordinate of the centre of mass, m, as a connector: `body.x.value`, an input of constraints. */
  get x(): BodyScalar {
    return this.scalars['x']!;
  }

  /** Second coordinate of the centre of mass, m, like {@link x}. */
  get y(): BodyScalar {
    return this.scalars['y']!;
  }

  /**
   * Position of the centre of mass, m: a view on the state, not a copy. Assign an array, or write
   * into it, to set the position. Read it again after bodies were added or removed. Throws E_VECTOR,
   * E_DIMENSION, E_NOT_FINITE when assigned.
   */
  get position(): Vector<S> {
    return this.#binding.part(0).value as Vector<S>;
  }

  set position(position: ArrayLike<number>) {
    this.position.set(checkVector(position, this.#binding.type.space, `Position of ${this.label}`));
  }

  /** Velocity of the centre of mass, m/s: a view on the state like {@link position}. */
  get velocity(): Vector<S> {
    return this.#binding.part(0).rate as Vector<S>;
  }

  set velocity(velocity: ArrayLike<number>) {
    this.velocity.set(checkVector(velocity, this.#binding.type.space, `Velocity of ${this.label}`));
  }

  /**
   * Acceleration of the centre of mass at the last evaluation, m/s²: a view, zero before the first
   * and after bodies or constraints were added or removed. `world.evaluate()` finds that of the
   * present state.
   */
  get acceleration(): Vector<S> {
    return this.#binding.accelerationsOf(0) as Vector<S>;
  }

  /** Angle, rad, or unit quaternion: the rotation from body axes to world axes. */
  abstract get orientation(): number | Quaternion;

  abstract get angularVelocity(): number | Float64Array;

  override toJSON(): object {
    return plainFields(this);
  }

  /** Mass, kg. Setting it takes effect with the next evaluation. Throws E_MASS, E_NOT_POSITIVE. */
  get mass(): number {
    return shownMass(this.#binding.p[0]!);
  }

  set mass(mass: number) {
    this.#binding.p[0] = storedMass(checkMass(mass, `Mass of ${this.label}`));
    this.#binding.changed();
  }

  /**
   * Makes a point fixed in the body at `local`, m, from the centre of mass in body axes. Throws
   * E_VECTOR, E_DIMENSION, E_NOT_FINITE.
   */
  point(local: ArrayLike<number>): BodyPoint<S> {
    const size = this.#binding.type.space;
    const place = checkVector(local, size, `A point of ${this.label}`);
    return new BodyPoint(this.#binding, this.#connectorType('point'), place);
  }

  /**
   * Makes a direction fixed in the body from a unit vector in body axes. Throws E_DIRECTION unless
   * its length is 1, and the errors of {@link point}.
   */
  direction(local: ArrayLike<number>): BodyDirection<S> {
    const size = this.#binding.type.space;
    const unit = readDirection(local, size, `A direction of ${this.label}`);
    return new BodyDirection(this.#binding, this.#connectorType('direction'), unit);
  }

  /**
   * Returns the components in world axes of a vector given in body axes. Throws E_VECTOR,
   * E_DIMENSION, E_NOT_FINITE.
   */
  vectorToWorldFrame(local: ArrayLike<number>): Vector<S> {
    return this.#rotated(local, false) as Vector<S>;
  }

  /** Returns the components in body axes of a vector given in world axes. Throws the same. */
  vectorToLocalFrame(vector: ArrayLike<number>): Vector<S> {
    return this.#rotated(vector, true) as Vector<S>;
  }

  /**
   * Returns the position, m, of the place that is `local`, m, from the centre of mass in body axes.
   * Throws E_VECTOR, E_DIMENSION, E_NOT_FINITE.
   */
  pointToWorldFrame(local: ArrayLike<number>): Vector<S> {
    const { position } = this;
    return this.#rotated(local, false).map((x, i) => position[i]! + x) as Vector<S>;
  }

  /** Returns the place on the body, m, in body axes, that is at `position`, m. Throws the same. */
  pointToLocalFrame(position: ArrayLike<number>): Vector<S> {
    const centre = this.position;
    const given = checkVector(position, centre.length, `A position for ${this.label}`);
    return this.#rotated(
      given.map((x, i) => x - centre[i]!),
      true,
    ) as Vector<S>;
  }

  /**
   * Returns the reaction of `constraint` on this body: the sum of its forces on all connectors of
   * the body, and their moment about the point `about`, m, in world axes, or about the centre of
   * mass if left out. It is found from the multipliers of the last evaluation, like
   * {@link Constraint.forceOn}; `world.evaluate()` brings them up to the present state.
   *
   * Throws E_CONSTRAINT, E_VECTOR, E_DIMENSION, E_NOT_FINITE.
   */
  reactionOf(constraint: Constraint, about?: ArrayLike<number>): Reaction<S> {
    const { type, v } = this.#binding;
    if (!isConstraint(constraint)) {
      throw new HolonomicRuntimeError(
        'E_CONSTRAINT',
        `A reaction on ${this.label} is to be that of ${show(constraint)}.`,
        'Give a constraint, such as the result of world.add().',
      );
    }
    const centre = this.position;
    const place = about === undefined ? centre : checkVector(about, type.space, `A centre of moments`);
    const Q = new Float64Array(v.length);
    bindingOf(constraint).connectors.forEach((connector, i) => {
      if (connector.owner !== this || !isBodyConnector(connector)) return;
      connector.addGeneralizedForce(bindingOf(constraint).forceOn(i), Q);
    });
    const force = Q.slice(0, type.space);
    // Velocities are (v, ω), so Q is (force, moment about the centre of mass).
    const moment = Q.slice(type.space);
    const shift = crossProduct(
      centre.map((x, i) => x - place[i]!),
      force,
    );
    return { force, moment: moment.map((x, i) => x + shift[i]!) } as object as Reaction<S>;
  }

  #rotated(vector: ArrayLike<number>, inverse: boolean): Float64Array {
    const { space } = this.#binding.type;
    const out = new Float64Array(space);
    rotate(this.orientation, checkVector(vector, space, `A vector for ${this.label}`), inverse, out);
    return out;
  }

  /**
   * Adds a force, N, at the centre of mass. Only inside {@link Force.apply}; throws
   * E_FORCE_OUTSIDE_APPLY elsewhere.
   */
  applyForce(force: ArrayLike<number>): void {
    const Q = this.#binding.appliedForces(this.label);
    checkForce(force, this.#binding.type.space, this);
    const start = this.#binding.velocityOffset;
    for (let c = 0; c < this.#binding.type.space; c++) Q[start + c]! += force[c]!;
  }

  #connectorType(kind: ConnectorKind): number {
    return this.#binding.type.connectors.findIndex((type) => type.kind === kind);
  }
}
