import type { CollisionSnapshot } from '../collision/saved-pairs.js';
import type { BodySnapshot } from '../model/bodies/body-binding.js';
import type { HandleState } from '../model/handle.js';

/** The saved data of one constraint, in the order of `world.constraints`. */
export interface ConstraintSnapshot {
  /** Name of its type. */
  readonly type: string;
  readonly params: Float64Array;
  readonly lambda: Float64Array;
  readonly warmStart: Float64Array;
  readonly integral: Float64Array;
}

/**
 * All data that a world needs to continue exactly, to the last bit. Plain data: it can be cloned,
 * sent to a worker, or stored. The structure (bodies, constraints, forces, and the memory of
 * forces) is not part of it.
 *
 * `JSON.stringify` writes it in the form of {@link SnapshotJSON}, which `world.restore` also
 * accepts.
 */
export interface Snapshot {
  readonly time: number;
  readonly steps: number;
  /** Usual length of the last steps, s; 0 before the first. */
  readonly dt: number;
  /**
   * Memory of the integrator from step to step; for an adaptive one, the next step and the last
   * error.
   */
  readonly integrator: Float64Array;
  /** Memory of the recovery of steps, from step to step. */
  readonly recovery: Float64Array;
  readonly q: Float64Array;
  readonly v: Float64Array;
  readonly masses: Float64Array;
  /**
   * Names of the types of {@link bodies}, in the order in which `q` and `v` hold their coordinates
   * and rates.
   */
  readonly stores: readonly string[];
  readonly bodies: readonly BodySnapshot[];
  readonly constraints: readonly ConstraintSnapshot[];
  readonly handles: readonly HandleState[];
  /** Hinge angles with their whole turns, rad, in the order of making. */
  readonly angles: Float64Array;
  /** Contacts of the shapes of `collide`. */
  readonly collisions: CollisionSnapshot;
}
