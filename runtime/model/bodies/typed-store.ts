import type { BodyStore, ConnectorResponses } from '../body-store.js';
import type { Connector, ConnectorValues, ConnectorWorld } from '../connector.js';
import { parameterWidth } from '../parameters.js';
import type { State } from '../state.js';
import type { BodyArrays } from './body-arrays.js';
import type { BodyBinding, BodyHome } from './body-binding.js';
import { isBodyConnector, type BodyConnector } from './body-connectors.js';
import { BodyMobility } from './body-mobility.js';
import type { BodyType } from './body-type.js';
import { BodyWeights } from './body-weights.js';
import { describeFormulas } from './coordinate-values.js';
import { checkCoordinateRange, layoutOf, type CoordinateLayout } from './coordinate-layout.js';
import { FreeRotation } from './free-rotation.js';
import { rigidBody2DType } from './generated/rigid-body-2d.js';
import { rigidBody3DType } from './generated/rigid-body-3d.js';
import { PlacedConnectors } from './placed-connectors.js';

const EMPTY = new Float64Array(0);

/** All bodies of one {@link BodyType} in a world. */
export class TypedBodyStore implements BodyStore, BodyHome, BodyArrays {
  readonly world: ConnectorWorld;
  readonly state: State;
  readonly type: BodyType;
  readonly bodies: BodyBinding[] = [];
  readonly isotropic = false;
  /** False where formulas may depend on time, which rigid bodies do not have. */
  readonly isTimeless: boolean;
  readonly rotation: FreeRotation | undefined;
  /** NaN, as Jacobians depend on the state. */
  readonly mobilityRevision = NaN;

  coordinateOffset = 0;
  velocityOffset = 0;
  slotOffset = 0;
  forces: Float64Array | null = null;
  /** Parameters of all bodies, one after the other, with room for more. */
  parameters: Float64Array = EMPTY;

  readonly #layout: CoordinateLayout;
  readonly #width: number;
  readonly #placed: PlacedConnectors;
  readonly #mobility: BodyMobility;
  readonly #weights: BodyWeights;

  /** The store's part of the state, and the generation of the state it belongs to. */
  #q: Float64Array = EMPTY;
  #v: Float64Array = EMPTY;
  #qSource: Float64Array | undefined;
  #qStart = 0;

  constructor(world: ConnectorWorld, state: State, type: BodyType) {
    const layout = layoutOf(type);
    this.world = world;
    this.state = state;
    this.type = type;
    this.isTimeless = type === rigidBody2DType || type === rigidBody3DType;
    this.rotation = type === rigidBody3DType ? new FreeRotation(this) : undefined;
    this.#layout = layout;
    this.#width = parameterWidth(type);
    this.#placed = new PlacedConnectors(type, layout.nv);
    this.#mobility = new BodyMobility(type, layout, this.#placed, this);
    this.#weights = new BodyWeights(type, layout, this);
  }

  get time(): number {
    return this.world.time;
  }

  get q(): Float64Array {
    this.#takeViews();
    return this.#q;
  }

  get v(): Float64Array {
    this.#takeViews();
    return this.#v;
  }

  get coordinateCount(): number {
    return this.#layout.nq * this.bodies.length;
  }

  get velocityCount(): number {
    return this.#layout.nv * this.bodies.length;
  }

  get immovableCount(): number {
    const { nv } = this.#layout;
    let count = 0;
    for (const body of this.bodies) for (let j = 0; j < nv; j++) if (body.isImmovable(j)) count++;
    return count;
  }

  get slotCount(): number {
    return this.#placed.size;
  }

  add(body: BodyBinding): void {
    const { nq, nv } = this.#layout;
    const count = this.bodies.length;
    this.state.insert(this.coordinateOffset + nq * count, nq, this.velocityOffset + nv * count, nv);
    const needed = (count + 1) * this.#width;
    if (needed > this.parameters.length) {
      const parameters = new Float64Array(2 * needed);
      parameters.set(this.parameters);
      this.parameters = parameters;
    }
    this.bodies.push(body);
    body.attach(this, count);
    this.parametersChanged();
  }

