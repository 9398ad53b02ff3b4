import type { World } from '../../runtime/index.js';
import { driverPower } from './driver-power.js';
import type { Driver } from './scene.js';

/**
 * What the energy of a world changed by, without the work that drivers did: `E − E(0) − W`, with
 * `W = ∫ λᵀ J v dt`. It stays near zero while nothing else does work. Each step is integrated by the
 * cubic through the powers at its end and at the three moments before:
 *
 *     ∫ from n−1 to n = h/24 (9 P[n] + 19 P[n−1] − 5 P[n−2] + P[n−3])
 */
export class EnergyBalance {
  readonly #world: World;
  readonly #drivers: readonly Driver[];
  #start = 0;
  #work = 0;
  #time = NaN;
  #step = NaN;
  /** Powers of the drivers, W, at the ends of up to four equal steps, the latest first. */
  #powers: readonly number[] = [];

  constructor(world: World, drivers: readonly Driver[]) {
    this.#world = world;
    this.#drivers = drivers;
    this.restart();
  }

  /** Counts from now on. */
  restart(): void {
    this.#start = this.#world.energy().total;
    this.#work = 0;
    this.#time = NaN;
    this.#powers = [];
    this.note();
  }

  /** Reads the power of the drivers. To be called after each step; it evaluates the constraints. */
  note(): void {
    const { time } = this.#world;
    if (this.#drivers.length === 0 || time === this.#time) return;
    this.#world.evaluate();
    const step = time - this.#time;
    const isEqual = Math.abs(step - this.#step) <= 1e-6 * step;
    this.#powers = [driverPower(this.#drivers), ...this.#powers.slice(0, isEqual ? 3 : 1)];
    const [now, before, second, third] = this.#powers;
    if (now !== undefined && before !== undefined)
      this.#work +=
        second !== undefined && third !== undefined
          ? (step / 24) * (9 * now + 19 * before - 5 * second + third)
          : (step / 2) * (now + before);
    [this.#time, this.#step] = [time, step];
  }

  /** Change of the energy without the work of the drivers, J, at the last `note`. */
  get change(): number {
    return this.#world.energy().total - this.#start - this.#work;
  }
}
