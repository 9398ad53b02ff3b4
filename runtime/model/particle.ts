import { checkForce, noForceNow } from './applied-force.js';
import { checkPositive } from '../base/check.js';
import type { ConnectorWorld, PointConnector } from './connector.js';
import type { ParticleFamily } from './particle-store.js';

/** What {@link World.addParticle} takes. */
export interface ParticleOptions {
  /** Mass, kg. Positive and finite. */
  readonly mass: number;
  /** Position, m: one entry per dimension of the space. */
  readonly position: ArrayLike<number>;
  /** Velocity, m/s. At rest if left out. */
  readonly velocity?: ArrayLike<number>;
  /** Name for messages; `particle #n`, counted from 1, if left out. */
  readonly name?: string;
}

/** Set by the class itself, which alone can see its private members. */
let hasFamily: (value: object) => boolean;

/** True for particles of any world, and for nothing else. */
export function isParticle(value: unknown): value is Particle {
  return typeof value === 'object' && value !== null && hasFamily(value);
}

/** A point mass. It is a point connector itself, to be handed to constraints and forces as it is. */
export class Particle implements PointConnector {
  readonly kind = 'point';
  readonly size: number;
  readonly world: ConnectorWorld;
  readonly label: string;
  readonly accelerates = false;
  readonly moves = true;

  /** Place among the world's particles. Set by the runtime. */
  index = 0;
  /** True once removed from the world. Set by the runtime. */
  removed = false;

  #family: ParticleFamily;
  static {
    hasFamily = (value) => #family in value;
  }
  #generation = -1;
  #position = new Float64Array(0);
  #velocity = new Float64Array(0);

  /** Use {@link World.addParticle}. */
  constructor(family: ParticleFamily, label: string) {
    this.#family = family;
    this.size = family.world.space;
    this.world = family.world;
    this.label = label;
  }

  /**
   * Position, m: a view on the state, not a copy; write into it to set the position. Ask for it again after bodies were added or removed:
   * a view kept across that may have been left behind.
   */
  get position(): Float64Array {
    this.#renewViews();
    return this.#position;
  }

  /** Velocity, m/s: a view on the state like {@link position}. */
  get velocity(): Float64Array {
    this.#renewViews();
    return this.#velocity;
  }

  /** Mass, kg. Setting it takes effect with the next evaluation. Throws E_NOT_POSITIVE. */
  get mass(): number {
    return this.#family.massOf(this);
  }

  set mass(mass: number) {
    this.#family.setMass(this, checkPositive(mass, `Mass of ${this.label}`));
  }

  get owner(): this {
    return this;
  }

  get slot(): number {
    return this.removed ? -1 : this.#family.slotOffset + this.size * this.index;
  }

  set slot(_slot: number) {
    // The family's layout decides.
  }

  applyForce(force: ArrayLike<number>): void {
    const Q = this.#family.forces;
    if (Q === null || this.removed) throw noForceNow(this.label, this.removed);
    checkForce(force, this.size, this);
    const offset = this.#family.velocityOffset + this.size * this.index;
    for (let i = 0; i < this.size; i++) Q[offset + i]! += force[i]!;
  }

  read(x: Float64Array, v: Float64Array, a: Float64Array, offset: number): void {
    x.set(this.position, offset);
    v.set(this.velocity, offset);
    a.fill(0, offset, offset + this.size);
  }

  /** Follows it into another family, or to another place. Called by the runtime. */
  moveTo(family: ParticleFamily, index: number): void {
    this.#family = family;
    this.index = index;
    this.#generation = -1;
  }

  #renewViews(): void {
    const state = this.#family.state;
    if (this.#generation === state.generation) return;
    const q = this.#family.coordinateOffset + this.size * this.index;
    const v = this.#family.velocityOffset + this.size * this.index;
    this.#position = state.q.subarray(q, q + this.size) as Float64Array<ArrayBuffer>;
    this.#velocity = state.v.subarray(v, v + this.size) as Float64Array<ArrayBuffer>;
    this.#generation = state.generation;
  }
}
