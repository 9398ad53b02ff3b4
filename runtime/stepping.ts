import { show } from './check.js';
import { checkState } from './check-state.js';
import type { Dynamics } from './dynamics.js';
import { HolonomicRuntimeError } from './errors.js';
import { Handle } from './handle.js';
import type { Stepper } from './integrators/integrator.js';
import type { WorldStructure } from './world-structure.js';

/** Steps of a world: runs the integrator between the state it starts from and the checks at the end, and undoes a step that fails. */
export class Stepping {
  /** Steps completed. */
  steps = 0;
  /** Usual length of the last steps, s; 0 before the first. */
  dt = 0;

  readonly #structure: WorldStructure;
  readonly #dynamics: Dynamics;
  readonly #stepper: Stepper;
  /** State at the beginning of the step, to go back to if it fails. */
  #q = new Float64Array(0);
  #v = new Float64Array(0);
  #integral = new Float64Array(0);

  constructor(structure: WorldStructure, dynamics: Dynamics, stepper: Stepper) {
    this.#structure = structure;
    this.#dynamics = dynamics;
    this.#stepper = stepper;
  }

  /** Sizes the workspace after a change of structure. */
  resize(): void {
    const { state, system } = this.#structure;
    this.#q = state.q.slice();
    this.#v = state.v.slice();
    this.#integral = new Float64Array(system.rows.count);
  }

  /** A step of `dt`, with the default feedback set for steps of `usual`, s. Throws E_STEP, E_STATE_NOT_FINITE, E_SINGULAR_MASS, E_COORDINATE_RANGE. */
  advance(dt: number, usual: number): void {
    if (!(dt > 0 && dt < Infinity)) {
      throw new HolonomicRuntimeError(
        'E_STEP',
        `The time step is ${show(dt)}.`,
        'Give a positive, finite number of seconds.',
      );
    }
    const { state, families, handles, system } = this.#structure;
    const start = this.#dynamics.time;
    this.#keepState();
    for (const handle of handles) {
      if (handle instanceof Handle) handle.beginStep(start, dt);
    }
    let completed = false;
    this.#dynamics.beginStep(usual);
    try {
      this.#stepper.step(this.#dynamics, dt);
      for (const family of families) family.normalize();
      checkState(state, families, system, this.steps + 1, start);
      for (const family of families) family.checkCoordinates();
      completed = true;
    } finally {
      this.#dynamics.endStep();
      for (const handle of handles) {
        if (handle instanceof Handle) handle.endStep(completed);
      }
      if (!completed) this.#returnToKeptState(start);
    }
    this.dt = usual;
    this.steps++;
    this.#dynamics.time = start + dt;
  }

  #keepState(): void {
    const { state, system } = this.#structure;
    this.#q.set(state.q);
    this.#v.set(state.v);
    this.#integral.set(system.rows.integral);
  }

  #returnToKeptState(time: number): void {
    const { state, system } = this.#structure;
    state.q.set(this.#q);
    state.v.set(this.#v);
    system.rows.integral.set(this.#integral);
    system.rows.lambda.fill(0);
    system.rows.warmStart.fill(0);
    this.#dynamics.time = time;
  }
}
