import { maxAbs } from '../base/vector.js';
import type { BodyStore } from '../model/body-store.js';
import type { ConstraintSystem } from '../model/constraint-system.js';
import type { State } from '../model/state.js';

/** The size of the motion at the first evaluation of a step, by which the step is judged. */
export class MotionSize {
  /** `max |Cdot|`, the largest feedback acceleration, and `max |gamma|`. */
  rate = 0;
  feedback = 0;
  gamma = 0;
  /** `√(v·M v)`, and `√(a·M a)` of the accelerations `a` by the applied forces alone. */
  momentum = 0;
  force = 0;
  readonly #state: State;
  readonly #stores: readonly BodyStore[];
  readonly #system: ConstraintSystem;
  /** Revision of the `W Q` that was measured last; 0 for none. */
  #revision = 0;

  constructor(state: State, stores: readonly BodyStore[], system: ConstraintSystem) {
    this.#state = state;
    this.#stores = stores;
    this.#system = system;
  }

  /** Measures forces anew in the next step, whatever their revision. */
  outdate(): void {
    this.#revision = 0;
  }

  /**
   * Measures the motion, whose largest `rate` and `feedback` are known. `accelerations` are `W Q`, and `revision` is
   * theirs, as in {@link MultiplierEquations.begin}.
   */
  measure(rate: number, feedback: number, accelerations: Float64Array, revision: number): void {
    this.rate = rate;
    this.feedback = feedback;
    this.gamma = maxAbs(this.#system.plain.rows.gamma);
    this.momentum = Math.sqrt(this.#squaredLength(this.#state.v));
    if (revision !== 0 && revision === this.#revision) return;
    this.force = Math.sqrt(this.#squaredLength(accelerations));
    this.#revision = revision;
  }

  /** `x·M x`. */
  #squaredLength(x: Float64Array): number {
    let sum = 0;
    for (const store of this.#stores) sum += store.squaredLength(x);
    return sum;
  }
}
