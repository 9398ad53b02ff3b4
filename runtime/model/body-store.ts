import type { Connector, ConnectorValues } from './connector.js';

/**
 * A homogeneous store of bodies of one kind, such as all particles, all planar rigid bodies, or all
 * pendulums of one class. World, integrators and solvers know bodies only through their stores. One
 * call handles the whole store, so a store can run plain loops over its arrays.
 *
 * Notation: `q` and `v` are the store's coordinates and velocities, `N` maps velocities to
 * coordinate rates, `M` is the mass matrix, `W = M⁻¹`, and `B` is the Jacobian of the connectors'
 * values with respect to the velocities (the identity for particles). Vectors "over the velocities"
 * have the length of the world's `v`, vectors "over the connectors" that of the connector table. A
 * store reads and writes only its own part of them.
 */
export interface BodyStore {
  /** The type of its bodies, where they are described by one. */
  readonly type?: { readonly name: string; readonly partial?: boolean };
  /** Number of coordinates and of velocities of the whole store. */
  readonly coordinateCount: number;
  readonly velocityCount: number;
  /** Number of velocities that no force changes, since their mass or inertia is infinite. */
  readonly immovableCount: number;
  /**
   * Indices at which the store's part of the state begins. The world sets them when stores before
   * it grow or shrink.
   */
  coordinateOffset: number;
  velocityOffset: number;
  /**
   * The array that applied forces are added to while forces are collected; null at all other times.
   */
  forces: Float64Array | null;

  /** Length of the store's part of the connector table, and the index at which it begins. */
  readonly slotCount: number;
  readonly slotOffset: number;
  /**
   * Lays out the store's part of the connector table from `offset` on, for its connectors among
   * `used`.
   */
  placeConnectors(offset: number, used: Iterable<Connector>): void;
  /**
   * Returns values and rates for a connector table of `size` entries that are the state itself, so
   * that they need not be written. Only the one store of a world is asked (see {@link soleStore}), and
   * its connectors begin the table. Undefined where the state has no room for the rest of the
   * table.
   */
  shareConnectors?(size: number): { readonly x: Float64Array; readonly v: Float64Array } | undefined;
  /**
   * Writes `x`, `ẋ` and the acceleration at zero `v̇` of the store's connectors, from the state.
   */
  writeConnectors(table: ConnectorValues): void;

  /** True where no connector depends on time, so that their rates are `B v`. */
  readonly isTimeless: boolean;

  /** `rates = N(q) v`, over the coordinates. */
  coordinateRates(rates: Float64Array): void;
  /**
   * `q ⊕= d`: moves the coordinates by a displacement `d` over the velocities; to first order
   * `q + N d`.
   */
  displace(d: Float64Array): void;
  /** Projects coordinates with a constraint of their own (unit quaternions) back onto it. */
  normalize(): void;
  /** Throws E_COORDINATE_RANGE if a coordinate is outside its range. */
  checkCoordinates(): void;
  /**
   * Describes a body whose formulas have no value at the present state, where connectors have been
   * written to `table`. Present where formulas may have none.
   */
  describeUndefined?(table: ConnectorValues): string | undefined;

  /** `Q += ` forces that stem from the body's own motion, such as gyroscopic terms. */
  addInertialForces(Q: Float64Array): void;
  /** `Q += ` weight under the gravitational acceleration `g`. */
  addGravity(g: ArrayLike<number>, Q: Float64Array): void;
  /**
   * `Q += ` linear drag `−c v` at the centre of mass of each particle or rigid body. Bodies without
   * a centre of mass of their own get none.
   */
  addDrag(c: number, Q: Float64Array): void;
  /** `−Σ m g·x`, J. */
  gravityEnergy(g: ArrayLike<number>): number;
  /** `½ v·M v`, J. */
  kineticEnergy(): number;
  /** Potential energy of the bodies themselves, J. */
  potentialEnergy(): number;

  /** `x·M x` with the mass matrix of the last evaluation, `x` over the velocities. */
  squaredLength(x: Float64Array): number;
  /** `out = W x`, both over the velocities. */
  applyInverseMass(x: Float64Array, out: Float64Array): void;
  /** `y = B x`, from the velocities to the connectors. */
  toConnectors(x: Float64Array, y: Float64Array): void;
  /** `x += W Bᵀ f`, accelerations from forces on the connectors. */
  addAccelerations(f: Float64Array, x: Float64Array): void;
  /** `y = B W Bᵀ f`, both over the connectors. Iterative solvers repeat this product. */
  applyMobility(f: Float64Array, y: Float64Array): void;

  /**
   * Returns the index in the store of the body that carries the connector at `slot`; −1 if none
   * does.
   */
  bodyAt(slot: number): number;
  /**
   * True where `N` and `B` are the identity, so that a body's connectors are its coordinates, all
   * or one of them, and `W` is a multiple of the identity for each body.
   */
  readonly isotropic: boolean;
  /**
   * Number that changes whenever {@link writeInverseMasses} would write other values; NaN where
   * mobilities depend on the state.
   */
  readonly mobilityRevision: number;
  /**
   * `out[k] = 1/m` of the body that carries the connector at `slots[k]`. Present if
   * {@link isotropic}.
   */
  writeInverseMasses?(slots: Int32Array, out: Float64Array): void;
  /** Present unless {@link isotropic}. */
  readonly responses?: ConnectorResponses;
  /** Free rotation, for steps at velocity level; present for rigid bodies in space. */
  readonly rotation?: BodyRotation | undefined;

