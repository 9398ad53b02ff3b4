import { squared } from '../base/powers.js';
import type { BodyStore } from './body-store.js';
import { checkName, checkVector, readOptions } from '../base/check.js';
import type { ConnectorValues, ConnectorWorld } from './connector.js';
import { checkMass, shownMass, storedMass } from '../base/mass.js';
import { Particle, type ParticleOptions } from './particle.js';
import { withRoom, type State } from './state.js';
import { addMultipliedEntries, copy, multiplyEntries } from '../base/vector.js';

const OPTION_NAMES: readonly (keyof ParticleOptions)[] = ['mass', 'position', 'velocity', 'name'];

/**
 * All particles of a world. Their coordinates are their positions, and their connectors are
 * themselves. `N`, `B` and the whole map from state to connectors are therefore identities, and `W`
 * is diagonal.
 */
export class ParticleStore implements BodyStore {
  readonly world: ConnectorWorld;
  readonly state: State;
  readonly particles: Particle[] = [];
  readonly isotropic = true;
  mobilityRevision = 0;
  readonly isTimeless = true;

  coordinateOffset = 0;
  velocityOffset = 0;
  slotOffset = 0;
  forces: Float64Array | null = null;

  /** Masses, 0 for an infinite one, and their inverses, one entry per velocity. */
  mass = new Float64Array(0);
  inverseMass = new Float64Array(0);
  /** True where the connector table is the state itself. */
  #shared = false;
  #serial = 0;

  constructor(world: ConnectorWorld, state: State) {
    this.world = world;
    this.state = state;
  }

  get coordinateCount(): number {
    return this.world.space * this.particles.length;
  }

  get velocityCount(): number {
    return this.coordinateCount;
  }

  get immovableCount(): number {
    return this.mass.subarray(0, this.velocityCount).reduce((sum, mass) => (mass === 0 ? sum + 1 : sum), 0);
  }

  get slotCount(): number {
    return this.coordinateCount;
  }

  add(options: ParticleOptions): Particle {
    const d = this.world.space;
    const given = readOptions(options, 'Options of a particle', OPTION_NAMES);
    const name = checkName(given.name, 'The name of a particle');
    const label = name === undefined ? `particle #${this.#serial + 1}` : `particle '${name}'`;
    const mass = checkMass(given.mass, `Mass of ${label}`);
    const position = checkVector(given.position, d, `Position of ${label}`);
    const velocity = given.velocity === undefined ? undefined : checkVector(given.velocity, d, `Velocity of ${label}`);

    this.#serial++;
    return this.take(new Particle(this, name, label), mass, position, velocity);
  }

  massOf(particle: Particle): number {
    return shownMass(this.mass[this.world.space * particle.index]!);
  }

  setMass(particle: Particle, mass: number): void {
    this.mobilityRevision++;
    const start = this.world.space * particle.index;
    const end = start + this.world.space;
    this.mass.fill(storedMass(mass), start, end);
    this.inverseMass.fill(1 / mass, start, end);
  }

  /** Appends a particle that is in no store, or in another one. */
  take(particle: Particle, mass: number, position: ArrayLike<number>, velocity?: ArrayLike<number>): Particle {
    const d = this.world.space;
    const n = this.coordinateCount;
    this.state.insert(this.coordinateOffset + n, d, this.velocityOffset + n, d);
    this.mass = withRoom(this.mass, n + d);
    this.inverseMass = withRoom(this.inverseMass, n + d);
    particle.moveTo(this, this.particles.length);
    this.particles.push(particle);
    this.setMass(particle, mass);
    particle.position.set(position);
    if (velocity) particle.velocity.set(velocity);
    return particle;
  }

  placeConnectors(offset: number): void {
    this.slotOffset = offset;
    this.#shared = false;
  }

  shareConnectors(size: number): { x: Float64Array; v: Float64Array } | undefined {
    const extended = this.state.extended(size);
    if (!extended) return undefined;
    this.#shared = true;
    return { x: extended.q, v: extended.v };
  }

