import { checkForce } from '../applied-force.js';
import { checkPositive, checkVector } from '../../base/check.js';
import type { ConnectorKind } from '../constraint-type.js';
import type { BodyBinding } from './body-binding.js';
import { bindingOfBody } from './body-binding.js';
import { Body, readDirection } from './body.js';
import { BodyDirection, BodyPoint, connectorsOfKind, type BodyScalar } from './body-connectors.js';
import type { BodyType } from './body-type.js';

/**
 * Base of rigid bodies in the plane and in space. Their coordinates begin with the centre of mass,
 * their parameters with the mass.
 */
export abstract class RigidBody extends Body {
  /** Coordinates of the centre of mass, m, as connectors: `body.x.value`, inputs of constraints. */
  readonly x: BodyScalar;
  readonly y: BodyScalar;
  /** Connectors of the body that are scalars, by name. */
  protected readonly scalars: Readonly<Record<string, BodyScalar>>;
  readonly #binding: BodyBinding;

  constructor(type: BodyType, values: Float64Array, name: string | undefined) {
    super(type, values, 'body');
    this.#binding = bindingOfBody(this);
    this.name = name;
    this.scalars = connectorsOfKind(this.#binding, 'scalar');
    this.x = this.scalars['x']!;
    this.y = this.scalars['y']!;
  }

  /**
   * Position of the centre of mass, m: a view on the state, not a copy. Write into it to set the
   * position. Read it again after bodies were added or removed.
   */
  get position(): Float64Array {
    return this.#binding.part(0).value;
  }

  /** Velocity of the centre of mass, m/s: a view on the state like {@link position}. */
  get velocity(): Float64Array {
    return this.#binding.part(0).rate;
  }

  /** Mass, kg. Setting it takes effect with the next evaluation. Throws E_NOT_POSITIVE. */
  get mass(): number {
    return this.#binding.p[0]!;
  }

  set mass(mass: number) {
    this.#binding.p[0] = checkPositive(mass, `Mass of ${this.label}`);
    this.#binding.changed();
  }

  /**
   * Makes a point fixed in the body at `local`, m, from the centre of mass in body axes. Throws
   * E_VECTOR, E_DIMENSION, E_NOT_FINITE.
   */
  point(local: ArrayLike<number>): BodyPoint {
    const size = this.#binding.type.space;
    const place = checkVector(local, size, `A point of ${this.label}`);
    return new BodyPoint(this.#binding, this.#connectorType('point'), place);
  }

  /**
   * Makes a direction fixed in the body from a unit vector in body axes. Throws E_DIRECTION unless
   * its length is 1, and the errors of {@link point}.
   */
  direction(local: ArrayLike<number>): BodyDirection {
    const size = this.#binding.type.space;
    const unit = readDirection(local, size, `A direction of ${this.label}`);
    return new BodyDirection(this.#binding, this.#connectorType('direction'), unit);
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
