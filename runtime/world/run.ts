import { checkCallback, checkList, checkNumber, checkPositive, readOptions, show } from '../base/check.js';
import { clear } from '../base/vector.js';
import { HolonomicRuntimeError } from '../base/errors.js';
import { ofDormandPrince } from '../recovery/warnings.js';
import { EventWatch } from './event-watch.js';
import { isAdaptive, type AdaptiveStepper } from '../integrators/integrator.js';
import { showAt, takeOwnStep, takeStep, type StepObserver } from './step.js';
import { RUN_OPTION_NAMES, type RunEvent, type RunOptions } from './run-options.js';
import type { WorldInternals } from './internals.js';

/**
 * Default step, s. With an adaptive integrator, the time that handles take to reach their target.
 */
const DEFAULT_STEP = 1 / 240;
/** Part of a step by which the last one may be longer in any case, and the most. */
const STRETCH = 1e-6;
const MOST_STRETCH = 0.1;

/**
 * Time by which the last of the steps of `dt` from `start` to `until` may be longer, s: rounding of the time in each
 * of them makes no extra step.
 */
function stretchOf(start: number, until: number, dt: number): number {
  const rounding = Number.EPSILON * Math.max(Math.abs(start), Math.abs(until)) * ((until - start) / dt);
  return Math.min(STRETCH * dt + rounding, MOST_STRETCH * dt);
}

/**
 * Runs `world`, which has the `internals`. Returns the terminal event that ended the run, if any;
 * see {@link World.run}.
 */
export function run<W>(world: W, internals: WorldInternals, options: RunOptions<W>): RunEvent<W> | undefined {
  const { stepper } = internals.progress;
  const given = readRun(internals, options);
  if (isAdaptive(stepper)) return new AdaptiveRun(world, internals, given, stepper).run();
  if (given.samples !== undefined || given.events !== undefined) {
    throw new HolonomicRuntimeError(
      'E_DENSE_OUTPUT',
      "Options 'samples' and 'events' of run need the solution between steps, which the world's integrator does not know.",
      ofDormandPrince(
        internals.stepped.system,
        'Make the world with integrator: dormandPrince(), or look at it in onStep.',
        'Look at the world in onStep.',
      ),
    );
  }
  runFixed(world, internals, given);
  return undefined;
}

/**
 * Returns a checked copy of the options of a run. Throws E_STEPPING, E_OPTIONS, E_OPTION_UNKNOWN,
 * E_NUMBER, E_NOT_FINITE, E_NOT_POSITIVE, E_FUNCTION, E_TIME_PAST.
 */
function readRun<W>({ structure, stepped }: WorldInternals, options: RunOptions<W>): RunOptions<W> {
  const { time } = stepped;
  structure.checkOpen();
  const given = readOptions(options, 'Run options', RUN_OPTION_NAMES);
  const until = checkNumber(given.until, "Option 'until' of run");
  if (given.dt !== undefined) checkPositive(given.dt, "Option 'dt' of run");
  checkCallback(given.onStep, "Option 'onStep' of run");
  checkCallback(given.onSample, "Option 'onSample' of run");
  if (until >= time) return given;
  throw new HolonomicRuntimeError(
    'E_TIME_PAST',
    `run is to end at t = ${until} s, but the world is at t = ${time} s already.`,
    'Give a later time, or restore a snapshot taken before it.',
  );
}

/** Runs by steps of `dt` until `until`. */
function runFixed<W>(world: W, internals: WorldInternals, { until, dt = DEFAULT_STEP, onStep }: RunOptions<W>): void {
  const { stepped } = internals;
  const longest = dt + stretchOf(stepped.time, until, dt);
  while (stepped.time < until) {
    const left = until - stepped.time;
    // The last step may differ from dt by rounding.
    const last = left <= longest;
    takeStep(internals, last && Math.abs(left - dt) > 1e-9 * dt ? left : dt, dt, last ? until : undefined);
    if (onStep?.(world) === 'stop') return;
  }
}

/** A run by an adaptive integrator's own steps, with the samples and events within them. */
class AdaptiveRun<W> implements StepObserver {
  readonly #world: W;
  readonly #options: RunOptions<W>;
  readonly #stepper: AdaptiveStepper;
  readonly #internals: WorldInternals;
  readonly #events: EventWatch<W> | undefined;
  readonly #samples: readonly number[];
  readonly #start: number;
  #nextSample = 0;
  /** Events at which the last step was cut off. */
  #occurred: readonly RunEvent<W>[] = [];