  writeConnectors(table: ConnectorValues): void {
    if (this.#shared) return;
    const { q, v } = this.state;
    const { x, v: rate } = table;
    const n = this.coordinateCount;
    copy(q, this.coordinateOffset, x, this.slotOffset, n);
    copy(v, this.velocityOffset, rate, this.slotOffset, n);
  }

  coordinateRates(rates: Float64Array): void {
    copy(this.state.v, this.velocityOffset, rates, this.coordinateOffset, this.coordinateCount);
  }

  displace(d: Float64Array): void {
    const { q } = this.state;
    const n = this.coordinateCount;
    const to = this.coordinateOffset;
    const from = this.velocityOffset;
    for (let i = 0; i < n; i++) q[to + i]! += d[from + i]!;
  }

  normalize(): void {
    // Positions obey no constraint of their own.
  }

  checkCoordinates(): void {
    // A particle may be anywhere.
  }

  addInertialForces(): void {
    // The mass matrix is constant.
  }

  addGravity(g: ArrayLike<number>, Q: Float64Array): void {
    const d = this.world.space;
    const n = this.coordinateCount;
    const mass = this.mass;
    const offset = this.velocityOffset;
    for (let c = 0; c < d; c++) {
      const gc = g[c]!;
      for (let i = c; i < n; i += d) Q[offset + i]! += mass[i]! * gc;
    }
  }

  addDrag(c: number, Q: Float64Array): void {
    const n = this.coordinateCount;
    const offset = this.velocityOffset;
    const v = this.state.v;
    for (let i = 0; i < n; i++) Q[offset + i]! -= c * v[offset + i]!;
  }

  gravityEnergy(g: ArrayLike<number>): number {
    const d = this.world.space;
    const n = this.coordinateCount;
    const q = this.state.q;
    let energy = 0;
    for (let c = 0; c < d; c++) {
      for (let i = c; i < n; i += d) energy -= this.mass[i]! * g[c]! * q[this.coordinateOffset + i]!;
    }
    return energy;
  }

  kineticEnergy(): number {
    const v = this.state.v;
    const n = this.coordinateCount;
    let energy = 0;
    for (let i = 0; i < n; i++) {
      const rate = v[this.velocityOffset + i]!;
      energy += 0.5 * this.mass[i]! * rate * rate;
    }
    return energy;
  }

  squaredLength(x: Float64Array): number {
    const { mass, velocityOffset: start } = this;
    const n = this.coordinateCount;
    // Two sums, since each addition waits for the one before.
    let even = 0;
    let odd = 0;
    for (let i = 1; i < n; i += 2) {
      const a = x[start + i - 1]!;
      const b = x[start + i]!;
      even += mass[i - 1]! * a * a;
      odd += mass[i]! * b * b;
    }
    if (n % 2 === 1) even += mass[n - 1]! * squared(x[start + n - 1]!);
    return even + odd;
  }

  potentialEnergy(): number {
    return 0;
  }

  applyInverseMass(x: Float64Array, out: Float64Array): void {
    const offset = this.velocityOffset;
    multiplyEntries(this.inverseMass, x, offset, out, offset, this.coordinateCount);
  }

  toConnectors(x: Float64Array, y: Float64Array): void {
    copy(x, this.velocityOffset, y, this.slotOffset, this.coordinateCount);
  }

  addAccelerations(f: Float64Array, x: Float64Array): void {
    addMultipliedEntries(this.inverseMass, f, this.slotOffset, x, this.velocityOffset, this.coordinateCount);
  }

  applyMobility(f: Float64Array, y: Float64Array): void {
    const offset = this.slotOffset;
    multiplyEntries(this.inverseMass, f, offset, y, offset, this.coordinateCount);
  }

  bodyAt(slot: number): number {
    const i = slot - this.slotOffset;
    return i >= 0 && i < this.slotCount ? Math.floor(i / this.world.space) : -1;
  }

  writeInverseMasses(slots: Int32Array, out: Float64Array): void {
    const offset = this.slotOffset;
    const inverseMass = this.inverseMass;
    for (let k = 0; k < slots.length; k++) out[k] = inverseMass[slots[k]! - offset]!;
  }

  labelOfCoordinate(i: number): string {
    return this.labelOfVelocity(i - this.coordinateOffset + this.velocityOffset);
  }

  labelOfVelocity(i: number): string {
    return this.particles[Math.floor((i - this.velocityOffset) / this.world.space)]!.label;
  }
}
