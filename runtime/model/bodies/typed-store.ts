import type { BodyFamily } from '../body-store.js';
import type { Connector, ConnectorWorld } from '../connector.js';
import type { ConnectorTable } from '../connector-table.js';
import type { MobilityBlocks } from '../mobility-blocks.js';
import { parameterWidth } from '../parameters.js';
import { removeFromState } from '../remove-from-state.js';
import type { State } from '../state.js';
import type { BodyBinding } from './body-binding.js';
import { isBodyConnector, type BodyConnector } from './body-connectors.js';
import type { BodyType } from './body-type.js';
import { layoutOf, type CoordinateLayout } from './coordinate-layout.js';
import { checkCoordinateRange } from './coordinate-values.js';
import { MassMatrices } from './mass-matrices.js';
import { PlacedConnectors } from './placed-connectors.js';
import { singularMass } from './singular-mass.js';

const EMPTY = new Float64Array(0);

/**
 * All bodies of one {@link BodyType} in a world. With `L` the Cholesky factor of a body's mass matrix and `S = L⁻¹Bᵀ`, found once per evaluation,
 * mobilities are `B W Bᵀ = SᵀS` and accelerations `W Bᵀ f = L⁻ᵀ S f`.
 */
export class TypedBodyFamily implements BodyFamily {
  readonly world: ConnectorWorld;
  readonly state: State;
  readonly type: BodyType;
  readonly bodies: BodyBinding[] = [];
  readonly isotropic = false;
  /** Jacobians depend on the state. */
  readonly mobilityRevision = NaN;

  coordinateOffset = 0;
  velocityOffset = 0;
  slotOffset = 0;
  forces: Float64Array | null = null;
  /** Parameters of all bodies, one after the other, and room for more. */
  parameters: Float64Array = EMPTY;

  readonly #layout: CoordinateLayout;
  readonly #width: number;
  readonly #placed: PlacedConnectors;
  readonly #mass: MassMatrices;

  /** The family's part of the state, and what it was taken of. */
  #q: Float64Array = EMPTY;
  #v: Float64Array = EMPTY;
  #qSource: Float64Array | undefined;
  #qStart = 0;

  /** Inertial forces and what is under way between connectors and velocities, over the family's velocities. */
  #Q: Float64Array = EMPTY;
  #u: Float64Array = EMPTY;
  /** Rows of `Bᵀ` brought through `L⁻¹`: row `e` is `L⁻¹ B_eᵀ`. */
  #S: Float64Array = EMPTY;
  #energy: Float64Array = EMPTY;
  #moment: Float64Array = EMPTY;
  #weight: Float64Array = EMPTY;
  /** True where inertial forces and masses, or `S`, are not those of the connectors in the table. */
  #dynamicsDue = true;
  #mobilityDue = true;
  /** True where a mass matrix that depends on parameters alone has been factorized for them. */
  #factorized = false;

  constructor(world: ConnectorWorld, state: State, type: BodyType) {
    this.world = world;
    this.state = state;
    this.type = type;
    this.#layout = layoutOf(type);
    this.#width = parameterWidth(type);
    this.#placed = new PlacedConnectors(type, this.#layout.nv);
    this.#mass = new MassMatrices(this.#layout.nv);
  }

  get coordinateCount(): number {
    return this.#layout.nq * this.bodies.length;
  }

