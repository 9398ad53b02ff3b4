/* oxlint-disable typescript/class-literal-property-style -- fields would spread; see showOnly */
import { refuseAssignments } from '../base/read-only.js';
import { checkForce, noForceNow } from './applied-force.js';
import type { ConnectorWorld, PointConnector } from './connector.js';
import { markCopy } from '../base/copies.js';
import { HolonomicRuntimeError } from '../base/errors.js';
import { plainFields, printPlainly, showOnly } from '../base/printing.js';
import { checkVector } from '../base/check.js';
import { checkMass } from '../base/mass.js';
import { COORDINATE_NAMES, ParticleCoordinate } from './particle-coordinate.js';
import type { Space } from './constraint-type.js';
import type { State } from './state.js';
import type { Vector } from '../base/vectors.js';

/** Options of {@link World.addParticle}. */
export interface ParticleOptions {
  /** Mass, kg. Positive; with `Infinity` no force moves the particle, and it keeps its velocity. */
  readonly mass: number;
  /** Position, m: one entry per dimension of the space. */
  readonly position: ArrayLike<number>;
  /** Velocity, m/s. At rest if left out. */
  readonly velocity?: ArrayLike<number>;
  /** Name for messages; `particle #n`, counted from 1, if left out. */
  readonly name?: string;
}

/** The store that a particle is in. */
export interface ParticleHome {
  readonly world: ConnectorWorld;
  readonly state: State;
  /** Index at which the store's part of the state and of the connector table begins. */
  readonly coordinateOffset: number;
  readonly velocityOffset: number;
  readonly slotOffset: number;
  readonly forces: Float64Array | null;
  massOf(particle: Particle): number;
  setMass(particle: Particle, mass: number): void;
}

/** Set by the class itself, which alone can see its private members. */
let hasHome: (value: object) => boolean;

/** True for particles of any world, and for nothing else. */
export function isParticle(value: unknown): value is Particle {
  return typeof value === 'object' && value !== null && hasHome(value);
}

/** A point mass. It is itself a point connector: pass it to constraints and forces as it is. */
export class Particle<S extends Space = Space> implements PointConnector {
  static {
    refuseAssignments(this.prototype, {
      x: 'Assign its position.',
      y: 'Assign its position.',
      z: 'Assign its position.',
    });
  }

  /** The name that it was made with. */
  readonly name: string | undefined;
  readonly label: string;
  #index = 0;
  #removed = false;
  #home: ParticleHome;
  readonly #size: number;
  static {
    hasHome = (value) => #home in value;
    markCopy(this.prototype);
    printPlainly(this.prototype);
  }
  #generation = -1;
  #position = new Float64Array(0);
  #velocity = new Float64Array(0);
  /** Coordinates as scalars, made when first read. */
  readonly #coordinates: ParticleCoordinate[] = [];

  /** Use {@link World.addParticle}. */
  constructor(home: ParticleHome, name: string | undefined, label: string) {
    this.#home = home;
    this.#size = home.world.space;
    this.name = name;
    this.label = label;
    showOnly<Particle>(this, ['label', 'mass', 'position', 'velocity']);
  }

  get kind(): 'point' {
    return 'point';
  }

  get size(): number {
    return this.#size;
  }

  get world(): ConnectorWorld {
    return this.#home.world;
  }

  get accelerates(): false {
    return false;
  }

  get moves(): true {
    return true;
  }

  /** Index among the world's particles. Set by the runtime. */
  get index(): number {
    return this.#index;
  }

  set index(index: number) {
    this.#index = index;
  }

  /** True once removed from the world. Set by the runtime. */
  get removed(): boolean {
    return this.#removed;
  }

  set removed(removed: boolean) {
    this.#removed = removed;
  }

  /**
   * Position, m: a view on the state, not a copy. Assign an array, or write into it, to set the
   * position. Read it again after bodies were added or removed, as a view kept across that may be
   * stale. Throws E_VECTOR, E_DIMENSION, E_NOT_FINITE when assigned.
   */
  get position(): Vector<S> {
    this.#renewViews();
    return this.#position as Vector<S>;
  }

