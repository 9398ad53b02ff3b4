import { checkCallback, checkNumber, readOptions, show } from '../base/check.js';
import { showTime } from '../base/text.js';
import { HolonomicRuntimeError } from '../base/errors.js';
import type { AdaptiveStepper } from '../integrators/integrator.js';
import { findSignChange } from '../base/root.js';
import type { RunEvent } from './run-options.js';

/** Number of points within a step, its end included, that are searched for a change of sign. */
const PLACES = 8;

/**
 * Part of the way to the first of these points along which rates are taken to be constant, to find
 * on which side of zero a function goes on.
 */
const BEGINNING = 1 / 64;
/**
 * Least time between two events of one function, relative to the time, for the second to be looked
 * for: 16 units of rounding.
 */
const RESOLUTION = 16 * Number.EPSILON;
/** Part of its value at the first point below which a function may be zero but for rounding. */
const NEAR_ZERO = 1e-12;
/**
 * Factor by which a function that leaves zero smoothly from rest is smaller at half the time. It is
 * 1/4; rounding gives others.
 */
const LEAST_RATIO = 0.15;
const MOST_RATIO = 0.4;

const OPTION_NAMES: readonly (keyof RunEvent<never>)[] = ['function', 'direction', 'onEvent', 'terminal'];

/**
 * Sets the world to the time `t` in the last step; along the tangent at the start of the step if
 * `straight`.
 */
type ShowAt = (stepper: AdaptiveStepper, t: number, straight?: boolean) => void;

/** Finds the times at which functions of the world change their sign. */
export class EventWatch<W> {
  readonly #world: W;
  readonly #events: readonly RunEvent<W>[];
  readonly #show: ShowAt;
  /**
   * Values at the start of the search; 0 for the event that has just occurred, whose sign is that
   * of rounding.
   */
  readonly #values: Float64Array;
  /** Times of these values, s. */
  readonly #times: Float64Array;
  /** Events that have just occurred, and were followed by a change of state. */
  #answered: readonly RunEvent<W>[] = [];
  readonly #next: Float64Array;

  /** Makes a watch for `events`. Throws E_EVENT, E_OPTIONS, E_OPTION_UNKNOWN. */
  constructor(world: W, events: readonly RunEvent<W>[], showAt: ShowAt) {
    events.forEach(checkEvent);
    this.#world = world;
    this.#events = events;
    this.#show = showAt;
    this.#values = new Float64Array(events.length);
    this.#times = new Float64Array(events.length);
    this.#next = new Float64Array(events.length);
  }

  /**
   * Starts the search at the present state. `occurred` are the events that have just occurred;
   * `changed` is true where the state was changed since.
   */
  begin(occurred: readonly RunEvent<W>[], changed: boolean): void {
    this.#events.forEach((event, i) => (this.#values[i] = occurred.includes(event) ? 0 : this.#value(i)));
    this.#answered = changed ? occurred : [];
  }

  /**
   * Finds the first events in the last step and their time. Leaves the world at some time in the
   * step. Throws E_EVENTS_TOO_CLOSE.
   */
  find(stepper: AdaptiveStepper): { time: number; events: readonly RunEvent<W>[] } | undefined {
    const values = this.#values;
    const next = this.#next;
    const { stepStart, stepEnd } = stepper;
    this.#times.fill(stepStart);
    for (let place = 1; place <= PLACES; place++) {
      const to = place === PLACES ? stepEnd : stepStart + (place / PLACES) * (stepEnd - stepStart);
      this.#show(stepper, to);
      for (let i = 0; i < next.length; i++) next[i] = this.#value(i);
      if (place === 1) this.#leaveZeros(stepper, to);
      let time = Infinity;
      for (let i = 0; i < next.length; i++) {
        if (this.#occurs(i, next[i]!)) time = Math.min(time, this.#locate(stepper, i, to));
      }
      if (time < Infinity) {
        this.#show(stepper, time);
        return { time, events: this.#events.filter((_, i) => this.#occurs(i, this.#value(i))) };
      }
      values.set(next);
      this.#times.fill(to);
    }
    this.#answered = [];
    return undefined;
  }

  /**
   * Follows the functions that are zero at the start of the step, after an event, to the first
   * point, `to`.
   *
   * A function whose slope at the start points to the other side than the one it is on at `to` has
   * been there and back: a bounce shorter than the way to the first point. It is then followed from
   * a time at which it is on the side that it left to, found by halving.
   */
  #leaveZeros(stepper: AdaptiveStepper, to: number): void {
    for (let i = 0; i < this.#next.length; i++) {
      const side = Math.sign(this.#next[i]!);
      const { direction = 0 } = this.#events[i]!;
      const value = this.#values[i]!;
      if (!(Math.abs(value) <= NEAR_ZERO * Math.abs(this.#next[i]!)) || side === 0 || side === -direction) continue;
      const slope = this.#slope(stepper, i, to);
      // A terminal event of the run before leaves the rounding of its time.
      if (Math.abs(value) > Math.abs(slope) * this.#resolution(stepper)) continue;
      this.#values[i] = 0;
      if (Math.sign(slope) === side) continue;
      if (this.#findSide(stepper, i, -side, to)) continue;
      if (this.#answered.includes(this.#events[i]!) && this.#leavesSmoothly(stepper, i, to)) this.#fail(stepper, i);
    }
  }

  #resolution({ stepStart, stepEnd }: AdaptiveStepper): number {
    return RESOLUTION * Math.max(Math.abs(stepStart), Math.abs(stepEnd));
  }

  /** Returns the slope of function `i` at the start of the step. */
  #slope(stepper: AdaptiveStepper, i: number, to: number): number {
    const { stepStart } = stepper;
    const time = BEGINNING * (to - stepStart);
    this.#show(stepper, stepStart - time, true);
    const before = this.#value(i);
    this.#show(stepper, stepStart + time, true);
    return (this.#value(i) - before) / (2 * time);
  }

  /**
   * Finds a time before `to` at which function `i` is on the given side of zero, and starts its
   * search there. Returns false if there is none.
   */
  #findSide(stepper: AdaptiveStepper, i: number, side: number, to: number): boolean {
    const { stepStart } = stepper;
    for (let span = (to - stepStart) / 2; span > this.#resolution(stepper); span /= 2) {
      this.#show(stepper, stepStart + span);
      const value = this.#value(i);
      if (Math.sign(value) !== side) continue;
      this.#values[i] = value;
      this.#times[i] = stepStart + span;
      return true;
    }
    return false;
  }

  /** True if function `i` leaves zero as the square of time: from rest, not by rounding. */
  #leavesSmoothly(stepper: AdaptiveStepper, i: number, to: number): boolean {
    const { stepStart } = stepper;
    let last = NaN;
    for (let part = 1 / 4; part >= 1 / 16; part /= 2) {
      this.#show(stepper, stepStart + part * (to - stepStart));
      const value = this.#value(i);
      const ratio = value / last;
      if (ratio < LEAST_RATIO || ratio > MOST_RATIO) return false;
      last = value;
    }
    return true;
  }

  #fail(stepper: AdaptiveStepper, i: number): never {
    throw new HolonomicRuntimeError(
      'E_EVENTS_TOO_CLOSE',
      `At t = ${showTime(stepper.stepStart)}, after its onEvent, event #${i + 1} occurs again at once, or within the rounding of ` +
        'numbers, as with bounces that become shorter without end. The motion would go on through it.',
      'Let onEvent hold a motion that is slow by a constraint, or end the run there (terminal: true).',
    );
  }

  #locate(stepper: AdaptiveStepper, i: number, to: number): number {
    const from = this.#times[i]!;
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
