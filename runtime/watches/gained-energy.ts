import { squared } from '../base/powers.js';
import { showTime } from '../base/text.js';
import { addScaled, copy, maxAbs } from '../base/vector.js';
import type { Stepper } from '../integrators/integrator.js';
import { isDriven } from '../model/batch.js';
import { DrivenConnector } from '../model/handle.js';
import type { Force } from '../model/force.js';
import type { SteppedSystem } from '../integrators/stepped-system.js';
import type { StepWatch } from '../recovery/step-watch.js';
import { stopMovable } from '../recovery/stop-movable.js';
import { ofDormandPrince } from '../recovery/warnings.js';
import type { Watch, WatchedStep, WatchedSteps } from './watch.js';

/** Kinetic and total energy of the present state, J. */
export type EnergyNow = () => { readonly kinetic: number; readonly total: number };

/** Part of the energy of a motion that steps may add to it. */
const LARGEST_PART = 0.01;
/** Steps of free fall whose energy even a motion at rest counts as having, where bounds act. */
const FALL = 30;
/** The same elsewhere: what steps of `h` of second order keep differs by `(h a)²/24` at accelerations `a`. */
const FALL_IN_SWINGS = Math.sqrt(1 / 12 / LARGEST_PART);
/** Part of {@link LARGEST_PART} in one step that must not come from a drive. */
const NOTABLE = 0.1;
/** Part of the largest kinetic energy that steps may return of what they have taken. */
const CREDIT = 0.5;
/** Part of a position by which a step may miss it. */
const ROUNDING = 1e-12;

/** Kinetic energy that rounding of the positions makes in a step. Overwrites `work`. */
export function energyOfRounding({ q, stores }: SteppedSystem, dt: number, work: Float64Array): number {
  work.fill((ROUNDING * maxAbs(q)) / dt);
  let twice = 0;
  for (const store of stores) twice += store.squaredLength(work);
  return twice / 2;
}

/**
 * Detects energy from nowhere where bodies meet. Contacts, ropes and stops give none, whatever their friction and
 * restitution, unless something drives them. Steps in which bodies turn or move far give some: they meet by places
 * where they no longer are. Steps at velocity level may return what they have taken before. So do the equations in
 * steps of second order, where bodies turn too far; what `rattle()` returns is judged without what it has taken.
 */
