import { HolonomicRuntimeError } from '../base/errors.js';
import { capitalized, showTime } from '../base/text.js';
import { clear, findNonFinite } from '../base/vector.js';
import { labelOfVelocity, type BodyStore } from '../model/body-store.js';
import { labelOfForce, rests, type Force, type ForceWorld } from '../model/force.js';
import { SteadyForces } from './steady-forces.js';

/** Generalized forces of a world: those of its forces, and those from its bodies' own motion. */
export class AppliedForces {
  readonly #world: ForceWorld;
  readonly #stores: readonly BodyStore[];
  readonly #forces: readonly Force[];
  /** `Q`, over the velocities. */
  readonly #Q: Float64Array;
  /** `Q` of one force. */
  readonly #own: Float64Array;
  readonly #steady: SteadyForces;
  /** Forces that rest in this structure. */
  readonly #resting: ReadonlySet<Force>;

  /** Collects forces over `velocities` entries, the length of the world's `v`. */
  constructor(world: ForceWorld, stores: readonly BodyStore[], forces: readonly Force[], velocities: number) {
    this.#world = world;
    this.#stores = stores;
    this.#forces = forces;
    this.#Q = new Float64Array(velocities);
    this.#own = new Float64Array(velocities);
    this.#resting = new Set(forces.filter(rests));
    this.#steady = new SteadyForces(stores, forces, velocities);
  }

  /**
   * `accelerations = W Q`, and zero at the indices `still`. Returns a revision number that identifies this
   * `W Q`, or 0 where it may be a new one. `again` as in {@link SteadyForces.recall}. Throws the errors of
   * forces, and, if `mustBeFinite`, E_NOT_FINITE for a `Q` that is infinite or NaN.
   */
  apply(accelerations: Float64Array, mustBeFinite: boolean, again: boolean, still: Int32Array): number {
    const revision = this.#apply(accelerations, mustBeFinite, again);
    if (still.length === 0) return revision;
    for (const i of still) accelerations[i] = 0;
    return 0;
  }

  #apply(accelerations: Float64Array, mustBeFinite: boolean, again: boolean): number {
    const steady = this.#steady;
    if (steady.recall(accelerations, again)) return steady.revision;
    this.#collect(mustBeFinite);
    for (const store of this.#stores) store.applyInverseMass(this.#Q, accelerations);
    return steady.remember(accelerations) ? steady.revision : 0;
  }

  /** Returns `Q` at the present state: a view until the next evaluation. Throws the errors of forces. */
  find(): Float64Array {
    this.#collect(false);
    return this.#Q;
  }

  #collect(mustBeFinite: boolean): void {
    const Q = this.#Q;
    const stores = this.#stores;
    const forces = this.#forces;
    const resting = this.#resting;
    clear(Q);
    for (const store of stores) {
      store.addInertialForces(Q);
      store.forces = Q;
    }
    let k = 0;
    try {
      for (; k < forces.length; k++) if (resting.size === 0 || !resting.has(forces[k]!)) forces[k]!.apply(this.#world);
    } catch (error) {
      throw tracedToForce(error, forces[k]!, k);
    } finally {
      for (const store of stores) store.forces = null;
    }
    if (mustBeFinite && findNonFinite(Q) >= 0) {
      const fault = this.findFault() ?? 'a force is infinite or NaN';
      throw new HolonomicRuntimeError('E_NOT_FINITE', `${capitalized(fault)}.`, 'Look at what it computes there.');
    }
  }

  /** Power `Q·v` of a force, whose own `Q` is found. Throws the errors of the force. */
  power(force: Force, v: ArrayLike<number>): number {
    if (rests(force)) return 0;
    const stores = this.#stores;
    const Q = this.#own;
    clear(Q);
    for (const store of stores) store.forces = Q;
    try {
      force.apply(this.#world);
    } finally {
      for (const store of stores) store.forces = null;
    }
    let power = 0;
    for (let i = 0; i < Q.length; i++) power += Q[i]! * v[i]!;
    return power;
  }

  /**
   * Finds the first force that is infinite or NaN at the present state, and the body that it acts
   * on, by applying one after the other.
   */
  findFault(): string | undefined {
    const stores = this.#stores;
    const Q = this.#own;
    for (const store of stores) store.forces = Q;
    try {
      for (const [k, force] of this.#forces.entries()) {
        if (rests(force)) continue;
        Q.fill(0);
        force.apply(this.#world);
        const i = findNonFinite(Q);
        if (i < 0) continue;
        const at = showTime(this.#world.time);
        return `${labelOfForce(force, k)} on ${labelOfVelocity(i, stores)} is infinite or NaN at t = ${at}`;
      }
    } catch {
      // A force that throws is not the cause: its error would have ended the evaluation.
    } finally {
      for (const store of stores) store.forces = null;
    }
    return undefined;
  }
}

/**
 * Returns `error`, thrown by force `k`, with the name of the force if it is an error of the
 * runtime.
 */
function tracedToForce(error: unknown, force: Force, k: number): unknown {
  if (!(error instanceof HolonomicRuntimeError)) return error;
  return new HolonomicRuntimeError(error.code, `In ${labelOfForce(force, k)}: ${error.problem}`, error.hint);
}
