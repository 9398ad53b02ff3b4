import { maxAbs } from '../base/vector.js';
import type { State } from '../model/state.js';
import type { WorldWarning } from './warnings.js';

/** Steps of graphics and control, in milliseconds: between 4 (240 per second) and 200 (5). */
const [SHORTEST, LONGEST] = [4, 200];
/** Part of its coordinates by which nothing moves in a step that is meant so. */
const FAR = 10;

/**
 * Recognises steps in seconds that were probably meant in milliseconds: of a length that is usual
 * in these, and much too long for the motion.
 */
export class Milliseconds {
  readonly #state: State;
  #before = 0;

  constructor(state: State) {
    this.#state = state;
  }

  /** Takes note of the state before a step of `dt`. */
  look(dt: number): void {
    if (isSuspect(dt)) this.#before = maxAbs(this.#state.q);
  }

  /** A warning of the step of `dt` just taken; `takenAgain` says that it had to be shortened. */
  warning(dt: number, time: number, takenAgain: boolean): WorldWarning | undefined {
    return isSuspect(dt) ? this.#judge(dt, time, takenAgain) : undefined;
  }

  #judge(dt: number, time: number, takenAgain: boolean): WorldWarning | undefined {
    if (!takenAgain && !(maxAbs(this.#state.v) * dt > FAR * Math.max(1, this.#before))) return undefined;
    return {
      code: 'W_MILLISECONDS',
      message:
        `A step of ${dt} s is much too long for the motion. Steps are in seconds: ` +
        `if ${dt} ms was meant, write ${Number((dt / 1000).toPrecision(12))}.`,
      time,
      constraints: [],
    };
  }
}

const isSuspect = (dt: number): boolean => dt >= SHORTEST && dt <= LONGEST;
