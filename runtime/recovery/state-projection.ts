import { areFinite, maxAbs } from '../base/vector.js';
import type { SteppedSystem } from '../integrators/stepped-system.js';
import { energyOf } from '../stabilize/feedback-energy.js';
import { Projection, type ProjectionLimits } from '../stabilize/projection.js';

/** Projection continues while each iteration reduces the error at least by this factor. */
export const WORTHWHILE = 0.9;

/** Brings the state that a step has reached back onto the constraints. */
export class StateProjection {
  /** Number of projections that did not reach their tolerances. */
  failures = 0;
  readonly #stepped: SteppedSystem;
  #projection: Projection | undefined;

  constructor(stepped: SteppedSystem) {
    this.#stepped = stepped;
  }

  /** Adapts to a change of structure. */
  resize(): void {
    this.#projection = undefined;
  }

  get projection(): Projection {
    return (this.#projection ??= new Projection(this.#stepped.stabilized));
  }

  /**
   * Projects positions and velocities. Returns false if either did not reach its tolerance. With
   * `nearby`, the last factorization of the step is reused for as long as it converges.
   */
  project(limits: ProjectionLimits, nearby = false): boolean {
    const bounds = this.#stepped.projectedBounds?.choose(true);
    const projection = bounds ? new Projection(this.#stepped.stabilized, bounds) : this.projection;
    // The last factorization can be reused only if it covers exactly these rows and no body has rotated since.
    const { system, stores, state } = this.#stepped;
    const isNearby = nearby && system.isPlain && stores.every(({ isotropic }) => isotropic);
    const reached = projection.projectPositions(limits, WORTHWHILE, { nearby: isNearby });
    const before = energyOf(stores, state.v);
    const isTangent = projection.projectVelocities(limits, false);
    system.taken.project(before - energyOf(stores, state.v));
    if (isTangent && reached) return true;
    this.failures++;
    return false;
  }

  /** True where all coordinates and velocities are finite. */
  isFinite(): boolean {
    const { state } = this.#stepped;
    return areFinite(state.q) && areFinite(state.v);
  }

  /** Largest `|C|`. */
  violation(): number {
    return maxAbs(this.#stepped.C);
  }
}
