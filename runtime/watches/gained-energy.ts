import { showTime } from '../base/text.js';
import { maxAbs } from '../base/vector.js';
import type { Stepper } from '../integrators/integrator.js';
import type { SteppedSystem } from '../integrators/stepped-system.js';
import type { StepWatch } from '../recovery/step-watch.js';
import type { Watch, WatchedStep, WatchedSteps } from './watch.js';

/** Kinetic and total energy of the present state, J. */
export type EnergyNow = () => { readonly kinetic: number; readonly total: number };

/** Part of the energy of a motion that steps in which bounds act may add to it. */
const LARGEST_PART = 0.01;
/** Steps of free fall whose energy counts as that of a motion at rest. */
const FALL = 30;
/** Part of {@link LARGEST_PART} in one step that must not come from a drive. */
const NOTABLE = 0.1;
/** Part of the largest kinetic energy that steps may return of what they have taken. */
const CREDIT = 0.5;
/** Part of a position by which a step may miss it. */
const ROUNDING = 1e-12;

/**
 * Detects energy from nowhere where bodies meet. Contacts, ropes and stops give none, whatever their friction and
 * restitution, unless something drives them. Steps in which bodies turn or move far give some: they meet by places
 * where they no longer are. Steps at velocity level may return what they have taken before.
 */
export class GainedEnergy implements Watch {
  readonly #stepped: SteppedSystem;
  readonly #stepper: Stepper;
  readonly #watch: StepWatch;
  readonly #energyNow: EnergyNow;
  /** The energy at the beginning of the step; NaN where it is not known. */
  #before = NaN;
  /** What has been added, less what has been taken, J. */
  #gained = 0;
  /** The largest kinetic energy. */
  #largest = 0;
  /** Length of the forces on the bodies at rest, in the metric of the masses; NaN where it is not known. */
  #force = NaN;
  /** The velocities there. */
  #v = new Float64Array(0);
  #shifted = new Float64Array(0);

  constructor(stepped: SteppedSystem, stepper: Stepper, watch: StepWatch, energyNow: EnergyNow) {
    this.#stepped = stepped;
    this.#stepper = stepper;
    this.#watch = watch;
    this.#energyNow = energyNow;
  }

  structureChanged(): WatchedSteps {
    const { v, isBounded } = this.#stepped;
    if (v.length !== this.#v.length) {
      this.#v = new Float64Array(v.length);
      this.#shifted = new Float64Array(v.length);
      this.restored();
    }
    return isBounded ? 'all' : 'none';
  }

  restored(): void {
    this.#gained = this.#largest = 0;
    this.#force = NaN;
  }

  beforeStep(): void {
    this.#before = this.#isKnown() ? this.#measure() : NaN;
    this.#v.set(this.#stepped.v);
  }

  afterStep({ dt }: WatchedStep): void {
    if (Number.isNaN(this.#before) || !this.#acts()) return;
    const { v } = this.#stepped;
    const shift = this.#shift(v, dt) - this.#shift(this.#v, dt);
    const total = this.#measure() - this.#before + shift;
    const kinetic = (this.#squaredLength(v) - this.#squaredLength(this.#v)) / 2 + shift;
    // What is pushed out of another body is lifted, and gets no faster.
    const change = total > 0 ? Math.min(total, Math.max(0, kinetic)) : total;
    if (Number.isNaN(this.#force)) this.#force = this.#forceAtRest();
    const most = LARGEST_PART * (this.#largest + (FALL * dt * this.#force) ** 2 / 2) + this.#noise(dt);
    this.#gained = Math.max(-CREDIT * this.#largest, this.#gained + change);
    if (!(Math.max(change / NOTABLE, this.#gained) > most)) return;
    if (this.#isDriven()) this.#gained = 0;
    else if (this.#gained > most) this.#warn(LARGEST_PART * (this.#gained / most), dt);
  }

  /** True unless a force does not tell its energy. */
  #isKnown(): boolean {
    for (const force of this.#stepped.forces) if (force.energy === undefined) return false;
    return true;
  }

  /** NaN where a force cannot tell its energy. */
  #measure(): number {
    try {
      const { total, kinetic } = this.#energyNow();
      this.#largest = Math.max(this.#largest, kinetic);
      return total;
    } catch {
      return NaN;
    }
  }

  /**
   * What flights keep in steps of first order beside the energy: half a step times the power of the forces, by which
   * the energy of the velocities in the middle of steps differs.
   */
  #shift(v: Float64Array, dt: number): number {
    if (this.#stepper.order !== 1) return 0;
    const { accelerations } = this.#stepped;
    const shifted = this.#shifted;
    for (let i = 0; i < v.length; i++) shifted[i] = v[i]! + (dt / 2) * accelerations[i]!;
    return (this.#squaredLength(shifted) - this.#squaredLength(v)) / 2;
  }

  /** Kinetic energy that rounding of the positions makes. */
  #noise(dt: number): number {
    return this.#squaredLength(this.#shifted.fill((ROUNDING * maxAbs(this.#stepped.q)) / dt)) / 2;
  }

  /** Infinite where a force throws, so that nothing is judged. */
  #forceAtRest(): number {
    const { v, stores } = this.#stepped;
    const velocities = v.slice();
    v.fill(0);
    try {
      const forces = this.#stepped.findForces();
      const accelerations = new Float64Array(v.length);
      for (const store of stores) store.applyInverseMass(forces, accelerations);
      return Math.sqrt(this.#squaredLength(accelerations));
    } catch {
      return Infinity;
    } finally {
      v.set(velocities);
    }
  }

  /** `x·M x`. */
  #squaredLength(x: Float64Array): number {
    let sum = 0;
    for (const store of this.#stepped.stores) sum += store.squaredLength(x);
    return sum;
  }

  /** True where an inequality, friction or a largest force acts. */
  #acts(): boolean {
    const { plain, all } = this.#stepped.system;
    const { lambda } = all.rows;
    for (let row = plain.rows.count; row < lambda.length; row++) if (lambda[row] !== 0) return true;
    return false;
  }

  /** True where rows have rates of their own: handles, belts, motors, formulas in the time. */
  #isDriven(): boolean {
    const { stores, state, system } = this.#stepped;
    const { Cdot } = system.all.rows;
    const before = Cdot.slice();
    system.all.updateRates(stores, this.#shifted.fill(0));
    const isDriven = Cdot.some((rate) => rate !== 0);
    system.all.updateRates(stores, state.v);
    Cdot.set(before);
    return isDriven;
  }

  #warn(part: number, dt: number): void {
    const { time } = this.#stepped;
    this.#watch.warn({
      code: 'W_ACCURACY',
      message:
        `Until t = ${showTime(time)} steps of ${showTime(dt)} have added ${(100 * part).toPrecision(2)} % to the energy of the ` +
        'motion where inequalities act, as they do where bodies meet that turn or move far in a step. Take shorter steps.',
      time,
      constraints: [],
    });
  }
}
