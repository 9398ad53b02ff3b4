import type { BodyStore } from '../model/body-store.js';
import type { Force } from '../model/force.js';
import { copy } from '../base/vector.js';

/**
 * Remembers `W Q` where neither forces nor masses depend on state or time, as for point masses
 * under their weight alone.
 */
export class SteadyForces {
  /** Number of times that `W Q` was remembered: 0 while it never was. */
  revision = 0;
  readonly #stores: readonly BodyStore[];
  readonly #forces: readonly Force[];
  /** Revisions of masses and forces for which `W Q` was found. */
  readonly #revisions: Float64Array;
  #applied: readonly Force[] = [];
  #isSteady = false;
  readonly #free: Float64Array;

  constructor(stores: readonly BodyStore[], forces: readonly Force[], velocities: number) {
    this.#stores = stores;
    this.#forces = forces;
    this.#revisions = new Float64Array(stores.length).fill(NaN);
    this.#free = new Float64Array(velocities);
  }

  /** True if forces and stores are those of the last {@link remember}, and still steady. */
  #areSame(): boolean {
    const forces = this.#forces;
    const applied = this.#applied;
    if (applied.length !== forces.length) return false;
    for (let i = 0; i < forces.length; i++) {
      if (forces[i] !== applied[i] || forces[i]!.steady !== true) return false;
    }
    for (const store of this.#stores) if (!store.isotropic) return false;
    return true;
  }

  /** Sets `free` to `W Q` if it is known. `again` within a step, in which forces neither come nor go. */
  recall(free: Float64Array, again: boolean): boolean {
    if (!again) this.#isSteady = this.#areSame();
    if (!this.#isSteady) return false;
    const stores = this.#stores;
    const revisions = this.#revisions;
    for (let i = 0; i < stores.length; i++) if (stores[i]!.mobilityRevision !== revisions[i]) return false;
    copy(this.#free, 0, free, 0, free.length);
    return true;
  }

  /** Remembers `W Q`, and returns whether it can be recalled. */
  remember(free: Float64Array): boolean {
    const stores = this.#stores;
    const forces = this.#forces;
    for (const force of forces) if (force.steady !== true) return false;
    for (const store of stores) if (!store.isotropic) return false;
    if (this.#applied.length !== forces.length || !this.#applied.every((force, i) => force === forces[i])) {
      this.#applied = [...forces];
    }
    for (let i = 0; i < stores.length; i++) this.#revisions[i] = stores[i]!.mobilityRevision;
    copy(free, 0, this.#free, 0, free.length);
    this.revision++;
    this.#isSteady = true;
    return true;
  }
}
