import type { BareWorld } from './bare-world.js';
import { show } from './check.js';
import { HolonomicRuntimeError } from './errors.js';
import { EventWatch } from './event-watch.js';
import { checkRun, DEFAULT_STEP, runFixed, STRETCH } from './fixed-run.js';
import { isAdaptive, type AdaptiveStepper } from './integrators/integrator.js';
import { RUN_OPTION_NAMES, type RunEvent, type RunOptions } from './run-options.js';
import { advanceOwn, showAt, type StepObserver } from './own-steps.js';
import { partsOf, type WorldParts } from './world-parts.js';

/**
 * Runs a world of any kind: {@link World.run} as a function, for samples, events and steps of an adaptive integrator's own in a {@link BareWorld} too. Returns the
 * terminal event that ended the run, if any. Throws as that does.
 */
export function run<W extends BareWorld>(world: W, options: RunOptions<W>): RunEvent<W> | undefined {
  checkRun(options, RUN_OPTION_NAMES, world.time);
  const { stepper } = partsOf(world).stepping;
  if (isAdaptive(stepper)) return new AdaptiveRun(world, options, stepper).run();
  if (options.samples ?? options.events) {
    throw new HolonomicRuntimeError(
      'E_DENSE_OUTPUT',
      "Options 'samples' and 'events' of run need the solution between steps, which the world's integrator does not know.",
      'Make the world with integrator: dormandPrince(), or look at it in onStep.',
    );
  }
  runFixed(world, options);
  return undefined;
}

/** A run by steps of an adaptive integrator's own, with what is to be found within them. */
class AdaptiveRun<W extends BareWorld> implements StepObserver {
  readonly #world: W;
  readonly #options: RunOptions<W>;
  readonly #stepper: AdaptiveStepper;
  readonly #parts: WorldParts;
  readonly #events: EventWatch<W> | undefined;
  readonly #samples: readonly number[];
  #nextSample = 0;
  /** The events at which the last step was cut off. */
  #occurred: readonly RunEvent<W>[] = [];

  constructor(world: W, options: RunOptions<W>, stepper: AdaptiveStepper) {
    this.#world = world;
    this.#options = options;
    this.#stepper = stepper;
    this.#parts = partsOf(world);
    this.#samples = checkSamples(options.samples ?? [], world.time, options.until);
    const { events = [] } = options;
    const { stepping } = this.#parts;
    if (events.length > 0) {
      this.#events = new EventWatch(world, events, (at, t) => {
        showAt(stepping, at, t);
      });
    }
  }

  run(): RunEvent<W> | undefined {
    const world = this.#world;
    const { dynamics, stepping } = this.#parts;
    const { onStep, until, dt } = this.#options;
    let fresh = true;
    let end = -Infinity;
    this.#parts.layOut();
    this.#sampleNow();
    while (dynamics.time < until) {
      this.#parts.layOut();
      if (fresh) this.#events?.begin(this.#occurred);
      if (!(dynamics.time < end) || end === until) end = this.#endOfStep(dynamics.time);
      advanceOwn(stepping, this.#stepper, end, fresh, this);
      const occurred = this.#occurred;
      for (const event of occurred) event.onEvent?.(world);
      const terminal = occurred.find((event) => event.terminal);
      if (terminal) return terminal;
      // Handles on their way make one step of as many as they take.
      const over = dynamics.time >= end || (dt === undefined && end === until);
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
      showAt(this.#parts.stepping, stepper, t);
      this.#options.onSample?.(this.#world);
    }
    showAt(this.#parts.stepping, stepper, end);
  }

  /** Samples of the time at which the run begins. */
  #sampleNow(): void {
    while (this.#sampleBy(this.#world.time) !== undefined) this.#options.onSample?.(this.#world);
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
    const { until } = this.#options;
    const moving = this.#parts.structure.handles.some((handle) => handle.due);
    const dt = this.#options.dt ?? (moving ? DEFAULT_STEP : Infinity);
    return until - time <= dt * STRETCH ? until : time + dt;
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