export class GainedEnergy implements Watch {
  readonly #stepped: SteppedSystem;
  readonly #stepper: Stepper;
  readonly #watch: StepWatch;
  readonly #energyNow: EnergyNow;
  /** The energy at the beginning of the step; NaN where it is not known. */
  #before = NaN;
  /** What a projection of the state at the end of the step before has added. */
  #projected = 0;
  /** The kinetic energy that was measured last. */
  #kinetic = 0;
  /** True where steps keep energy, on constraints but for swings, as nothing drives these. */
  #keepsEnergy = false;
  /** What has been added, less what has been taken, J. */
  #gained = 0;
  /** The largest kinetic energy. */
  #largest = 0;
  /** Length of the forces on the bodies at rest, in the metric of the masses; NaN where it is not known. */
  #force = NaN;
  /** The velocities there. */
  #v = new Float64Array(0);
  #work = new Float64Array(0);
  /** The length of the last part in which a step was taken, s; NaN where it is not known. */
  #part = NaN;
  /** The energy at the end of a step, and the state that it belongs to. */
  #after = NaN;
  #q = new Float64Array(0);
  #forces: readonly Force[] = [];

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
      this.#work = new Float64Array(v.length);
      this.#q = new Float64Array(this.#stepped.q.length);
      this.restored();
    }
    const { batches } = this.#stepped.system.plain;
    const { order, feedsSwings } = this.#stepper;
    const keeps = feedsSwings === true || (order === 2 && batches.length > 0);
    this.#keepsEnergy = keeps && !batches.some(isDriven);
    return isBounded || this.#keepsEnergy ? 'all' : 'none';
  }

  restored(): void {
    this.#gained = this.#largest = 0;
    this.#force = this.#after = this.#part = NaN;
  }

  beforeStep({ isSettled }: WatchedStep): void {
    const { v, system } = this.#stepped;
    this.#projected = 0;
    if (!this.#isAsAfter()) {
      const potential = this.#after - this.#kinetic;
      this.#before = this.#isKnown() ? this.#measure() : NaN;
      // What was not set has been projected since. Velocities may have been set.
      if (isSettled && system.taken.isProjected && this.#areSame(this.#stepped.forces))
        this.#projected = this.#before - this.#kinetic - potential - system.taken.lastProjected || 0;
    } else this.#before = this.#after;
    this.#after = NaN;
    copy(v, 0, this.#v, 0, v.length);
  }

  afterStep({ dt, isSettled }: WatchedStep): void {
    const partBefore = this.#part;
    this.#part = this.#stepped.lastPart || dt;
    if (!isSettled) this.#gained = 0;
    if (!isSettled || Number.isNaN(this.#before)) return;
    const meets = this.#acts();
    if (!meets && !this.#keepsEnergy) return;
    const kineticBefore = this.#kinetic;
    const after = this.#measure();
    const { order, feedsSwings, endsOnConstraints } = this.#stepper;
    const shift = order === 1 && !feedsSwings ? this.#shift(partBefore, this.#part) : 0;
    const total = after - this.#before + shift + (meets ? 0 : this.#projected);
    const kinetic = this.#kinetic - kineticBefore + shift;
    this.#keep(after);
    // What is pushed out of another body is lifted, and gets no faster.
    const change = total > 0 && meets ? Math.min(total, Math.max(0, kinetic)) : total;
    if (Number.isNaN(this.#force)) this.#force = this.#forceAtRest();
    const fall = (meets ? FALL : FALL_IN_SWINGS) * dt * this.#force;
    const least = LARGEST_PART * (this.#largest + squared(fall) / 2);
    // What is on constraints at the end of a step takes nothing rightly that it returns.
    const credit = endsOnConstraints && !this.#stepped.isBounded ? 0 : CREDIT;
    this.#gained = Math.max(-credit * this.#largest, this.#gained + change);
    const notable = Math.max(change / NOTABLE, this.#gained);
    if (!(notable > least)) return;
    const most = least + energyOfRounding(this.#stepped, dt, this.#work);
    if (!(notable > most)) return;
    if (this.#isDriven()) this.#gained = 0;
    else if (this.#gained > most) this.#warn(LARGEST_PART * (this.#gained / most), dt, meets);
  }

  /** Keeps the energy of the present state for the next step, where nothing but the state determines it. */
  #keep(energy: number): void {
    const { q, v } = this.#stepped;
    if (this.#stepped.soft || !this.#areSame(this.#stepped.forces)) return;
    this.#after = energy;
    copy(q, 0, this.#q, 0, q.length);
    copy(v, 0, this.#v, 0, v.length);
  }

  /** True if these forces, all of them steady, are those of the last call; remembers them. */
  #areSame(forces: readonly Force[]): boolean {
    let isSame = forces.length === this.#forces.length;
    for (let i = 0; i < forces.length; i++) {
      if (forces[i]!.steady !== true) return false;
      isSame &&= forces[i] === this.#forces[i];
    }
    if (!isSame) this.#forces = [...forces];
    return isSame;
  }

  /** True if the present state is that of the energy kept. */
  #isAsAfter(): boolean {
    if (Number.isNaN(this.#after)) return false;
    const { q, v, forces } = this.#stepped;
    if (!this.#areSame(forces)) return false;
    for (let i = 0; i < q.length; i++) if (q[i] !== this.#q[i]) return false;
    for (let i = 0; i < v.length; i++) if (v[i] !== this.#v[i]) return false;
    // Masses may be others.
    let kinetic = 0;
    for (const store of this.#stepped.stores) kinetic += store.kineticEnergy();
    return kinetic === this.#kinetic;
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
      this.#kinetic = kinetic;
      this.#largest = Math.max(this.#largest, kinetic);
      return total;
    } catch {
      return NaN;
    }
  }

  /**
   * The change in a step of what flights keep in steps of first order beside the energy, half a step times the power
   * of the forces, by which the energy of the velocities in the middle of steps differs: `Q·(h⁺ v⁺ − h v)/2`, where
   * the last parts of this step and of the one before have the lengths `h⁺` and `h`.
   */
  #shift(before: number, part: number): number {
    const { v, accelerations } = this.#stepped;
    const work = this.#work;
    const ratio = Number.isNaN(before) ? 1 : before / part;
    for (let i = 0; i < v.length; i++) work[i] = v[i]! - ratio * this.#v[i]! + (part / 2) * accelerations[i]!;
    const sum = this.#squaredLength(work);
    for (let i = 0; i < v.length; i++) work[i]! -= part * accelerations[i]!;
    return (sum - this.#squaredLength(work)) / 4;
  }

  /** Infinite where a force throws, so that nothing is judged. */
  #forceAtRest(): number {
    const { v, stores } = this.#stepped;
    const velocities = v.slice();
    v.fill(0);
    try {
      const forces = this.#stepped.findForces();
      const accelerations = new Float64Array(v.length);
      // Bodies at rest have no gyroscopic torques.
      const inertial = new Float64Array(forces.length);
      for (const store of stores) store.addInertialForces(inertial);
      addScaled(forces, -1, inertial);
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

  /**
   * True where rows have rates of their own: handles, belts, motors, formulas in the time, bodies of infinite mass that
   * move; or a force acts on a handle.
   */
  #isDriven(): boolean {
    const { forces } = this.#stepped;
    if (forces.some(({ actsOn }) => actsOn?.some((one) => one instanceof DrivenConnector))) return true;
    const { stores, state, system } = this.#stepped;
    const { Cdot } = system.all.rows;
    const [before, velocities] = [Cdot.slice(), state.v.slice()];
    // Rows of particles read the velocities where they are.
    stopMovable(this.#stepped);
    system.all.updateRates(stores, state.v);
    const isDriven = Cdot.some((rate) => rate !== 0);
    state.v.set(velocities);
    system.all.updateRates(stores, state.v);
    Cdot.set(before);
    return isDriven;
  }

  #warn(part: number, dt: number, meets: boolean): void {
    const { time } = this.#stepped;
    this.#watch.warn({
      code: 'W_ACCURACY',
      message:
        `Until t = ${showTime(time)} steps of ${showTime(dt)} have added ${(100 * part).toPrecision(2)} % to the energy of the ` +
        (meets
          ? 'motion where inequalities act, as they do where bodies meet that turn or move far in a step. Take shorter steps.'
          : this.#stepper.feedsSwings
            ? 'motion, which swings: forces are those at the beginning of steps, and places the mean of both ends. Leave theta out.'
            : `motion, in which bodies on constraints turn or move too far in a step. Take shorter steps${ofDormandPrince(this.#stepped.system)}.`),
      time,
      constraints: [],
    });
  }
}