  /** Returns the name of the body that owns the coordinate `i` or the velocity `i` of the state. */
  labelOfCoordinate(i: number): string;
  labelOfVelocity(i: number): string;
}

/**
 * Responses of bodies to forces on their connectors, from which solvers assemble `J B W Bᵀ Jᵀ`: the
 * rows of `B L⁻ᵀ`, one for each entry of a store's part of the connector table, over the velocities
 * of the body that carries it. `L Lᵀ = M` is the factorized mass matrix of the body. So `B W Bᵀ` is,
 * for two entries of one body, the product of their rows.
 */
export interface ConnectorResponses {
  /** Number of velocities of a body. */
  readonly width: number;
  /** The rows at the present state, one after the other. */
  readonly rows: Float64Array;
}

/** Free rotation between the impulses at the ends of a step. */
export interface BodyFlight {
  /** Begins at the present orientations. */
  begin(): void;
  /** Subtracts the gyroscopic terms at the present state from the `accelerations` of the world. */
  removeGyroscopic(accelerations: Float64Array): void;
  /** Turns bodies for the time `h` from where they began, with the present velocities there. */
  turn(h: number): void;
  /** Sets velocities to those at the end of the last {@link turn}. */
  end(): void;
}

/** The rotation of bodies in a step at velocity level, apart from the forces and constraints on them. */
export interface BodyRotation {
  /** Number of bodies. Each has {@link ROTATION_MEMORY} entries in the memory of a stepper. */
  readonly count: number;
  readonly flight: BodyFlight;
  /** Sets velocities from the momenta that the last step has left in `memory`, from `at` on. */
  recall(memory?: Float64Array, at?: number): void;
  /**
   * Turns velocities after the time `h` of forces, evaluated where {@link recall} left the state, into
   * the mean ones of a free rotation. Puts those before the applied forces into `start`. Where bodies
   * may be held, those that turn by more than {@link LARGEST_TURN} keep their velocities.
   */
  turn(h: number, start?: Float64Array, mayBeHeld?: boolean): void;
  /**
   * After {@link turn}: changes the mean velocities, those in `start` and the present ones of bodies that
   * more than contacts act on to those with which impulses that `change` velocities lead to the free
   * rotation after them. Returns true where they were notably different.
   */
  aim(change: Float64Array, start: Float64Array): boolean;
  /** Says which bodies more than contacts act on, by their index; the others turn freely between impulses. */
  tie(bodies: ReadonlySet<number>): void;
  /** Has `memory` belong to the present velocities. */
  accept(memory: Float64Array, at: number): void;
  /** The largest angular velocity of a body with unequal moments, or of any body, rad/s. */
  fastest(ofAny?: boolean): number;
  /** True where a constraint holds a body whose gyroscopic torque changes its velocity noticeably in `h`. */
  isHeldWhileTurning(h: number): boolean;
  /** Sets velocities to those at the end of the step, and `memory`. */
  settle(memory?: Float64Array, at?: number): void;
  /** Begins a midpoint step: keeps orientations, and finds angular momenta with what `memory` holds. */
  beginMidpoint(memory: Float64Array, at: number): void;
  /** Keeps the state at the midpoint, at which forces have been evaluated. */
  keep(): void;
  /**
   * Like {@link turn}, from the velocities `start` of the world: bodies have turned halfway, and
   * {@link keep} has been called.
   */
  turnAtMidpoint(h: number, start: Float64Array): void;
  /** Like {@link settle} at the end of a midpoint step. Bodies that nothing holds turn anew. */
  settleFromMidpoint(memory: Float64Array, at: number): void;
}

/** Angle, rad, by which bodies that constraints hold may turn in a step. */
export const LARGEST_TURN = 1;
/** Numbers per body that a step hands on to the next one. */
export const ROTATION_MEMORY = 6;

/** Returns the name of the body that the velocity `i` of the state belongs to. */
export function labelOfVelocity(i: number, stores: readonly BodyStore[]): string {
  return stores.findLast(({ velocityOffset }) => velocityOffset <= i)!.labelOfVelocity(i);
}

/**
 * Returns the only store of a world whose bodies are their own connectors, such as a world of
 * particles alone. Coordinates, velocities and the first entries of vectors over the connectors
 * then have the same indices. Returns undefined for other worlds.
 */
export function soleStore(stores: readonly BodyStore[]): BodyStore | undefined {
  const [store, ...others] = stores.filter(({ velocityCount }) => velocityCount > 0);
  if (!store?.isotropic || others.length > 0) return undefined;
  const { slotOffset, coordinateOffset, velocityOffset } = store;
  return slotOffset === 0 && coordinateOffset === 0 && velocityOffset === 0 ? store : undefined;
}
