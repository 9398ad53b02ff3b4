import { showTime } from '../base/text.js';
import { maxAbs } from '../base/vector.js';
import type { Force } from '../model/force.js';
import { DrivenConnector } from '../model/handle.js';
import type { SteppedSystem } from '../integrators/stepped-system.js';
import type { StepWatch } from '../recovery/step-watch.js';
import { stopMovable } from '../recovery/stop-movable.js';
import { ofDormandPrince } from '../recovery/warnings.js';
import { energyOfRounding, type EnergyNow } from './gained-energy.js';
import type { Watch, WatchedStep, WatchedSteps } from './watch.js';

/** The energy is measured where a larger force than ever changes the momentum by more than this part in a step. */
const NOTABLE = 0.05;
/** Steps after rest in which a drive that begins may well multiply the energy. */
const START = 16;

/**
 * Detects energy from nowhere in worlds without constraints: a step that ends far inside the pole of a force, as
 * of bodies that attract each other by `1/r²` and pass closely, is thrown out with many times the energy of the motion.
 */
export class RunawayEnergy implements Watch {
  readonly #stepped: SteppedSystem;
  readonly #watch: StepWatch;
  readonly #energyNow: EnergyNow;
  /** The energy at the beginning of the step, and all that there is, kinetic and potential; NaN where it is not measured. */
  #before = NaN;
  #all = NaN;
  /** The largest force so far, in the metric of the masses, and the steps since rest. */
  #largest = 0;
  #moving = 0;

  constructor(stepped: SteppedSystem, watch: StepWatch, energyNow: EnergyNow) {
    this.#stepped = stepped;
    this.#watch = watch;
    this.#energyNow = energyNow;
  }

  structureChanged(): WatchedSteps {
    this.restored();
    return this.#stepped.isConstrained ? 'none' : 'all';
  }

  restored(): void {
    this.#largest = this.#moving = 0;
  }

  beforeStep({ dt }: WatchedStep): void {
    const { force, momentum } = this.#stepped.start;
    this.#before = NaN;
    this.#moving = momentum > 0 ? this.#moving + 1 : 0;
    if (!(force > this.#largest)) return;
    this.#largest = force;
    if (this.#moving < START || !(dt * force > NOTABLE * momentum)) return;
    // Forces that tell no energy, and those on handles, may give any.
    const isKnown = (force: Force): boolean =>
      force.energy !== undefined && force.actsOn?.some((one) => one instanceof DrivenConnector) !== true;
    if (!this.#stepped.forces.every(isKnown)) return;
    try {
      const { kinetic, total } = this.#energyNow();
      this.#before = total;
      this.#all = kinetic + Math.abs(total - kinetic);
    } catch {
      // It is not known.
    }
  }

  afterStep({ dt }: WatchedStep): void {
    if (Number.isNaN(this.#before)) return;
    const gain = this.#energyNow().total - this.#before;
    if (!(gain > this.#all)) return;
    const { time, system, v } = this.#stepped;
    const velocities = v.slice();
    stopMovable(this.#stepped);
    const isDriven = maxAbs(v) > 0;
    v.set(velocities);
    if (isDriven || gain < energyOfRounding(this.#stepped, dt, velocities)) return;
    this.#watch.warn({
      code: 'W_ACCURACY',
      message:
        `At t = ${showTime(time)} a step of ${showTime(dt)} was too long for a force that grows without bound: it has added ` +
        `${(gain / this.#all).toPrecision(2)} times all the energy there was. Take shorter steps${ofDormandPrince(system)}, ` +
        'or a force with a largest value, as -1 / sqrt(d^2 + 0.01^2) has in place of -1 / d.',
      time,
      constraints: [],
    });
  }
}
