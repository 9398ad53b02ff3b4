import type { Connector, ConnectorValues } from './connector.js';
import type { MobilityBlocks } from './mobility-blocks.js';

/**
 * A homogeneous store of bodies of one kind (all particles, all planar rigid bodies, all pendulums of one class, …): the only form in which
 * world, integrators and solvers know bodies. One call handles the whole store, so that a store can run plain loops over its arrays.
 *
 * Notation: `q` and `v` are the store's coordinates and velocities, `N` maps velocities to coordinate rates, `M` is the mass matrix,
 * `W = M⁻¹`, and `B` is the Jacobian of the connectors' values with respect to the velocities (the identity for particles). Vectors "over
 * the velocities" have the length of the world's `v`, vectors "over the connectors" that of the connector table; a store reads and
 * writes only its own part of them.
 */
export interface BodyStore {
  /** What its bodies have in common, where they are described by a type. */
  readonly type?: { readonly name: string };
  /** Number of coordinates and of velocities of the whole store. */
  readonly coordinateCount: number;
  readonly velocityCount: number;
  /** Where the store's part of the state begins. Set by the world when stores before it grow or shrink. */
  coordinateOffset: number;
  velocityOffset: number;
  /** Where applied forces go while forces are being collected; null at all other times. */
  forces: Float64Array | null;

  /** Number of entries of the store's part of the connector table, and where it begins. */
  readonly slotCount: number;
  readonly slotOffset: number;
  /** Lays out the store's part of the connector table from `offset` on, for those of its connectors that are among `used`. */
  placeConnectors(offset: number, used: Iterable<Connector>): void;
  /**
   * Asks the one store of a world (see plain-store.ts), whose connectors are to begin a table of `size` entries, for values and rates that are the state itself, so that they need not be
   * written: undefined where the state has no room for the rest of the table.
   */
  shareConnectors?(size: number): { readonly x: Float64Array; readonly v: Float64Array } | undefined;
  /** `x`, `ẋ` and the acceleration at zero `v̇` of the store's connectors, from the state. */
  writeConnectors(table: ConnectorValues): void;

  /** `rates = N(q) v`, over the coordinates. */
  coordinateRates(rates: Float64Array): void;
  /** `q ⊕= d`: moves the coordinates by a displacement over the velocities, `q + N d` to first order. */
  displace(d: Float64Array): void;
  /** Brings coordinates with a constraint of their own (unit quaternions) back onto it. */
  normalize(): void;
  /** Throws E_COORDINATE_RANGE if a coordinate is beyond its range. */
  checkCoordinates(): void;

  /** `Q += ` forces that stem from the body's own motion (gyroscopic terms). */
  addInertialForces(Q: Float64Array): void;
  /** `Q += ` weight under the gravitational acceleration `g`. */
  addGravity(g: ArrayLike<number>, Q: Float64Array): void;
  /** `Q += ` linear drag `−c v` at the centre of mass of each particle or rigid body; nothing for bodies without one of their own. */
  addDrag(c: number, Q: Float64Array): void;
  /** `−Σ m g·x`, J. */
  gravityEnergy(g: ArrayLike<number>): number;
  /** `½ v·M v`, J. */
  kineticEnergy(): number;
  /** Potential that belongs to the bodies themselves, J. */
  potentialEnergy(): number;

  /** `out = W x`, both over the velocities. */
  applyInverseMass(x: Float64Array, out: Float64Array): void;
  /** `y = B x`: from the velocities to the connectors. */
  toConnectors(x: Float64Array, y: Float64Array): void;
  /** `x += W Bᵀ f`: accelerations from forces on the connectors. */
  addAccelerations(f: Float64Array, x: Float64Array): void;
  /** `y = B W Bᵀ f`, both over the connectors: what solvers repeat. */
  applyMobility(f: Float64Array, y: Float64Array): void;

  /** Which of the store's bodies, counted from 0, carries the connector at `slot`; −1 if none of them does. */
  bodyAt(slot: number): number;
  /** True where `N` and `B` are the identity, a body's one connector being its coordinates, and `W` is a multiple of the identity for each body. */
  readonly isotropic: boolean;
  /** Changes with whatever {@link writeMobility} would write; NaN where that depends on the state. */
  readonly mobilityRevision: number;
  /** Fills in the blocks of `B W Bᵀ` that solvers assemble `J B W Bᵀ Jᵀ` from: one number each if {@link isotropic}. */
  writeMobility(blocks: MobilityBlocks): void;

  /** Name of the body that owns the coordinate `i` or the velocity `i` of the state. */
  labelOfCoordinate(i: number): string;
  labelOfVelocity(i: number): string;
}

/** Returns the name of the body that the velocity `i` of the state belongs to. */
export function labelOfVelocity(i: number, stores: readonly BodyStore[]): string {
  return stores.findLast(({ velocityOffset }) => velocityOffset <= i)!.labelOfVelocity(i);
}
