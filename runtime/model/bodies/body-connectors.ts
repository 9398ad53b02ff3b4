/* oxlint-disable typescript/class-literal-property-style -- fields would spread; see showOnly */
import { refuseAssignments } from '../../base/read-only.js';
import { describePlainly, plainFields } from '../../base/printing.js';
import { checkForce, checkScalarForce } from '../applied-force.js';
import {
  showConnector,
  type Connector,
  type ConnectorWorld,
  type DirectionConnector,
  type PointConnector,
  type ScalarConnector,
} from '../connector.js';
import type { Vector } from '../../base/vectors.js';
import type { ConnectorKind, Space } from '../constraint-type.js';
import { addTransposeProduct, type BodyBinding } from './body-binding.js';
import type { BodyConnectorType } from './body-type.js';

const FIRST = Int32Array.of(0);
const place = new Int32Array(1);

/**
 * A connector of a body that is described by formulas. The kernel of its type finds position and
 * motion.
 */
abstract class BodyConnectorBase implements Connector {
  static {
    describePlainly(this.prototype, plainFields);
  }
  abstract readonly kind: ConnectorKind;
  readonly size: number;
  slot = -1;

  /**
   * The runtime's side of the body, the connector's type with its index among those of the body's
   * type, and the place on the body.
   */
  readonly binding: BodyBinding;
  readonly type: BodyConnectorType;
  readonly typeIndex: number;
  readonly local: Float64Array;
  /** Equal for equal places. */
  readonly localKey: string;

  /** Value, rate, acceleration at zero `v̇`, and Jacobian, as last evaluated. */
  protected readonly valueNow: Float64Array;
  protected readonly rateNow: Float64Array;
  readonly #acceleration: Float64Array;
  readonly #B: Float64Array;

  constructor(binding: BodyBinding, typeIndex: number, local: Float64Array) {
    const type = binding.type.connectors[typeIndex]!;
    this.binding = binding;
    this.type = type;
    this.typeIndex = typeIndex;
    this.local = local;
    this.localKey = local.join(' ');
    this.size = type.size;
    this.valueNow = new Float64Array(type.size);
    this.rateNow = new Float64Array(type.size);
    this.#acceleration = new Float64Array(type.size);
    this.#B = new Float64Array(type.size * binding.v.length);
    showConnector(this);
  }

  get accelerates(): true {
    return true;
  }

  get moves(): true {
    return true;
  }

  get world(): ConnectorWorld {
    return this.binding.world;
  }

  get label(): string {
    const { name } = this.type;
    const where = this.local.length === 0 ? `'${name}'` : `${name} [${this.local.join(', ')}]`;
    return `${where} of ${this.binding.label}`;
  }

  get owner(): object {
    return this.binding.body;
  }

  get removed(): boolean {
    return this.binding.removed;
  }

  read(x: Float64Array, v: Float64Array, a: Float64Array, offset: number): void {
    const { binding } = this;
    place[0] = offset;
    this.type.kernel(
      1,
      FIRST,
      this.local,
      binding.q,
      binding.v,
      binding.p,
      binding.world.time,
      place,
      x,
      v,
      a,
      this.#B,
    );
  }

