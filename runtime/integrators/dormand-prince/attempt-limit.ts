import { HolonomicRuntimeError } from '../../base/errors.js';
import { showTime } from '../../base/text.js';
import type { IntegratedSystem } from '../integrator.js';
import type { StepNumbers } from './step-numbers.js';

/** Number of attempts without the progress asked for above which the method fails. */
const MOST_ATTEMPTS = 20_000;
/** Progress asked for in a run, s, and the same as a part of the run where that is less. */
const PROGRESS = 1 / 240;
const PART_OF_RUN = 1e-3;

/** Limit on the attempts of steps that do not get on, and the errors where none succeeds. */
export class AttemptLimit {
  readonly #numbers: StepNumbers;
  /** Time from which attempts are counted, and progress from there with which they begin anew, s. */
  #since = 0;
  #progress = 0;
  #left = MOST_ATTEMPTS;

  constructor(numbers: StepNumbers) {
    this.#numbers = numbers;
  }

  /** Begins a step of the world: its end is the progress asked for. */
  beginStep(system: IntegratedSystem): void {
    this.#begin(system.time, Infinity);
  }

  /** Begins a run until `until`. */
  beginRun(system: IntegratedSystem, until: number): void {
    this.#begin(system.time, Math.min(PROGRESS, PART_OF_RUN * (until - system.time)));
  }

  #begin(time: number, progress: number): void {
    this.#since = time;
    this.#progress = progress;
    this.#left = MOST_ATTEMPTS;
  }

  /** Counts an attempt. Throws E_STEP_UNDERFLOW where there were too many. */
  count(system: IntegratedSystem, worst: number): void {
    const time = this.#numbers.start;
    if (time - this.#since >= this.#progress) {
      this.#since = time;
      this.#left = MOST_ATTEMPTS;
    }
    if (this.#left-- <= 0) this.#stall(system, worst);
  }

  #stall(system: IntegratedSystem, worst: number): never {
    const within = this.#progress < Infinity ? `since t = ${showTime(this.#since)}` : 'within one of the world';
    throw new HolonomicRuntimeError(
      'E_STEP_UNDERFLOW',
      `At t = ${showTime(this.#numbers.start)} dormandPrince has tried ${MOST_ATTEMPTS} steps ${within}, and ` +
        `${this.#progress < Infinity ? `is not ${showTime(this.#progress)} further` : 'has not come to its end'}. ` +
        `Its steps are ${this.#numbers.h.toExponential(1)} s long. The error is largest for ${system.describeVelocity(worst)}.`,
      'Remove constraints that are redundant or contradict each other, make forces less stiff, or use rk4() or velocityStep().',
    );
  }

  /** Throws E_STEP_UNDERFLOW: the error of the shortest step is too large. */
  fail(system: IntegratedSystem, worst: number): never {
    const start = this.#numbers.start;
    const h = this.#numbers.h;
    throw new HolonomicRuntimeError(
      'E_STEP_UNDERFLOW',
      `At t = ${showTime(start)} the step of dormandPrince fell below ${h.toExponential(1)} s, and its error is still too ` +
        `large. It is largest for ${system.describeVelocity(worst)}.`,
      'Look for a singular configuration, a force that jumps, or tolerances below rounding errors.',
    );
  }
}
