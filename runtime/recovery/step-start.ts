import { copy } from '../base/vector.js';
import type { Stepper } from '../integrators/integrator.js';
import type { SteppedSystem } from '../integrators/stepped-system.js';
import type { ConstraintSystem } from '../model/constraint-system.js';
import type { State } from '../model/state.js';

const NOTHING = new Float64Array(0);

/** The state at the beginning of a step, to go back to if the step fails. */
export class StepStart {
  /** Time, s. */
  time = 0;
  readonly #state: State;
  readonly #system: ConstraintSystem;
  readonly #stepper: Stepper;
  readonly #q: Float64Array;
  readonly #v: Float64Array;
  readonly #integral: Float64Array;
  readonly #impulses: Float64Array;
  readonly #lambda: Float64Array;
  readonly #warmStart: Float64Array;
  readonly #memory: Float64Array;
  #taken: number;

  /** Reserves room for the present structure, and saves the state. */
  constructor(state: State, system: ConstraintSystem, stepper: Stepper) {
    const { integral, lambda, warmStart } = system.all.rows;
    this.#state = state;
    this.#system = system;
    this.#stepper = stepper;
    this.time = system.time;
    this.#taken = system.taken.sum;
    this.#q = state.q.slice();
    this.#v = state.v.slice();
    this.#integral = integral.slice();
    this.#impulses = system.impulses.slice();
    this.#lambda = lambda.slice();
    this.#warmStart = warmStart.slice();
    this.#memory = (stepper.memory ?? NOTHING).slice();
  }

  save(): void {
    const { q, v } = this.#state;
    const { integral, lambda, warmStart } = this.#system.all.rows;
    this.time = this.#system.time;
    this.#taken = this.#system.taken.sum;
    copy(q, 0, this.#q, 0, q.length);
    copy(v, 0, this.#v, 0, v.length);
    for (let i = 0; i < lambda.length; i++) {
      this.#integral[i] = integral[i]!;
      this.#lambda[i] = lambda[i]!;
      this.#warmStart[i] = warmStart[i]!;
    }
    copy(this.#system.impulses, 0, this.#impulses, 0, this.#impulses.length);
    const { memory } = this.#stepper;
    if (memory) copy(memory, 0, this.#memory, 0, memory.length);
  }

  /** Restores the state, and the multipliers as well unless the step is to be taken again from those it has found. */
  goBack(keepsMultipliers = false): void {
    const { rows } = this.#system.all;
    this.#state.q.set(this.#q);
    this.#state.v.set(this.#v);
    rows.integral.set(this.#integral);
    this.#system.impulses.set(this.#impulses);
    this.#stepper.memory?.set(this.#memory);
    this.#system.time = this.time;
    this.#system.taken.sum = this.#taken;
    if (keepsMultipliers) return;
    rows.lambda.set(this.#lambda);
    rows.warmStart.set(this.#warmStart);
  }
}

/** States to go back to: where the part of each depth of a step begins, and others by name. */
export class StepStarts {
  readonly #stepped: SteppedSystem;
  readonly #stepper: Stepper;
  readonly #starts = new Map<number | 'end' | 'trial' | 'halves', StepStart>();

  constructor(stepped: SteppedSystem, stepper: Stepper) {
    this.#stepped = stepped;
    this.#stepper = stepper;
  }

  /** Adapts to a change of structure. */
  resize(): void {
    this.#starts.clear();
  }

  /** Saves the present state at a `place`. */
  save(place: number | 'end' | 'trial' | 'halves'): StepStart {
    let start = this.#starts.get(place);
    if (start) start.save();
    else {
      const { state, system } = this.#stepped;
      start = new StepStart(state, system, this.#stepper);
      this.#starts.set(place, start);
    }
    return start;
  }
}
