/** What is taken in a step counts up to this multiple of what was taken before. */
const STEADY = 2;
/** Part of the largest so far that counts as what was taken before, in the next step. */
const KEPT = 0.98;
/** First steps that count in full. */
const FIRST = 3;

/**
 * Adds up the energy that equations, and inequalities that keep acting, take out of a motion in steps of first
 * order, J: `−½ μ·(u⁻ + u⁺)`, with rates `u` that leave the work of prescribed motions out. An exact motion along
 * equations takes none. An impulse that is alone, as of a motor that stops or of a velocity that is set, takes
 * energy rightly, and does not count.
 */
export class TakenEnergy {
  /** The sum so far, J. */
  sum = 0;
  /** What stiff forces have taken as no spring does, because they are those at the end of steps, J. */
  damped = 0;
  /** Number of steps, or parts of steps, in the sum. */
  count = 0;
  /** Part of what was taken before that counts in the next step. */
  #kept = KEPT;
  /** True where projections follow steps. */
  isProjected = false;
  /** Length of the last step that was begun at velocity level, s; 0 before the first. */
  length = 0;
  /** The most that one change of the length has given or taken; the next may take it back, J. */
  swing = 0;
  /** What the last projection of velocities has taken, J. */
  lastProjected = 0;
  /** What projections have taken since the last step that was added, J. */
  #projected = 0;
  /** What was taken before. */
  #last = 0;
  #free = FIRST;

  /** Takes note of other equations, and whether something prescribes rates: that may stop again and again. */
  restart(isDriven: boolean): void {
    this.#kept = isDriven ? 0 : KEPT;
    this.#free = FIRST;
    this.isProjected = false;
    this.#projected = 0;
    this.length = 0;
  }

  /** Adds what a projection of velocities takes after a step, whose constraints then have less to take in the next. */
  project(energy: number): void {
    this.isProjected = true;
    this.lastProjected = energy;
    this.#projected += energy;
  }

  /** Adds what forces give because a step is longer than the last one, or take because it is shorter. */
  changeLength(given: number): void {
    this.sum -= given;
    this.swing = Math.max(this.swing, Math.abs(given));
  }

  /** Adds what equations take in a step, and what forces take because they are those at its end. */
  add(equations: number, forces = 0): void {
    const energy = equations + forces + this.#projected;
    this.#projected = 0;
    this.damped += forces;
    this.count++;
    const size = Math.abs(energy);
    const most = this.#free > 0 ? Infinity : STEADY * this.#last;
    if (this.#free > 0) this.#free--;
    this.sum += size <= most ? energy : Math.sign(energy) * most;
    const kept = this.#kept * this.#last;
    this.#last = size > kept ? size : kept;
  }
}