  /** Adds `Bᵀ f` at the present state to the body's forces. */
  protected addForce(force: ArrayLike<number>): void {
    checkForce(force, this.size, this);
    this.refresh();
    this.binding.applyForce(this.#B, force, this.size, this.label);
  }

  /** `Q += Bᵀ f` at the present state, `Q` over the velocities of the body alone. */
  addGeneralizedForce(force: ArrayLike<number>, Q: Float64Array): void {
    this.refresh();
    addTransposeProduct(this.#B, force, this.size, Q, 0, Q.length);
  }

  protected refresh(): void {
    this.read(this.valueNow, this.rateNow, this.#acceleration, 0);
  }
}

/** A point of a body. */
export class BodyPoint<S extends Space = Space> extends BodyConnectorBase implements PointConnector {
  override get kind(): 'point' {
    return 'point';
  }

  /**
   * Position at the present state, m. The array belongs to the point and is updated at each read.
   */
  get position(): Vector<S> {
    this.refresh();
    return this.valueNow as Vector<S>;
  }

  /** Velocity at the present state, m/s. Like {@link position}. */
  get velocity(): Vector<S> {
    this.refresh();
    return this.rateNow as Vector<S>;
  }

  /**
   * Adds a force, N, at the point; on a rigid body it may also turn it. Only inside
   * {@link Force.apply}; throws E_FORCE_OUTSIDE_APPLY elsewhere.
   */
  applyForce(force: ArrayLike<number>): void {
    this.addForce(force);
  }
}

/** A direction fixed in a body. */
export class BodyDirection<S extends Space = Space> extends BodyConnectorBase implements DirectionConnector {
  override get kind(): 'direction' {
    return 'direction';
  }

  /**
   * The unit vector at the present state. The array belongs to the direction and is updated at each
   * read.
   */
  get direction(): Vector<S> {
    this.refresh();
    return this.valueNow as Vector<S>;
  }

  /** Rate of change of the unit vector, 1/s. Like {@link direction}. */
  get rate(): Vector<S> {
    this.refresh();
    return this.rateNow as Vector<S>;
  }

  /**
   * Adds a generalized force, N·m, that does the work `f · ḋ` as the direction `d` turns: the torque
   * `d × f` on the body. Only inside {@link Force.apply}; throws E_FORCE_OUTSIDE_APPLY elsewhere.
   */
  applyForce(force: ArrayLike<number>): void {
    this.addForce(force);
  }
}

/** An angle or a coordinate of a body. */
export class BodyScalar extends BodyConnectorBase implements ScalarConnector {
  static {
    const remedy = 'Assign the state of its body, such as its orientation.';
    refuseAssignments(this.prototype, { value: remedy, rate: remedy });
  }

  override get kind(): 'scalar' {
    return 'scalar';
  }

  readonly #force = new Float64Array(1);

  /** Value at the present state. */
  get value(): number {
    this.refresh();
    return this.valueNow[0]!;
  }

  /** Rate of change, per second. */
  get rate(): number {
    this.refresh();
    return this.rateNow[0]!;
  }

  /**
   * Adds a generalized force: a torque, N·m, for an angle. Only inside {@link Force.apply}; throws
   * E_FORCE_OUTSIDE_APPLY elsewhere.
   */
  applyForce(force: number): void {
    checkScalarForce(force, this);
    this.#force[0] = force;
    this.addForce(this.#force);
  }
}

/** Any connector of a body. */
export type BodyConnector = BodyPoint | BodyDirection | BodyScalar;

export function isBodyConnector(connector: Connector): connector is BodyConnector {
  return connector instanceof BodyConnectorBase;
}

const NOWHERE = new Float64Array(0);

interface ConnectorOfKind {
  readonly point: BodyPoint;
  readonly direction: BodyDirection;
  readonly scalar: BodyScalar;
}

/** Returns the connectors of one kind that each body has once, by name. */
export function connectorsOfKind<Kind extends ConnectorKind>(
  binding: BodyBinding,
  kind: Kind,
): Readonly<Record<string, ConnectorOfKind[Kind]>>;
export function connectorsOfKind(binding: BodyBinding, kind: ConnectorKind): Readonly<Record<string, BodyConnector>> {
  const found: Record<string, BodyConnector> = {};
  binding.type.connectors.forEach((type, typeIndex) => {
    if (type.kind !== kind || type.localSize > 0) return;
    if (kind === 'point') found[type.name] = new BodyPoint(binding, typeIndex, NOWHERE);
    else if (kind === 'direction') found[type.name] = new BodyDirection(binding, typeIndex, NOWHERE);
    else found[type.name] = new BodyScalar(binding, typeIndex, NOWHERE);
  });
  return Object.freeze(found);
}
