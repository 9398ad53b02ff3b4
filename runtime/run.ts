import type { BareWorld } from './bare-world.js';
import { checkCallback, checkList, show } from './check.js';
import { HolonomicRuntimeError } from './errors.js';
import { EventWatch } from './event-watch.js';
import { DEFAULT_STEP, readRun, runFixed, STRETCH } from './fixed-run.js';
import { isAdaptive, type AdaptiveStepper } from './integrators/integrator.js';
import { RUN_OPTION_NAMES, type RunEvent, type RunOptions } from './run-options.js';
import { advanceOwn, showAt, type StepObserver } from './own-steps.js';
import { partsOf, type WorldParts } from './world-parts.js';

/**
 * Runs a world of any kind: {@link World.run} as a function, for samples, events and steps of an adaptive integrator's own in a {@link BareWorld} too. Returns the
 * terminal event that ended the run, if any. Throws as that does.
 */
export function run<W extends BareWorld>(world: W, options: RunOptions<W>): RunEvent<W> | undefined {
  const { stepper } = partsOf(world).stepping;
  const given = readRun(world, options, RUN_OPTION_NAMES);
  checkCallback(given.onSample, "Option 'onSample' of run");
  if (isAdaptive(stepper)) return new AdaptiveRun(world, given, stepper).run();
  if (given.samples !== undefined || given.events !== undefined) {
    throw new HolonomicRuntimeError(
      'E_DENSE_OUTPUT',
      "Options 'samples' and 'events' of run need the solution between steps, which the world's integrator does not know.",
      'Make the world with integrator: dormandPrince(), or look at it in onStep.',
    );
  }
  runFixed(world, given);
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
    const { samples = [], events = [] } = options;
    this.#samples = checkSamples(samples, world.time, options.until);
    const watched = checkList(events, "Option 'events' of run", 'events');
    const { stepping } = this.#parts;
    if (watched.length > 0) {
      this.#events = new EventWatch(world, watched as readonly RunEvent<W>[], (at, t) => {
        showAt(stepping, at, t);
      });
    }
  }

  run(): RunEvent<W> | undefined {
    const world = this.#world;
    const { dynamics } = this.#parts;
    const { onStep, until, dt } = this.#options;
    let fresh = true;
    let end = -Infinity;
    this.#parts.layOut();
    this.#sampleNow();
    while (dynamics.time < until) {
      this.#parts.layOut();
      if (fresh) this.#beginEvents();
      if (!(dynamics.time < end) || end === until) end = this.#endOfStep(dynamics.time);
      advanceOwn(this.#parts, this.#stepper, end, fresh, this);
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

  #beginEvents(): void {
    this.#parts.structure.during('showing', () => this.#events?.begin(this.#occurred));
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
    this.#parts.structure.during('showing', () => {
      while (this.#sampleBy(this.#world.time) !== undefined) this.#options.onSample?.(this.#world);
    });
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
  const times = checkList(samples, "Option 'samples' of run", 'ascending times');
  let last = start;
  for (const [i, t] of times.entries()) {
    if (typeof t === 'number' && t >= last && t <= until) {
      last = t;
      continue;
    }
    throw new HolonomicRuntimeError(
      'E_SAMPLES',
      `Option 'samples' of run has ${show(t)} at place ${i}.`,
      `Give ascending times from ${start} s to ${until} s.`,
    );
  }
  return times as readonly number[];
}
