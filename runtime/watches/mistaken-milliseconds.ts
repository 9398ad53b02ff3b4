import { maxAbs } from '../base/vector.js';
import type { State } from '../model/state.js';
import type { StepWatch } from '../recovery/step-watch.js';
import type { Watch, WatchedStep, WatchedSteps } from './watch.js';

/** Steps of graphics and control, in milliseconds: between 4 (240 per second) and 200 (5). */
const [SHORTEST, LONGEST] = [4, 200];
/** Nothing moves by this multiple of its coordinates, or of its way at its speed, in a step of intended length. */
const FAR = 10;
/** What counts as a coordinate in a world at rest at its origin, m. */
const LENGTH = 1;

/**
 * Detects steps that were probably meant in milliseconds: of a usual length in milliseconds, and much too
 * long for the motion as seconds.
 */
export class MistakenMilliseconds implements Watch {
  readonly #state: State;
  readonly #watch: StepWatch;
  #before = 0;

  constructor(state: State, watch: StepWatch) {
    this.#state = state;
    this.#watch = watch;
  }

  structureChanged(): WatchedSteps {
    return 'all';
  }

  beforeStep({ dt }: WatchedStep): void {
    const { q, v } = this.#state;
    if (isSuspect(dt)) this.#before = Math.max(maxAbs(q), dt * maxAbs(v));
  }

  afterStep({ dt, start, wasAccepted }: WatchedStep): void {
    if (!isSuspect(dt)) return;
    if (wasAccepted && !(maxAbs(this.#state.v) * dt > FAR * (this.#before || LENGTH))) return;
    this.#watch.warn({
      code: 'W_MILLISECONDS',
      message:
        `A step of ${dt} s is much too long for the motion. Steps are in seconds: ` +
        `if ${dt} ms was meant, write ${Number((dt / 1000).toPrecision(12))}.`,
      time: start,
      constraints: [],
    });
  }
}

const isSuspect = (dt: number): boolean => dt >= SHORTEST && dt <= LONGEST;
