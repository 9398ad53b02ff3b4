import { describePlainly, plainFields } from '../base/printing.js';
import { checkScalarForce } from './applied-force.js';
import { showConnector, type ConnectorWorld, type ScalarConnector } from './connector.js';

/** The particle that a {@link ParticleCoordinate} belongs to. */
export interface CoordinateCarrier {
  readonly size: number;
  readonly label: string;
  readonly world: ConnectorWorld;
  readonly removed: boolean;
  readonly slot: number;
  readonly position: Float64Array;
  readonly velocity: Float64Array;
  applyForce(force: ArrayLike<number>): void;
}

/** Names of the coordinates of a position, in their order. */
export const COORDINATE_NAMES = ['x', 'y', 'z'] as const;

/** A coordinate of a particle, m, as a scalar: part of the connector that the particle itself is. */
export class ParticleCoordinate implements ScalarConnector {
  static {
    describePlainly(this.prototype, plainFields);
  }
  readonly kind = 'scalar';
  readonly size = 1;
  readonly accelerates = false;
  readonly moves = true;
  readonly #particle: CoordinateCarrier;
  readonly #axis: number;
  readonly #force: Float64Array;

  /** Use {@link Particle.x} and its like. */
  constructor(particle: CoordinateCarrier, axis: number) {
    this.#particle = particle;
    this.#axis = axis;
    this.#force = new Float64Array(particle.size);
    showConnector(this);
  }

  get world(): ConnectorWorld {
    return this.#particle.world;
  }

  get label(): string {
    return `'${COORDINATE_NAMES[this.#axis]!}' of ${this.#particle.label}`;
  }

  get owner(): object {
    return this.#particle;
  }

  get removed(): boolean {
    return this.#particle.removed;
  }

  get slot(): number {
    const { slot } = this.#particle;
    return slot < 0 ? slot : slot + this.#axis;
  }

  set slot(_slot: number) {
    // The particle's own place decides.
  }

  /** Coordinate at the present state, m. */
  get value(): number {
    return this.#particle.position[this.#axis]!;
  }

  /** Velocity along the axis, m/s. */
  get rate(): number {
    return this.#particle.velocity[this.#axis]!;
  }

  /**
   * Adds a force, N, along the axis. Only inside {@link Force.apply}; throws E_FORCE_OUTSIDE_APPLY
   * elsewhere.
   */
  applyForce(force: number): void {
    checkScalarForce(force, this);
    this.#force[this.#axis] = force;
    this.#particle.applyForce(this.#force);
  }

  read(x: Float64Array, v: Float64Array, a: Float64Array, offset: number): void {
    x[offset] = this.value;
    v[offset] = this.rate;
    a[offset] = 0;
  }
}