  get velocityCount(): number {
    return this.#layout.nv * this.bodies.length;
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
    removeFromState(this.state, this.coordinateOffset + nq * index, nq, this.velocityOffset + nv * index, nv);
    const start = index * this.#width;
    this.parameters.copyWithin(start, start + this.#width);
    this.bodies.splice(index, 1);
    for (let i = index; i < this.bodies.length; i++) this.bodies[i]!.index = i;
    this.parametersChanged();
  }

  parametersChanged(): void {
    this.#factorized = false;
    this.#dynamicsDue = this.#mobilityDue = true;
  }

  placeConnectors(offset: number, used: Iterable<Connector>): void {
    const mine: BodyConnector[] = [];
    for (const connector of used) {
      if (isBodyConnector(connector) && connector.binding.family === this) mine.push(connector);
    }
    this.slotOffset = offset;
    this.#placed.place(mine, offset);
    this.#S = new Float64Array(this.#placed.B.length);
    this.#mobilityDue = true;
  }

  writeConnectors(table: ConnectorTable): void {
    this.#takeViews();
    this.#placed.write(table, this.#q, this.#v, this.parameters, this.world.time);
    this.#dynamicsDue = this.#mobilityDue = true;
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

  addInertialForces(Q: Float64Array): void {
    this.#updateDynamics();
    const inertial = this.#Q;
    const start = this.velocityOffset;
    for (let i = 0; i < inertial.length; i++) Q[start + i]! += inertial[i]!;
  }

  addGravity(g: ArrayLike<number>, Q: Float64Array): void {
    this.#evaluateWeight();
    const { nv } = this.#layout;
    const { space } = this.type;
    const weight = this.#weight;
    let row = 0;
    for (let k = 0, start = this.velocityOffset; k < this.bodies.length; k++, start += nv) {
      for (let c = 0; c < space; c++, row += nv) {
        const gc = g[c]!;
        for (let j = 0; j < nv; j++) Q[start + j]! += weight[row + j]! * gc;
      }
    }
  }

  addDrag(c: number, Q: Float64Array): void {
    const { coordinates, nv } = this.#layout;
    // The one vector among the coordinates of a rigid body is its centre of mass.
    for (const { description, v } of coordinates) {
      if (description.kind !== 'vector') continue;
      for (let k = 0, i = this.velocityOffset + v; k < this.bodies.length; k++, i += nv) {
        for (let j = i; j < i + description.rateSize; j++) Q[j]! -= c * this.state.v[j]!;
      }
    }
  }

  gravityEnergy(g: ArrayLike<number>): number {
    this.#evaluateWeight();
    const { space } = this.type;
    const moment = this.#moment;
    let energy = 0;
    for (let i = 0; i < moment.length; i++) energy -= moment[i]! * g[i % space]!;
    return energy;
  }

  kineticEnergy(): number {
    return this.#sumOfEnergies(0);
  }

  potentialEnergy(): number {
    return this.#sumOfEnergies(1);
  }

  applyInverseMass(x: Float64Array, out: Float64Array): void {
    this.#updateDynamics();
    const { nv } = this.#layout;
    const mass = this.#mass;
    for (let k = 0, start = this.velocityOffset; k < this.bodies.length; k++, start += nv) {
      mass.solveLower(k, x, start, out, start);
      mass.solveUpper(k, out, start);
    }
  }

  toConnectors(x: Float64Array, y: Float64Array): void {
    const { B, bodyOf, size } = this.#placed;
    this.#multiply(B, bodyOf, size, x, this.velocityOffset, y);
  }

  addAccelerations(f: Float64Array, x: Float64Array): void {
    this.#collect(f);
    const { nv } = this.#layout;
    const start = this.velocityOffset;
    for (let k = 0; k < this.bodies.length; k++) this.#mass.addSolvedUpper(k, this.#u, k * nv, x, start + k * nv);
  }

  applyMobility(f: Float64Array, y: Float64Array): void {
    this.#collect(f);
    const { bodyOf, size } = this.#placed;
    this.#multiply(this.#S, bodyOf, size, this.#u, 0, y);
  }

  bodyAt(slot: number): number {
    const entry = slot - this.slotOffset;
    return entry >= 0 && entry < this.#placed.size ? this.#placed.bodyOf[entry]! : -1;
  }

  writeMobility({ count, p, q, start, values }: MobilityBlocks): void {
    this.#updateMobility();
    const { nv } = this.#layout;
    const { sizeOf } = this.#placed;
    const S = this.#S;
    const offset = this.slotOffset;
    for (let k = 0; k < count; k++) {
      const left = p[k]! - offset;
      const right = q[k]! - offset;
      const rows = sizeOf[left]!;
      const columns = sizeOf[right]!;
      let e = start[k]!;
      for (let r = 0, a = left * nv; r < rows; r++, a += nv) {
        for (let c = 0, b = right * nv; c < columns; c++, b += nv, e++) {
          let sum = 0;
          for (let j = 0; j < nv; j++) sum += S[a + j]! * S[b + j]!;
          values[e] = sum;
        }
      }
    }
  }

  labelOfCoordinate(i: number): string {
    return this.bodies[Math.floor((i - this.coordinateOffset) / this.#layout.nq)]!.label;
  }

  labelOfVelocity(i: number): string {
    return this.bodies[Math.floor((i - this.velocityOffset) / this.#layout.nv)]!.label;
  }

  #resize(): void {
    const { nv } = this.#layout;
    const { space } = this.type;
    const count = this.bodies.length;
    this.#mass.resize(count);
    this.#Q = new Float64Array(count * nv);
    this.#u = new Float64Array(count * nv);
    this.#energy = new Float64Array(2 * count);
    this.#moment = new Float64Array(count * space);
    this.#weight = new Float64Array(count * space * nv);
  }

  /** Takes hold of the state, and of workspace for as many bodies as there are. */
  #takeViews(): void {
    const { q, v } = this.state;
    if (this.#qSource === q && this.#qStart === this.coordinateOffset) return;
    this.#q = q.subarray(this.coordinateOffset, this.coordinateOffset + this.coordinateCount);
    this.#v = v.subarray(this.velocityOffset, this.velocityOffset + this.velocityCount);
    this.#qSource = q;
    this.#qStart = this.coordinateOffset;
    this.#resize();
  }

  /** Mass matrices, their factors and inertial forces. Throws E_SINGULAR_MASS. */
  #updateDynamics(): void {
    if (!this.#dynamicsDue) return;
    this.#takeViews();
    const mass = this.#mass;
    this.type.dynamics(this.bodies.length, this.#q, this.#v, this.parameters, this.world.time, mass.M, this.#Q);
    if (!(this.type.constantMass && this.#factorized)) {
      const singular = mass.factorize(this.bodies.length);
      if (singular >= 0) {
        const { nv } = this.#layout;
        throw singularMass(this.bodies[Math.floor(singular / nv)]!, this.#layout, singular % nv);
      }
      this.#factorized = true;
    }
    this.#dynamicsDue = false;
  }

  #updateMobility(): void {
    if (!this.#mobilityDue) return;
    this.#updateDynamics();
    const { nv } = this.#layout;
    const { B, bodyOf, size } = this.#placed;
    for (let e = 0, row = 0; e < size; e++, row += nv) this.#mass.solveLower(bodyOf[e]!, B, row, this.#S, row);
    this.#mobilityDue = false;
  }

  /** `u = S f`. */
  #collect(f: Float64Array): void {
    this.#updateMobility();
    const { bodyOf, size } = this.#placed;
    this.#u.fill(0);
    this.#addTransposed(this.#S, bodyOf, size, f, this.#u, 0);
  }

  /** `y_e = R_e · x` for each entry `e`, with the part of `x` that belongs to its body. */
  #multiply(R: Float64Array, bodyOf: Int32Array, size: number, x: Float64Array, xStart: number, y: Float64Array): void {
    const { nv } = this.#layout;
    const offset = this.slotOffset;
    for (let e = 0, row = 0; e < size; e++, row += nv) {
      const start = xStart + bodyOf[e]! * nv;
      let sum = 0;
      for (let j = 0; j < nv; j++) sum += R[row + j]! * x[start + j]!;
      y[offset + e] = sum;
    }
  }

  /** `x += Σ R_eᵀ f_e`, each into the part of `x` that belongs to its body. */
  #addTransposed(
    R: Float64Array,
    bodyOf: Int32Array,
    size: number,
    f: Float64Array,
    x: Float64Array,
    xStart: number,
  ): void {
    const { nv } = this.#layout;
    const offset = this.slotOffset;
    for (let e = 0, row = 0; e < size; e++, row += nv) {
      const start = xStart + bodyOf[e]! * nv;
      const fe = f[offset + e]!;
      for (let j = 0; j < nv; j++) x[start + j]! += R[row + j]! * fe;
    }
  }

  #evaluateWeight(): void {
    this.#takeViews();
    this.type.weight(this.bodies.length, this.#q, this.parameters, this.world.time, this.#moment, this.#weight);
  }

  #sumOfEnergies(which: 0 | 1): number {
    this.#takeViews();
    const energies = this.#energy;
    this.type.energy(this.bodies.length, this.#q, this.#v, this.parameters, this.world.time, energies);
    let sum = 0;
    for (let i = which; i < energies.length; i += 2) sum += energies[i]!;
    return sum;
  }
}
