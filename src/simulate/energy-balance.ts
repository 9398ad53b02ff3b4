import type { Force, World } from '../../runtime/index.js';
import { driverPower, ImpulseWork } from './driver-power.js';
import type { Driver } from './scene.js';

/**
 * Change of a world's energy without the work that was done on it: `E − E(0) − W`. That is the work
 * of drivers, `∫ λᵀ J v dt`, and of forces without a potential or with damping, `∫ Q·v dt`, such as
 * torques, drag, dampers and the spring of a hand, whose potentials are no part of `E`. It stays near
 * zero while nothing else does work: what bumps and friction take is not counted. Drivers with bounds or
 * softness do the work of their impulses. For all others, each step is integrated by the cubic through the powers at its
 * end and at the three moments before. The first two are integrated by trapezoids, which the third makes good:
 *
 *     ∫ from n−1 to n = h/24 (9 P[n] + 19 P[n−1] − 5 P[n−2] + P[n−3])
 *     ∫ from 0 to 3   = h/8 (3 P[3] + 9 P[2] + 9 P[1] + 3 P[0])
 *                     = h/2 (P[2] + 2 P[1] + P[0]) + h/8 (3 P[3] + 5 P[2] + P[1] − P[0])
 */
export class EnergyBalance {
  readonly #world: World;
  readonly #drivers: readonly Driver[];
  readonly #impulses: ImpulseWork;
  /** The forces that do work on the world, and the number of forces among which they were found. */
  #outer: readonly Force[] = [];
  #forces = -1;
  /** Energy at the start and at the last note, and work in between, J. */
  #start = 0;
  #energy = 0;
  #work = 0;
  /** Time of the last note, and length of the step before it, s. */
  #time = NaN;
  #step = NaN;
  /** Powers, W, at the ends of up to four equal steps, the latest first. */
  #powers: readonly number[] = [];

  /** Counts from the present state on. */
  constructor(world: World, drivers: readonly Driver[] = []) {
    this.#world = world;
    this.#drivers = drivers;
    this.#impulses = new ImpulseWork(world, drivers);
    this.restart();
  }

  /** Counts from the present state on, where the energy has changed by `change` before, J. */
  restart(change = 0): void {
    this.#work = 0;
    this.interrupt();
    this.#start = this.#energy - change;
  }

  /** Takes note of a force that is new, gone or another one all at once: powers from before lead to none after it. */
  interrupt(): void {
    const { forces } = this.#world;
    this.#outer = forces.filter((force) => isOuter(force, this.#world));
    this.#forces = forces.length;
    this.#energy = this.#ownEnergy();
    this.#time = NaN;
    this.#powers = [];
  }

  /** True if work is done on the world, which is not in {@link change}. */
  get hasWork(): boolean {
    return this.#drivers.length > 0 || this.#outer.length > 0;
  }

  /**
   * Takes note of a state, between any two steps. It evaluates the constraints if there are drivers
   * without bounds and softness, and throws what that throws.
   */
  note(): void {
    const { time, forces } = this.#world;
    if (forces.length !== this.#forces) this.interrupt();
    if (!this.hasWork || time === this.#time) return;
    const step = time - this.#time;
    const isEqual = Math.abs(step - this.#step) <= 1e-6 * step;
    const earlier = isEqual ? this.#powers : this.#powers.slice(0, 1);
    const [before, second, third] = earlier;
    const now = this.#power();
    const ofStep = this.#impulses.ofStep();
    if (before !== undefined) {
      this.#work += ofStep;
      this.#work +=
        second === undefined || third === undefined
          ? (step / 2) * (now + before)
          : earlier.length === 3
            ? (step / 8) * (3 * now + 5 * before + second - third)
            : (step / 24) * (9 * now + 19 * before - 5 * second + third);
    }
    this.#powers = [now, ...earlier.slice(0, 3)];
    [this.#time, this.#step] = [time, step];
    this.#energy = this.#ownEnergy();
  }

  /** The change, J: until now, or until the last note if work is done. */
  get change(): number {
    return (this.hasWork ? this.#energy : this.#ownEnergy()) - this.#start - this.#work;
  }

  /** Power at this moment, W, of all that is not counted by impulses. */
  #power(): number {
    const { others } = this.#impulses;
    let power = 0;
    if (others.length > 0) {
      this.#world.evaluate(); // multipliers at this moment
      power = driverPower(others);
    }
    for (const force of this.#outer) power += this.#world.power(force);
    return power;
  }

  /** The energy without the potentials of forces that do work, J. */
  #ownEnergy(): number {
    let { total } = this.#world.energy();
    for (const force of this.#outer) total -= force.energy?.(this.#world) ?? 0;
    return total;
  }
}

/** True for a force without a potential, or with more than that: damping. */
function isOuter(force: Force, world: World): boolean {
  if (force.energy === undefined) return true;
  if (force.stiffRows === undefined) return false;
  world.power(force); // its rows are those of this moment
  const rows = typeof force.stiffRows === 'function' ? force.stiffRows(world) : force.stiffRows;
  return rows.some(({ damping }) => damping > 0);
}