  remove(body: BodyBinding): void {
    const { nq, nv } = this.#layout;
    const { index } = body;
    body.detach();
    this.state.remove(this.coordinateOffset + nq * index, nq, this.velocityOffset + nv * index, nv);
    const start = index * this.#width;
    this.parameters.copyWithin(start, start + this.#width);
    this.bodies.splice(index, 1);
    for (let i = index; i < this.bodies.length; i++) this.bodies[i]!.index = i;
    this.parametersChanged();
  }

  parametersChanged(): void {
    this.#mobility.parametersChanged();
  }

  placeConnectors(offset: number, used: Iterable<Connector>): void {
    const mine: BodyConnector[] = [];
    for (const connector of used) {
      if (isBodyConnector(connector) && connector.binding.home === this) mine.push(connector);
    }
    this.slotOffset = offset;
    this.#placed.place(mine, offset);
    this.#mobility.connectorsPlaced();
  }

  writeConnectors(table: ConnectorValues): void {
    this.#placed.write(table, this.q, this.v, this.parameters, this.time);
    this.#mobility.stateChanged();
  }

  coordinateRates(rates: Float64Array): void {
    const { q, v } = this.state;
    this.#layout.rates(this.bodies.length, q, this.coordinateOffset, v, this.velocityOffset, rates);
  }

  displace(d: Float64Array): void {
    this.#layout.displace(this.bodies.length, this.state.q, this.coordinateOffset, d, this.velocityOffset);
  }

  normalize(): void {
    this.#layout.normalize(this.bodies.length, this.state.q, this.coordinateOffset);
  }

  checkCoordinates(): void {
    if (this.#layout.limited.length === 0) return;
    for (const body of this.bodies) {
      for (const { description, q } of this.#layout.limited) checkCoordinateRange(body.label, description, body.q, q);
    }
  }

  describeUndefined(table: ConnectorValues): string | undefined {
    if (this.type.partial !== true) return undefined;
    const placed = this.#placed.bodyOf.find((_, entry) => !Number.isFinite(table.x[this.slotOffset + entry]!));
    const body = this.bodies[placed ?? this.#weights.findUndefined()];
    return body && describeFormulas(body);
  }

  addInertialForces(Q: Float64Array): void {
    this.#mobility.addInertialForces(Q);
  }

  addGravity(g: ArrayLike<number>, Q: Float64Array): void {
    this.#weights.addGravity(g, Q);
  }

  addDrag(c: number, Q: Float64Array): void {
    this.#weights.addDrag(c, Q);
  }

  gravityEnergy(g: ArrayLike<number>): number {
    return this.#weights.gravityEnergy(g);
  }

  kineticEnergy(): number {
    return this.#weights.energy(0);
  }

  potentialEnergy(): number {
    return this.#weights.energy(1);
  }

  squaredLength(x: Float64Array): number {
    return this.#mobility.squaredLength(x);
  }

  get placed(): Int32Array {
    return this.#placed.bodyOf;
  }

  isDefined(k: number): boolean {
    return this.type.partial !== true || this.#weights.findUndefined() !== k;
  }

  applyInverseMass(x: Float64Array, out: Float64Array): void {
    this.#mobility.applyInverseMass(x, out);
  }

  toConnectors(x: Float64Array, y: Float64Array): void {
    this.#mobility.toConnectors(x, y);
  }

  addAccelerations(f: Float64Array, x: Float64Array): void {
    this.#mobility.addAccelerations(f, x);
  }

  applyMobility(f: Float64Array, y: Float64Array): void {
    this.#mobility.applyMobility(f, y);
  }

  get responses(): ConnectorResponses {
    return this.#mobility;
  }

  bodyAt(slot: number): number {
    const entry = slot - this.slotOffset;
    return entry >= 0 && entry < this.#placed.size ? this.#placed.bodyOf[entry]! : -1;
  }

  labelOfCoordinate(i: number): string {
    return this.bodies[Math.floor((i - this.coordinateOffset) / this.#layout.nq)]!.label;
  }

  labelOfVelocity(i: number): string {
    return this.bodies[Math.floor((i - this.velocityOffset) / this.#layout.nv)]!.label;
  }

  /**
   * Takes views on the store's part of the state, and workspace for the present number of bodies.
   */
  #takeViews(): void {
    const { q, v } = this.state;
    if (this.#qSource === q && this.#qStart === this.coordinateOffset) return;
    this.#q = q.subarray(this.coordinateOffset, this.coordinateOffset + this.coordinateCount);
    this.#v = v.subarray(this.velocityOffset, this.velocityOffset + this.velocityCount);
    this.#qSource = q;
    this.#qStart = this.coordinateOffset;
    this.#mobility.resize(this.bodies.length);
    this.#weights.resize(this.bodies.length);
  }
}
