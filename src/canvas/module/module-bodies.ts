import type { ModuleBody, ModuleConnector } from './module-scene.js';

/** What bodies and connectors read of the world that they are part of. */
export interface ModuleState {
  readonly space: 2 | 3;
  readonly time: number;
  /** Coordinates, then velocities. */
  readonly state: Float64Array;
  readonly numbers: Float64Array;
  /** The values of connectors at the present state. */
  readonly places: Float64Array;
  /** The generalized force of a body, which counts in the next step. */
  readonly pushOn: (name: string) => Float64Array;
}

/** A connector: what a constraint or a picture reads. */
export class ModuleSite {
  readonly kind: ModuleConnector['kind'];
  readonly size: number;
  readonly world: ModuleState;
  readonly label: string;
  readonly owner: object | null;
  readonly removed = false;
  readonly accelerates = true;
  readonly moves: boolean;
  readonly slot = -1;
  readonly #value: () => Float64Array;

  /** `owner` is null for the ground; undefined for a handle, which carries itself. */
  constructor(
    world: ModuleState,
    { kind, size }: Pick<ModuleConnector, 'kind' | 'size'>,
    owner: object | null | undefined,
    value: () => Float64Array,
  ) {
    this.kind = kind;
    this.size = size;
    this.world = world;
    this.owner = owner === undefined ? this : owner;
    this.moves = owner !== null;
    this.label = kind;
    this.#value = value;
  }

  get position(): Float64Array {
    return this.#value();
  }

  get velocity(): Float64Array {
    return this.owner instanceof ModuleRigid ? this.owner.velocityAt(this.position) : new Float64Array(this.size);
  }

  read(x: Float64Array, v: Float64Array, a: Float64Array, offset: number): void {
    x.set(this.#value(), offset);
    if (this.kind === 'point') v.set(this.velocity, offset);
    a.fill(0, offset, offset + this.size);
  }

  applyForce(force: ArrayLike<number>): void {
    if (this.owner instanceof ModuleRigid) this.owner.push(force, this.position);
  }
}

/** A particle, which is its own connector. */
export class ModuleParticle {
  readonly kind = 'point';
  readonly size: number;
  readonly world: ModuleState;
  readonly label: string;
  readonly owner = this;
  readonly removed = false;
  readonly accelerates = false;
  readonly moves = true;
  readonly slot = -1;
  readonly position: Float64Array;
  readonly velocity: Float64Array;
  readonly mass: number;

  constructor(world: ModuleState, { name, q, v, mass }: ModuleBody) {
    this.size = world.space;
    this.world = world;
    this.label = name;
    this.position = world.state.subarray(q, q + this.size);
    this.velocity = world.state.subarray(v, v + this.size);
    this.mass = shownMass(world.numbers[mass]!);
  }

  read(x: Float64Array, v: Float64Array, a: Float64Array, offset: number): void {
    x.set(this.position, offset);
    v.set(this.velocity, offset);
    a.fill(0, offset, offset + this.size);
  }

  applyForce(force: ArrayLike<number>): void {
    const push = this.world.pushOn(this.label);
    for (let i = 0; i < this.size; i++) push[i]! += force[i]!;
  }
}

/** A rigid body. */
export abstract class ModuleRigid {
  readonly label: string;
  readonly mass: number;
  readonly position: Float64Array;
  readonly velocity: Float64Array;
  protected readonly world: ModuleState;
  /** Orientation, and angular velocity in world axes. */
  protected readonly turn: Float64Array;
  protected readonly spin: Float64Array;

  constructor(world: ModuleState, { name, q, v, mass }: ModuleBody) {
    const { space, state, numbers } = world;
    this.world = world;
    this.label = name;
    this.mass = shownMass(numbers[mass]!);
    this.position = state.subarray(q, q + space);
    this.velocity = state.subarray(v, v + space);
    this.turn = state.subarray(q + space, q + space + (space === 2 ? 1 : 4));
    this.spin = state.subarray(v + space, v + space + (space === 2 ? 1 : 3));
  }

  abstract vectorToWorldFrame(local: ArrayLike<number>): Float64Array;
  abstract pointToLocalFrame(place: ArrayLike<number>): Float64Array;
  abstract velocityAt(place: ArrayLike<number>): Float64Array;
  /** The torque of a force at an arm. */
  protected abstract torqueOf(arm: ArrayLike<number>, force: ArrayLike<number>): readonly number[];

  pointToWorldFrame(local: ArrayLike<number>): Float64Array {
    return this.vectorToWorldFrame(local).map((x, k) => x + this.position[k]!);
  }

  /** A point of the body, in its own frame. */
  point(local: ArrayLike<number>): ModuleSite {
    const own = Float64Array.from(local);
    const { world } = this;
    return new ModuleSite(world, { kind: 'point', size: world.space }, this, () => this.pointToWorldFrame(own));
  }

  /** Adds a force that acts at a place. */
  push(force: ArrayLike<number>, place: ArrayLike<number>): void {
    const push = this.world.pushOn(this.label);
    [...Array.from(force), ...this.torqueOf(this.armTo(place), force)].forEach((x, j) => (push[j]! += x));
  }

  protected armTo(place: ArrayLike<number>): number[] {
    return Array.from(place, (x, k) => x - this.position[k]!);
  }
}

export class PlanarRigid extends ModuleRigid {
  readonly inertia: number;

  constructor(world: ModuleState, body: ModuleBody) {
    super(world, body);
    this.inertia = shownMass(world.numbers[body.mass + 1]!);
  }

  get orientation(): number {
    return this.turn[0]!;
  }

  vectorToWorldFrame(local: ArrayLike<number>): Float64Array {
    const [x, y] = [local[0]!, local[1]!];
    const [c, s] = [Math.cos(this.orientation), Math.sin(this.orientation)];
    return Float64Array.of(c * x - s * y, s * x + c * y);
  }

  pointToLocalFrame(place: ArrayLike<number>): Float64Array {
    const [x, y] = this.armTo(place) as [number, number];
    const [c, s] = [Math.cos(this.orientation), Math.sin(this.orientation)];
    return Float64Array.of(c * x + s * y, c * y - s * x);
  }

  velocityAt(place: ArrayLike<number>): Float64Array {
    const [x, y] = this.armTo(place) as [number, number];
    const [u, v, w] = [this.velocity[0]!, this.velocity[1]!, this.spin[0]!];
    return Float64Array.of(u - w * y, v + w * x);
  }

  protected torqueOf(arm: ArrayLike<number>, force: ArrayLike<number>): number[] {
    return [arm[0]! * force[1]! - arm[1]! * force[0]!];
  }
}

/** A mass as users see it: one that is infinite is kept as 0. */
export const shownMass = (mass: number): number => (mass === 0 ? Infinity : mass);
