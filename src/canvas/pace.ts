/** What a {@link Pace} keeps to, if not to what is usual. */
export interface PaceOptions {
  /** Longest time that one call makes up for, s; a twentieth of a second if left out. */
  readonly longest?: number | undefined;
  /** Longest time that the steps of one call take, ms; that which it makes up for if left out. */
  readonly patience?: number;
  /** Time, ms. */
  readonly now?: () => number;
}

/**
 * Takes the steps of a fixed length that fit into the time between frames. Where they take too long, what is left is
 * left out: slow motion, and no page that waits.
 */
export class Pace {
  /** True if time was left out, by the last call or, since all came so late, by the last two. */
  isSlow = false;
  readonly #dt: number;
  readonly #step: () => void;
  readonly #longest: number;
  readonly #patience: number;
  readonly #now: () => number;
  #wasLate = false;
  #ahead = 0;

  /** `step` takes a step of `dt`, s. */
  constructor(
    dt: number,
    step: () => void,
    { longest = 1 / 20, patience = 1000 * longest, now = () => performance.now() }: PaceOptions = {},
  ) {
    if (!(dt > 0) || !(longest > 0)) throw new RangeError('dt and longest are positive times, in seconds.');
    this.#dt = dt;
    this.#step = step;
    this.#longest = longest;
    this.#patience = patience;
    this.#now = now;
  }

  /** Takes the steps that fit into `elapsed`, s, at a speed; the rest counts for the next call. */
  advance(elapsed: number, speed = 1): void {
    if (!(elapsed <= Infinity)) throw new RangeError('The time that passes is a number, in seconds.');
    // One frame is late when a page comes back; where pictures take longer to draw, one after the other is.
    const isLate = elapsed > this.#longest;
    this.isSlow = isLate && this.#wasLate;
    this.#wasLate = isLate;
    this.#ahead += speed * Math.min(this.#longest, Math.max(0, elapsed));
    const end = this.#now() + this.#patience;
    // A rounding error of the sum of frames is no reason to miss a step.
    for (; this.#ahead >= this.#dt * (1 - 1e-9); this.#ahead -= this.#dt) {
      if (this.#now() > end) {
        this.isSlow = true;
        this.#ahead = 0;
        return;
      }
      this.#step();
    }
  }
}
