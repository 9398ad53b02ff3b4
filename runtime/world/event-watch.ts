import { checkCallback, checkNumber, readOptions, show } from '../base/check.js';
import { HolonomicRuntimeError } from '../base/errors.js';
import type { AdaptiveStepper } from '../integrators/integrator.js';
import { findSignChange } from '../base/root.js';
import type { RunEvent } from './run-options.js';

/** Number of points within a step, its end included, that are searched for a change of sign. */
const PLACES = 8;

const OPTION_NAMES: readonly (keyof RunEvent<never>)[] = ['function', 'direction', 'onEvent', 'terminal'];

/** Finds the times at which functions of the world change their sign. */
export class EventWatch<W> {
  readonly #world: W;
  readonly #events: readonly RunEvent<W>[];
  /** Sets the world to a time in the last step. */
  readonly #show: (stepper: AdaptiveStepper, t: number) => void;
  /**
   * Values at the start of the search; 0 for the event that has just occurred, whose sign is that
   * of rounding.
   */
  readonly #values: Float64Array;
  readonly #next: Float64Array;

  /** Makes a watch for `events`. Throws E_EVENT, E_OPTIONS, E_OPTION_UNKNOWN. */
  constructor(world: W, events: readonly RunEvent<W>[], showAt: (stepper: AdaptiveStepper, t: number) => void) {
    events.forEach(checkEvent);
    this.#world = world;
    this.#events = events;
    this.#show = showAt;
    this.#values = new Float64Array(events.length);
    this.#next = new Float64Array(events.length);
  }

  /** Starts the search at the present state. `occurred` are the events that have just occurred. */
  begin(occurred: readonly RunEvent<W>[]): void {
    this.#events.forEach((event, i) => (this.#values[i] = occurred.includes(event) ? 0 : this.#value(i)));
  }

  /**
   * Finds the first events in the last step and their time. Leaves the world at some time in the
   * step.
   */
  find(stepper: AdaptiveStepper): { time: number; events: readonly RunEvent<W>[] } | undefined {
    const values = this.#values;
    const next = this.#next;
    const { stepStart, stepEnd } = stepper;
    let from = stepStart;
    for (let place = 1; place <= PLACES; place++) {
      const to = place === PLACES ? stepEnd : stepStart + (place / PLACES) * (stepEnd - stepStart);
      this.#show(stepper, to);
      for (let i = 0; i < next.length; i++) next[i] = this.#value(i);
      let time = Infinity;
      for (let i = 0; i < next.length; i++) {
        if (this.#occurs(i, next[i]!)) time = Math.min(time, this.#locate(stepper, i, from, to));
      }
      if (time < Infinity) {
        this.#show(stepper, time);
        return { time, events: this.#events.filter((_, i) => this.#occurs(i, this.#value(i))) };
      }
      values.set(next);
      from = to;
    }
    return undefined;
  }

  #locate(stepper: AdaptiveStepper, i: number, from: number, to: number): number {
    const valueAt = (t: number): number => {
      this.#show(stepper, t);
      return this.#value(i);
    };
    const tolerance = 2 * Number.EPSILON * Math.max(Math.abs(from), Math.abs(to));
    return findSignChange(valueAt, from, to, this.#values[i]!, this.#next[i]!, tolerance);
  }

  /** True if function `i` passes through zero to `after` in the requested direction. */
  #occurs(i: number, after: number): boolean {
    const before = this.#values[i]!;
    const { direction = 0 } = this.#events[i]!;
    return (before < 0 && after >= 0 && direction >= 0) || (before > 0 && after <= 0 && direction <= 0);
  }

  #value(i: number): number {
    return checkNumber(this.#events[i]!.function(this.#world), `The function of event #${i + 1}`);
  }
}

function checkEvent(event: RunEvent<never>, i: number): void {
  const given = readOptions(event, `Options of event #${i + 1}`, OPTION_NAMES);
  checkCallback(given.onEvent, `Option 'onEvent' of event #${i + 1}`);
  // Callers without types may pass anything.
  const {
    function: f,
    direction = 0,
    terminal,
  } = given as { function: unknown; direction?: unknown; terminal?: unknown };
  if (typeof f !== 'function') {
    throw new HolonomicRuntimeError(
      'E_EVENT',
      `The function of event #${i + 1} is ${show(f)}.`,
      'Give function: (world) => number, which is zero at the event.',
    );
  }
  if (direction !== -1 && direction !== 0 && direction !== 1) {
    throw new HolonomicRuntimeError(
      'E_EVENT',
      `The direction of event #${i + 1} is ${show(direction)}.`,
      'Give 1 for rising through zero, -1 for falling, 0 for both.',
    );
  }
  if (terminal !== undefined && typeof terminal !== 'boolean') {
    throw new HolonomicRuntimeError(
      'E_EVENT',
      `'terminal' of event #${i + 1} is ${show(terminal)}.`,
      'Give true or false.',
    );
  }
}
