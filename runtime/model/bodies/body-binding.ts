import { noForceNow } from '../applied-force.js';
import type { ConnectorWorld } from '../connector.js';
import { HolonomicRuntimeError } from '../../base/errors.js';
import { shownMass, storedMass } from '../../base/mass.js';
import { checkParameters, parameterWidth, type ParameterStorage } from '../parameters.js';
import type { State } from '../state.js';
import type { BodyType } from './body-type.js';
import { checkCoordinateRange, layoutOf } from './coordinate-layout.js';
import { checkUnit } from './orientation.js';

/**
 * The data of one rigid or parametric body, besides its state, that a snapshot holds, in the order
 * of `world.bodies`.
 */
export interface BodySnapshot {
  /** Name of its type. */
  readonly type: string;
  /** Parameters in the order and layout of the type; for a rigid body, mass and inertia. */
  readonly params: Float64Array;
}

/** The store that a body is in. */
export interface BodyHome {
  readonly world: ConnectorWorld;
  readonly state: State;
  /** Indices at which the store's part of the state begins. */
  readonly coordinateOffset: number;
  readonly velocityOffset: number;
  /** Parameters of all its bodies, one after the other. */
  readonly parameters: Float64Array;
  readonly forces: Float64Array | null;
  /** Called after parameters were set. */
  parametersChanged(): void;
}

/**
 * The runtime's side of a body that is described by a {@link BodyType}: where its coordinates,
 * velocities and parameters lie. A body outside a world has small arrays of its own. In a world
 * they are parts of the arrays of its store and of the state.
 */
export class BodyBinding implements ParameterStorage {
  readonly type: BodyType;
  /** The body itself. */
  readonly body: object;
  /** Labels in messages: of the kind of body, of this body, and of this body if it had no name. */
  readonly kindLabel: string;
  label: string;
  plainLabel: string;
  /** The world it is or was in; before that, a placeholder of the right space. */
  world: ConnectorWorld;
  /** The store it belongs to while it is in a world. */
  home: BodyHome | null = null;
  /** Index in the store; −1 outside. */
  index = -1;
  /** True if it was in a world and no longer is. */
  removed = false;

  /**
   * Throws unless a body can have the parameters. Checks what the ranges of parameters cannot
   * express.
   */
  checkMasses?: (params: Float64Array) => void;

  /**
   * Number of parameters, from the first, that are masses and inertias of a rigid body: that of its
   * centre of mass, then those of its rotation. An infinite one is stored as 0.
   */
  massCount = 0;

  /** Parameters while outside of a world. */
  #own: Float64Array;
  #q: Float64Array;
  #v: Float64Array;
  #p: Float64Array;
  #parts: readonly CoordinateViews[] = [];
  /** Generation of the state that the views belong to. */
  #generation = -1;
  #source: Float64Array | undefined;

  /** Makes a binding with the parameters `values`, in the order and layout of the type. */
  constructor(type: BodyType, body: object, kindLabel: string, values: Float64Array) {
    const { nq, nv } = layoutOf(type);
    this.type = type;
    this.body = body;
    this.kindLabel = kindLabel;
    this.label = kindLabel;
    this.plainLabel = kindLabel;
    this.world = { space: type.space, time: 0, standIn: true };
    this.#own = values;
    this.#p = values;
    this.#q = new Float64Array(nq);
    this.#v = new Float64Array(nv);
    this.#takeParts();
  }

  /** Coordinates: a view. */
  get q(): Float64Array {
    this.#renewViews();
    return this.#q;
  }

  /** Velocities: a view. */
  get v(): Float64Array {
    this.#renewViews();
    return this.#v;
  }

  /** Parameters: a view. */
  get p(): Float64Array {
    this.#renewViews();
    return this.#p;
  }

  /** Returns views on the entries of coordinate `i`, and of its rate. */
  part(i: number): CoordinateViews {
    this.#renewViews();
    return this.#parts[i]!;
  }

  /** Returns the accelerations of coordinate `i`; see {@link State.accelerationsAt}. */
  accelerationsOf(i: number): Float64Array {
    const { description, v } = layoutOf(this.type).coordinates[i]!;
    if (!this.home) return new Float64Array(description.rateSize);
    return this.home.state.accelerationsAt(this.velocityOffset + v, description.rateSize);
  }

  /** Part of {@link ParameterStorage}. */
  get values(): Float64Array {
    return this.home ? this.home.parameters : this.#own;
  }

  /** Part of {@link ParameterStorage}. */
  get offset(): number {
    return this.home ? this.index * parameterWidth(this.type) : 0;
  }

  /** Part of {@link ParameterStorage}. Masses depend on parameters. */
  changed(): void {
    this.home?.parametersChanged();
  }

  /** Numbers the body among those of its kind. */
  setNumber(number: number): void {
    const named = this.label !== this.plainLabel;
    this.plainLabel = `${this.kindLabel} #${number}`;
    if (!named) this.label = this.plainLabel;
  }

