/* oxlint-disable typescript/class-literal-property-style -- fields would spread; see showOnly */
import { describePlainly, plainFields } from '../base/printing.js';
import { checkForce, checkScalarForce } from './applied-force.js';
import { checkNumber, checkVector } from '../base/check.js';
import {
  showConnector,
  type Connector,
  type ConnectorWorld,
  type DirectionConnector,
  type PointConnector,
  type ScalarConnector,
} from './connector.js';
import type { ConnectorKind, Space } from './constraint-type.js';
import { HolonomicRuntimeError } from '../base/errors.js';
import { normalize } from '../base/vector.js';
import type { Vector } from '../base/vectors.js';

/** A connector of the ground: its value never changes. */
abstract class FixedConnector implements Connector {
  static {
    describePlainly(this.prototype, plainFields);
  }
  abstract readonly kind: ConnectorKind;
  readonly size: number;
  readonly world: ConnectorWorld;
  slot = -1;
  protected readonly fixedValue: Float64Array;

  constructor(world: ConnectorWorld, value: ArrayLike<number>) {
    this.world = world;
    this.size = value.length;
    this.fixedValue = Float64Array.from(value);
    showConnector(this);
  }

  get owner(): null {
    return null;
  }

  get removed(): false {
    return false;
  }

  get accelerates(): false {
    return false;
  }

  get moves(): false {
    return false;
  }

  get label(): string {
    return `ground ${this.kind}`;
  }

  read(x: Float64Array, v: Float64Array, a: Float64Array, offset: number): void {
    x.set(this.fixedValue, offset);
    v.fill(0, offset, offset + this.size);
    a.fill(0, offset, offset + this.size);
  }
}

export class FixedPoint extends FixedConnector implements PointConnector {
  override get kind(): 'point' {
    return 'point';
  }

  get position(): Vector {
    return this.fixedValue.slice() as Vector;
  }

  get velocity(): Vector {
    return new Float64Array(this.size) as Vector;
  }

  /** Ignores the force, as the ground does not move. Throws E_VECTOR, E_DIMENSION. */
  applyForce(force: ArrayLike<number>): void {
    checkForce(force, this.size, this);
  }
}

export class FixedDirection extends FixedConnector implements DirectionConnector {
  override get kind(): 'direction' {
    return 'direction';
  }

  get direction(): Vector {
    return this.fixedValue.slice() as Vector;
  }

  get rate(): Vector {
    return new Float64Array(this.size) as Vector;
  }

  /** Ignores the force, as the ground does not move. Throws E_VECTOR, E_DIMENSION. */
  applyForce(force: ArrayLike<number>): void {
    checkForce(force, this.size, this);
  }
}

export class FixedScalar extends FixedConnector implements ScalarConnector {
  override get kind(): 'scalar' {
    return 'scalar';
  }

  get rate(): 0 {
    return 0;
  }

  get value(): number {
    return this.fixedValue[0]!;
  }

  /** Ignores the force, as the ground does not move. Throws E_NUMBER. */
  applyForce(force: number): void {
    checkScalarForce(force, this);
  }
}

/**
 * The ground, which does not move. It makes fixed points, directions and scalars to attach
 * constraints to.
 */
export class Ground {
  readonly #world: ConnectorWorld;
  static {
    describePlainly(this.prototype, ({ space }) => ({ label: 'ground', space }));
  }

  constructor(world: ConnectorWorld) {
    this.#world = world;
  }

  /** Dimension of its world. */
  get space(): Space {
    return this.#world.space;
  }

  /** Makes a fixed point at `position`, m. Throws E_VECTOR, E_DIMENSION, E_NOT_FINITE. */
  point(position: ArrayLike<number>): FixedPoint {
    return new FixedPoint(this.#world, checkVector(position, this.#world.space, 'Position of a ground point'));
  }

  /**
   * Makes a fixed direction along `direction`, scaled to length 1. Throws E_DIRECTION for the zero
   * vector, and the errors of {@link point}.
   */
  direction(direction: ArrayLike<number>): FixedDirection {
    const unit = checkVector(direction, this.#world.space, 'A ground direction');
    if (!normalize(unit)) {
      throw new HolonomicRuntimeError(
        'E_DIRECTION',
        'A ground direction is zero.',
        'Give a vector of any other length.',
      );
    }
    return new FixedDirection(this.#world, unit);
  }

  /** Makes a fixed scalar, such as an angle in rad. Throws E_NUMBER, E_NOT_FINITE. */
  scalar(value: number): FixedScalar {
    return new FixedScalar(this.#world, [checkNumber(value, 'A ground scalar')]);
  }
}
