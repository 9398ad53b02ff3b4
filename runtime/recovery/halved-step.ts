import type { Stepper } from '../integrators/integrator.js';
import type { SteppedSystem } from '../integrators/stepped-system.js';
import type { StateProjection } from './state-projection.js';
import type { StepStarts } from './step-start.js';
import type { StepWatch } from './step-watch.js';

/** The velocities at the end of a step that is taken in two halves on trial. */
export class HalvedStep {
  readonly #stepped: SteppedSystem;
  readonly #stepper: Stepper;
  readonly #stateProjection: StateProjection;
  readonly #watch: StepWatch;
  readonly #starts: StepStarts;
  #v = new Float64Array(0);

  constructor(
    stepped: SteppedSystem,
    stepper: Stepper,
    stateProjection: StateProjection,
    starts: StepStarts,
    watch: StepWatch,
  ) {
    this.#stepped = stepped;
    this.#stepper = stepper;
    this.#stateProjection = stateProjection;
    this.#starts = starts;
    this.#watch = watch;
  }

  /** Takes a step of `dt` in halves, and goes back. Returns false if that fails. */
  take(dt: number): boolean {
    const { state } = this.#stepped;
    const start = this.#starts.save('halves');
    return this.#watch.warnings.silently(() => {
      try {
        return this.#takeHalf(dt / 2) && this.#takeHalf(dt / 2);
      } catch {
        // Whatever it is, the step itself comes upon it too.
        return false;
      } finally {
        this.#v = this.#v.length === state.v.length ? this.#v : new Float64Array(state.v.length);
        this.#v.set(state.v);
        start.goBack();
        this.#watch.faults.forget();
      }
    });
  }

  #takeHalf(h: number): boolean {
    this.#stepped.takeBy(this.#stepper, h);
    return !this.#stepped.failed && this.#stateProjection.isFinite();
  }

  /** `out = v −` the velocities at the end of the halves. */
  subtractFrom(v: Float64Array, out: Float64Array): void {
    for (let i = 0; i < out.length; i++) out[i] = v[i]! - this.#v[i]!;
  }
}
