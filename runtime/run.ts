import { checkNumber, checkOptions, checkPositive, show } from './check.js';
import type { Dynamics } from './dynamics.js';
import { HolonomicRuntimeError } from './errors.js';
import { EventWatch } from './event-watch.js';
import { Handle } from './handle.js';
import { isAdaptive, type AdaptiveStepper } from './integrators/integrator.js';
import { RUN_OPTION_NAMES, type RunEvent, type RunOptions } from './run-options.js';
import type { StepObserver, Stepping } from './stepping.js';
import type { World } from './world.js';
import type { WorldStructure } from './world-structure.js';

/** Step if none is given, s; with an adaptive integrator the time that handles take to get where they were told to move. */
const DEFAULT_STEP = 1 / 240;
/** What rounding has added to the last step is not a step of its own. */
const STRETCH = 1 + 1e-6;

/** The parts of a world that a run needs. */
export interface RunParts {
  readonly world: World;
  readonly structure: WorldStructure;
  readonly dynamics: Dynamics;
  readonly stepping: Stepping;
  /** Lays out what has changed between steps. */
  readonly restructure: () => void;
}

/** See {@link World.run}. Returns the terminal event that ended the run. */
export function run(options: RunOptions, parts: RunParts): RunEvent | undefined {
  checkOptions(options, 'Run options', RUN_OPTION_NAMES);
  const { dynamics, stepping } = parts;
  const until = checkNumber(options.until, "Option 'until' of run");
  const dt = options.dt === undefined ? undefined : checkPositive(options.dt, "Option 'dt' of run");
  if (until < dynamics.time) {
    throw new HolonomicRuntimeError(
      'E_TIME_PAST',
      `run is to end at t = ${until} s, but the world is at t = ${dynamics.time} s already.`,
      'Give a later time, or restore a snapshot taken before it.',
    );
  }
  const { stepper } = stepping;
  if (isAdaptive(stepper)) return new AdaptiveRun(options, until, dt, stepper, parts).run();
  if (options.samples ?? options.events) {
    throw new HolonomicRuntimeError(
      'E_DENSE_OUTPUT',
      "Options 'samples' and 'events' of run need the solution between steps, which the world's integrator does not know.",
      'Make the world with integrator: dormandPrince(), or look at it in onStep.',
    );
  }
  runFixed(options, until, dt ?? DEFAULT_STEP, parts);
  return undefined;
}

function runFixed({ onStep }: RunOptions, until: number, dt: number, parts: RunParts): void {
  const { world, dynamics, stepping, restructure } = parts;
  while (dynamics.time < until) {
    const left = until - dynamics.time;
    // What rounding has changed of the last step does not matter.
    const last = left <= dt * STRETCH;
    restructure();
    stepping.advance(last && Math.abs(left - dt) > 1e-9 * dt ? left : dt, dt);
    if (last) dynamics.time = until;
    onStep?.(world);
  }
}

/** A run by steps of an adaptive integrator's own, with what is to be found within them. */
class AdaptiveRun implements StepObserver {
  readonly #options: RunOptions;
  readonly #until: number;
  readonly #dt: number | undefined;
  readonly #stepper: AdaptiveStepper;
  readonly #parts: RunParts;
  readonly #events: EventWatch | undefined;
  readonly #samples: readonly number[];
  #nextSample = 0;
  /** The events at which the last step was cut off. */
  #occurred: readonly RunEvent[] = [];

  constructor(options: RunOptions, until: number, dt: number | undefined, stepper: AdaptiveStepper, parts: RunParts) {
    this.#options = options;
    this.#until = until;
    this.#dt = dt;
    this.#stepper = stepper;
    this.#parts = parts;
    this.#samples = checkSamples(options.samples ?? [], parts.dynamics.time, until);
    const { events = [] } = options;
    const { stepping } = parts;
    if (events.length > 0) {
      this.#events = new EventWatch(parts.world, events, (at, t) => {
        stepping.show(at, t);
      });
    }
  }

  run(): RunEvent | undefined {
    const { world, dynamics, stepping, restructure } = this.#parts;
    const { onStep } = this.#options;
    let fresh = true;
    let end = -Infinity;
    restructure();
    this.#sampleNow();
    while (dynamics.time < this.#until) {
      restructure();
      if (fresh) this.#events?.begin(this.#occurred);
      if (!(dynamics.time < end) || end === this.#until) end = this.#endOfStep(dynamics.time);
      stepping.advanceOwn(this.#stepper, end, fresh, this);
      const occurred = this.#occurred;
      for (const event of occurred) event.onEvent?.(world);
      const terminal = occurred.find((event) => event.terminal);
      if (terminal) return terminal;
      // Handles on their way make one step of as many as they take.
      const over = dynamics.time >= end || (this.#dt === undefined && end === this.#until);
      if (over) onStep?.(world);
      fresh = occurred.length > 0 || (over && onStep !== undefined);
    }
    return undefined;
  }

  observe(stepper: AdaptiveStepper): void {
    const found = this.#events?.find(stepper);
    const end = found ? found.time : stepper.stepEnd;
    this.#occurred = found?.events ?? [];
    for (let t = this.#sampleBy(end); t !== undefined; t = this.#sampleBy(end)) {
      this.#parts.stepping.show(stepper, t);
      this.#options.onSample?.(this.#parts.world);
    }
    this.#parts.stepping.show(stepper, end);
  }

  /** Samples of the time at which the run begins. */
  #sampleNow(): void {
    const { world, dynamics } = this.#parts;
    while (this.#sampleBy(dynamics.time) !== undefined) this.#options.onSample?.(world);
  }

  /** The next time to sample at if it is not after `end`. */
  #sampleBy(end: number): number | undefined {
    const t = this.#samples[this.#nextSample];
    if (t === undefined || t > end) return undefined;
    this.#nextSample++;
    return t;
  }

  /** Where the step that begins at `time` ends, at the latest. */
  #endOfStep(time: number): number {
    const moving = this.#parts.structure.handles.some((handle) => handle instanceof Handle && handle.due);
    const dt = this.#dt ?? (moving ? DEFAULT_STEP : Infinity);
    return this.#until - time <= dt * STRETCH ? this.#until : time + dt;
  }
}

function checkSamples(samples: unknown, start: number, until: number): readonly number[] {
  const times = Array.isArray(samples) ? (samples as readonly unknown[]) : undefined;
  let last = start;
  times?.forEach((t, i) => {
    if (typeof t === 'number' && t >= last && t <= until) last = t;
    else throw samplesError(`Option 'samples' of run has ${show(t)} at place ${i}.`, start, until);
  });
  if (times === undefined) throw samplesError(`Option 'samples' of run is ${show(samples)}.`, start, until);
  return times as readonly number[];
}

function samplesError(problem: string, start: number, until: number): HolonomicRuntimeError {
  return new HolonomicRuntimeError('E_SAMPLES', problem, `Give ascending times from ${start} s to ${until} s.`);
}
