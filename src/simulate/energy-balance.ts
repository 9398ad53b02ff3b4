import type { World } from '../../runtime/index.js';
import { driverPower } from './driver-power.js';
import type { Driver } from './scene.js';

/**
 * Change of a world's energy without the work that its drivers did: `E − E(0) − W`, with
 * `W = ∫ λᵀ J v dt`. It stays near zero while nothing else does work. Each step is integrated by the
 * cubic through the powers at its end and at the three moments before. The first two are integrated
 * by trapezoids, which the third makes good:
 *
 *     ∫ from n−1 to n = h/24 (9 P[n] + 19 P[n−1] − 5 P[n−2] + P[n−3])
 *     ∫ from 0 to 3   = h/8 (3 P[3] + 9 P[2] + 9 P[1] + 3 P[0])
 *                     = h/2 (P[2] + 2 P[1] + P[0]) + h/8 (3 P[3] + 5 P[2] + P[1] − P[0])
 */
export class EnergyBalance {
  readonly #world: World;
  readonly #drivers: readonly Driver[];
  /** Energy at the start and at the last note, and work in between, J. */
  #start = 0;
  #energy = 0;
  #work = 0;
  /** Time of the last note, and length of the step before it, s. */
  #time = NaN;
  #step = NaN;
  /** Powers of the drivers, W, at the ends of up to four equal steps, the latest first. */
  #powers: readonly number[] = [];

  /** Counts from the present state on. */
  constructor(world: World, drivers: readonly Driver[] = []) {
    this.#world = world;
    this.#drivers = drivers;
    this.restart();
  }

  /** Counts from the present state on. */
  restart(): void {
    this.#start = this.#energy = this.#world.energy().total;
    this.#work = 0;
    this.#time = NaN;
    this.#powers = [];
  }

  /**
   * Takes note of a state, between any two steps. It evaluates the constraints if there are drivers,
   * and throws what that throws.
   */
  note(): void {
    const { time } = this.#world;
    if (this.#drivers.length === 0 || time === this.#time) return;
    this.#world.evaluate(); // multipliers at this moment
    const step = time - this.#time;
    const isEqual = Math.abs(step - this.#step) <= 1e-6 * step;
    const earlier = isEqual ? this.#powers : this.#powers.slice(0, 1);
    const [before, second, third] = earlier;
    const now = driverPower(this.#drivers);
    if (before !== undefined)
      this.#work +=
        second === undefined || third === undefined
          ? (step / 2) * (now + before)
          : earlier.length === 3
            ? (step / 8) * (3 * now + 5 * before + second - third)
            : (step / 24) * (9 * now + 19 * before - 5 * second + third);
    this.#powers = [now, ...earlier.slice(0, 3)];
    [this.#time, this.#step] = [time, step];
    this.#energy = this.#world.energy().total;
  }

  /** The change, J: until now, or until the last note if there are drivers. */
  get change(): number {
    const energy = this.#drivers.length === 0 ? this.#world.energy().total : this.#energy;
    return energy - this.#start - this.#work;
  }
}