  constructor(world: W, internals: WorldInternals, options: RunOptions<W>, stepper: AdaptiveStepper) {
    this.#world = world;
    this.#options = options;
    this.#stepper = stepper;
    this.#internals = internals;
    this.#start = internals.stepped.time;
    const { samples = [], events = [] } = options;
    this.#samples = checkSamples(samples, internals.stepped.time, options.until);
    const watched = checkList(events, "Option 'events' of run", 'events');
    if (watched.length > 0) {
      this.#events = new EventWatch(world, watched as readonly RunEvent<W>[], (at, t, straight) => {
        showAt(internals, at, t, straight);
      });
    }
  }

  run(): RunEvent<W> | undefined {
    const world = this.#world;
    const { stepped } = this.#internals;
    const { onStep, until, dt } = this.#options;
    let fresh = true;
    let changed = false;
    let begins = true;
    let end = -Infinity;
    this.#internals.layOut();
    this.#stepper.beginRun(stepped, until);
    this.#sampleNow();
    while (stepped.time < until) {
      this.#internals.layOut();
      if (fresh) this.#beginEvents(changed);
      if (!(stepped.time < end) || end === until) end = this.#endOfStep(stepped.time);
      if (begins) clear(stepped.impulses);
      takeOwnStep(this.#internals, this.#stepper, end, fresh, this);
      const occurred = this.#occurred;
      changed = occurred.length > 0 && this.#answer(occurred);
      const terminal = occurred.find((event) => event.terminal);
      if (terminal) return terminal;
      // Moving handles need one step that consists of several of the integrator's own.
      const over = stepped.time >= end || (dt === undefined && end === until);
      if (over && onStep?.(world) === 'stop') return undefined;
      begins = over && onStep !== undefined;
      fresh = occurred.length > 0 || begins;
    }
    return undefined;
  }

  #beginEvents(changed: boolean): void {
    this.#internals.structure.during('showing', () => this.#events?.begin(this.#occurred, changed));
  }

  /** Calls the `onEvent` of events that occurred. Returns true if they changed the state. */
  #answer(occurred: readonly RunEvent<W>[]): boolean {
    const { structure } = this.#internals;
    const { state } = structure;
    const q = state.q.slice();
    const v = state.v.slice();
    for (const event of occurred) event.onEvent?.(this.#world);
    return !isSame(structure.state.q, q) || !isSame(structure.state.v, v);
  }

  observe(stepper: AdaptiveStepper): void {
    const found = this.#events?.find(stepper);
    const end = found ? found.time : stepper.stepEnd;
    this.#occurred = found?.events ?? [];
    for (let t = this.#sampleBy(end); t !== undefined; t = this.#sampleBy(end)) {
      showAt(this.#internals, stepper, t);
      this.#callSample();
    }
    if (this.#internals.listeners.length > 0) this.#tellListeners(stepper, end);
    showAt(this.#internals, stepper, end);
  }

  #tellListeners(stepper: AdaptiveStepper, end: number): void {
    const internals = this.#internals;
    for (const listener of [...internals.listeners])
      for (let t = listener.nextTime(end); t !== undefined; t = listener.nextTime(end)) {
        showAt(internals, stepper, t);
        listener.afterStep();
      }
  }

  /** Takes the samples at the time at which the run begins. */
  #sampleNow(): void {
    this.#internals.structure.during('showing', () => {
      while (this.#sampleBy(this.#internals.stepped.time) !== undefined) this.#callSample();
    });
  }

  /** Calls `onSample`, with multipliers and accelerations of the time shown. */
  #callSample(): void {
    const { onSample } = this.#options;
    if (onSample === undefined) return;
    const { stepped, structure } = this.#internals;
    structure.during('calculating', () => {
      stepped.evaluateNow();
    });
    onSample(this.#world);
  }

  /** Returns the next time to sample at if it is not after `end`. */
  #sampleBy(end: number): number | undefined {
    const t = this.#samples[this.#nextSample];
    if (t === undefined || t > end) return undefined;
    this.#nextSample++;
    return t;
  }

  /** Returns the latest end of the step that begins at `time`. */
  #endOfStep(time: number): number {
    const { until } = this.#options;
    const moving = this.#internals.structure.handles.some((handle) => handle.due);
    const dt = this.#options.dt ?? (moving ? DEFAULT_STEP : Infinity);
    return until - time <= dt + stretchOf(this.#start, until, dt) ? until : time + dt;
  }
}

function isSame(a: Float64Array, b: Float64Array): boolean {
  return a.length === b.length && a.every((entry, i) => entry === b[i]);
}

function checkSamples(samples: unknown, start: number, until: number): readonly number[] {
  const times = checkList(samples, "Option 'samples' of run", 'ascending times');
  let last = start;
  for (const [i, t] of times.entries()) {
    if (typeof t === 'number' && t >= last && t <= until) {
      last = t;
      continue;
    }
    throw new HolonomicRuntimeError(
      'E_SAMPLES',
      `Option 'samples' of run has ${show(t)} at index ${i}.`,
      `Give ascending times from ${start} s to ${until} s.`,
    );
  }
  return times as readonly number[];
}
