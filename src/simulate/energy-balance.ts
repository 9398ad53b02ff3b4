import type { World } from '../../runtime/index.js';
import { driverPower } from './driver-power.js';
import type { Driver } from './scene.js';

/**
 * Change of a world's energy without the work that its drivers did: `E − E(0) − W`, with
 * `W = ∫ λᵀ J v dt`. It stays near zero while nothing else does work. Each step is integrated by the
 * cubic through the powers at its end and at the three moments before:
 *
 *     ∫ from n−1 to n = h/24 (9 P[n] + 19 P[n−1] − 5 P[n−2] + P[n−3])
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
    this.#powers = [driverPower(this.#drivers), ...this.#powers.slice(0, isEqual ? 3 : 1)];
    const [now = 0, before, second, third] = this.#powers;
    if (before !== undefined)
      this.#work +=
        second !== undefined && third !== undefined
          ? (step / 24) * (9 * now + 19 * before - 5 * second + third)
          : (step / 2) * (now + before);
    [this.#time, this.#step] = [time, step];
    this.#energy = this.#world.energy().total;
  }

  /** The change, J: until now, or until the last note if there are drivers. */
  get change(): number {
    const energy = this.#drivers.length === 0 ? this.#world.energy().total : this.#energy;
    return energy - this.#start - this.#work;
  }
}