  set position(position: ArrayLike<number>) {
    this.position.set(checkVector(position, this.#size, `Position of ${this.label}`));
  }

  /** Velocity, m/s: a view on the state like {@link position}. */
  get velocity(): Vector<S> {
    this.#renewViews();
    return this.#velocity as Vector<S>;
  }

  set velocity(velocity: ArrayLike<number>) {
    this.velocity.set(checkVector(velocity, this.#size, `Velocity of ${this.label}`));
  }

  /**
   * Acceleration at the last evaluation, m/s²: a view, zero before the first and after bodies or
   * constraints were added or removed. `world.evaluate()` finds that of the present state.
   */
  get acceleration(): Vector<S> {
    if (this.#removed) return new Float64Array(this.#size) as Vector<S>;
    const { state, velocityOffset } = this.#home;
    return state.accelerationsAt(velocityOffset + this.#size * this.#index, this.#size) as Vector<S>;
  }

  /** The first coordinate, m, as a connector: `p.x.value`, or an input of a constraint. */
  get x(): ParticleCoordinate {
    return this.#coordinate(0);
  }

  /** The second coordinate, m, like {@link x}. */
  get y(): ParticleCoordinate {
    return this.#coordinate(1);
  }

  /** The third coordinate, m, like {@link x}. Throws E_DIMENSION in the plane. */
  get z(): ParticleCoordinate {
    return this.#coordinate(2);
  }

  /** Mass, kg. Setting it takes effect with the next evaluation. Throws E_MASS, E_NOT_POSITIVE. */
  get mass(): number {
    return this.#home.massOf(this);
  }

  set mass(mass: number) {
    this.#home.setMass(this, checkMass(mass, `Mass of ${this.label}`));
  }

  get owner(): this {
    return this;
  }

  get slot(): number {
    return this.#removed ? -1 : this.#home.slotOffset + this.#size * this.#index;
  }

  set slot(_slot: number) {
    // The store decides, as it knows the layout.
  }

  /** Returns label, mass, position and velocity as plain data, as consoles and JSON show them. */
  toJSON(): object {
    return plainFields(this);
  }

  applyForce(force: ArrayLike<number>): void {
    const Q = this.#home.forces;
    if (Q === null || this.#removed) throw noForceNow(this.label, this.#removed);
    checkForce(force, this.#size, this);
    const offset = this.#home.velocityOffset + this.#size * this.#index;
    for (let i = 0; i < this.#size; i++) Q[offset + i]! += force[i]!;
  }

  read(x: Float64Array, v: Float64Array, a: Float64Array, offset: number): void {
    x.set(this.position, offset);
    v.set(this.velocity, offset);
    a.fill(0, offset, offset + this.#size);
  }

  /**
   * Records a move of the particle into another store, or to another index. Called by the runtime.
   */
  moveTo(home: ParticleHome, index: number): void {
    this.#home = home;
    this.#index = index;
    this.#generation = -1;
  }

  #coordinate(axis: number): ParticleCoordinate {
    if (axis < this.#size) return (this.#coordinates[axis] ??= new ParticleCoordinate(this, axis));
    throw new HolonomicRuntimeError(
      'E_DIMENSION',
      `The position of ${this.label} has ${this.#size} components, and no ${COORDINATE_NAMES[axis]!}.`,
      'Make a world with space: 3.',
    );
  }

  #renewViews(): void {
    const state = this.#home.state;
    if (this.#generation === state.generation) return;
    const q = this.#home.coordinateOffset + this.#size * this.#index;
    const v = this.#home.velocityOffset + this.#size * this.#index;
    this.#position = state.q.subarray(q, q + this.#size) as Float64Array<ArrayBuffer>;
    this.#velocity = state.v.subarray(v, v + this.#size) as Float64Array<ArrayBuffer>;
    this.#generation = state.generation;
  }
}