  /** Moves the body into a store, which has made room for it. */
  attach(home: BodyHome, index: number): void {
    const { q, v, p } = this;
    this.world = home.world;
    this.home = home;
    this.index = index;
    this.removed = false;
    this.#generation = -1;
    this.q.set(q);
    this.v.set(v);
    this.p.set(p);
  }

  /** Detaches the body from store and state, and keeps a copy of the last values. */
  detach(): void {
    const { q, v, p } = this;
    this.#q = q.slice();
    this.#v = v.slice();
    this.#p = this.#own = p.slice();
    this.#takeParts();
    this.home = null;
    this.index = -1;
    this.removed = true;
  }

  /** Returns a copy of the body's data besides its state. */
  save(): BodySnapshot {
    const params = this.p.map((value, i) => (i < this.massCount ? shownMass(value) : value));
    return { type: this.type.name, params };
  }

  /** True if the copy could be of this body. */
  fits({ type, params }: BodySnapshot): boolean {
    return type === this.type.name && params.length === this.#p.length;
  }

  /**
   * Throws unless the body can have the saved parameters, and its coordinates in the world's `q`.
   */
  checkSaved({ params }: BodySnapshot, q: Float64Array): void {
    checkParameters(this.type, this.#stored(params), this.label);
    this.checkMasses?.(params);
    const { nq, coordinates } = layoutOf(this.type);
    const start = this.home!.coordinateOffset + this.index * nq;
    for (const { description, q: offset } of coordinates) {
      if (description.kind === 'orientation') checkUnit(q, start + offset, this.label);
      else checkCoordinateRange(this.label, description, q, start + offset);
    }
  }

  load({ params }: BodySnapshot): void {
    this.p.set(this.#stored(params));
    this.changed();
  }

  /** True for a velocity of a rigid body that no force changes. */
  isImmovable(velocity: number): boolean {
    return this.massCount > 0 && this.p[velocity < this.type.space ? 0 : 1] === 0;
  }

  #stored(params: Float64Array): Float64Array {
    return params.map((value, i) => (i < this.massCount ? storedMass(value) : value));
  }

  /**
   * `Q += Bᵀ f` for a connector of this body with the Jacobian `B`, row-major. Throws
   * E_FORCE_OUTSIDE_APPLY; `label` is the connector's.
   */
  applyForce(B: Float64Array, f: ArrayLike<number>, size: number, label: string): void {
    addTransposeProduct(B, f, size, this.appliedForces(label), this.velocityOffset, this.#v.length);
  }

  /**
   * Returns the array over the velocities that collects applied forces. Those of this body begin at
   * {@link velocityOffset}. Throws E_FORCE_OUTSIDE_APPLY.
   */
  appliedForces(label: string): Float64Array {
    const Q = this.home?.forces ?? null;
    if (Q === null) throw noForceNow(label, this.removed);
    return Q;
  }

  get velocityOffset(): number {
    return this.home!.velocityOffset + this.index * this.#v.length;
  }

  #renewViews(): void {
    const { home } = this;
    if (home === null) return;
    const { state, parameters } = home;
    if (this.#generation === state.generation && this.#source === parameters) return;
    const q = home.coordinateOffset + this.index * this.#q.length;
    const v = this.velocityOffset;
    this.#q = state.q.subarray(q, q + this.#q.length);
    this.#v = state.v.subarray(v, v + this.#v.length);
    this.#p = parameters.subarray(this.offset, this.offset + this.#p.length);
    this.#generation = state.generation;
    this.#source = parameters;
    this.#takeParts();
  }

  #takeParts(): void {
    this.#parts = layoutOf(this.type).coordinates.map(({ description, q, v }) => ({
      value: this.#q.subarray(q, q + description.size),
      rate: this.#v.subarray(v, v + description.rateSize),
    }));
  }
}

/** A coordinate of a body and its rate: views on the state. */
export interface CoordinateViews {
  readonly value: Float64Array;
  readonly rate: Float64Array;
}

const bindings = new WeakMap<object, BodyBinding>();

/** Registers `binding` as that of `body`. */
export function bindBody(body: object, binding: BodyBinding): void {
  bindings.set(body, binding);
}

/** True for bodies of any class, and for nothing else. */
export function isBody(value: object): boolean {
  return bindings.has(value);
}

/**
 * Returns the runtime's side of a body. Not for applications. Throws E_BODY for any other object.
 */
export function bindingOfBody(body: object): BodyBinding {
  const binding = bindings.get(body);
  if (binding) return binding;
  throw new HolonomicRuntimeError(
    'E_BODY',
    'The value to add as a body is not one.',
    'Give { mass, inertia, position, … } or a body made by new of a generated class.',
  );
}

/** `Q += Bᵀ f` in the `nv` entries of `Q` from `start` on, with `B` of `size` rows. */
export function addTransposeProduct(
  B: Float64Array,
  f: ArrayLike<number>,
  size: number,
  Q: Float64Array,
  start: number,
  nv: number,
): void {
  for (let c = 0; c < size; c++) {
    const fc = f[c]!;
    for (let j = 0; j < nv; j++) Q[start + j]! += B[c * nv + j]! * fc;
  }
}
