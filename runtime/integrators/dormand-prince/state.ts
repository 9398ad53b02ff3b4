import { DormandPrinceStages } from './stages.js';
import type { StepNumbers } from './step-numbers.js';
import type { IntegratedSystem } from '../integrator.js';

/**
 * Units of rounding by which solutions on the constraints may differ. A constraint whose row is
 * within an angle of sine `s` of depending on others leaves an error of `ε / s` in the positions,
 * and of `ε / s²` in the velocities.
 */
const ROUNDING = 16 * Number.EPSILON;
/** The stage at the end of the step: no rate depends on impulses at others. */
const LAST_STAGE = 7;
/**
 * Least `s²` for which such errors are accepted. Those that are not shorten the step, which ends nowhere
 * better where the end is given; those that are vanish with the distance from there.
 */
const LEAST_SQUARE = 1e-10;

/**
 * The state (coordinates, velocities, integrals, and impulses of the constraints so far) in the stages
 * of a step, and between its ends.
 */
export class DormandPrinceState {
  readonly #numbers: StepNumbers;
  readonly #q: DormandPrinceStages;
  readonly #v: DormandPrinceStages;
  readonly #integral: DormandPrinceStages;
  readonly #impulses: DormandPrinceStages;

  constructor(numbers: StepNumbers) {
    this.#numbers = numbers;
    this.#q = new DormandPrinceStages(numbers);
    this.#v = new DormandPrinceStages(numbers);
    this.#integral = new DormandPrinceStages(numbers);
    this.#impulses = new DormandPrinceStages(numbers);
  }

  /** Entry of the velocities with the largest error. */
  get worstVelocity(): number {
    return this.#v.worst;
  }

  /** Sizes the workspace. Returns true where it had another size. */
  resize(system: IntegratedSystem): boolean {
    // Every part must be resized, so no short-circuit.
    const q = this.#q.resize(system.q.length);
    const v = this.#v.resize(system.v.length);
    const integral = this.#integral.resize(system.integral.length);
    const impulses = this.#impulses.resize(system.impulses.length);
    return q || v || integral || impulses;
  }

  /** Keeps the state that the step starts from. */
  begin(system: IntegratedSystem): void {
    this.#q.begin(system.q);
    this.#v.begin(system.v);
    this.#integral.begin(system.integral);
    this.#impulses.begin(system.impulses);
  }

  /** Keeps the state at the end of the step. */
  end(system: IntegratedSystem): void {
    this.#q.end(system.q);
    this.#v.end(system.v);
    this.#integral.end(system.integral);
    this.#impulses.end(system.impulses);
  }

  /** Sets `system` to the state at the start of the step. */
  goBack(system: IntegratedSystem): void {
    this.#q.goBack(system.q);
    this.#v.goBack(system.v);
    this.#integral.goBack(system.integral);
    this.#impulses.goBack(system.impulses);
  }

  /** Sets `system` to the state at the end of the step. */
  goForward(system: IntegratedSystem): void {
    this.#q.goForward(system.q);
    this.#v.goForward(system.v);
    this.#integral.goForward(system.integral);
    this.#impulses.goForward(system.impulses);
  }

  /** Sets `system` to the state at the stage `s`, from 2 to 7. */
  moveTo(s: number, system: IntegratedSystem): void {
    this.#q.moveTo(s, system.q);
    this.#v.moveTo(s, system.v);
    this.#integral.moveTo(s, system.integral);
    if (s === LAST_STAGE) this.#impulses.moveTo(s, system.impulses);
  }

  /** Goes from the solution of order 5 at the end of the step to that of order 4. */
  goToEmbedded(system: IntegratedSystem): void {
    this.#q.goToEmbedded(system.q);
    this.#v.goToEmbedded(system.v);
  }

  /** Sets `system` to the state at the part `theta` of the step. */
  interpolate(theta: number, h: number, system: IntegratedSystem): void {
    this.#q.interpolate(theta, h, system.q);
    this.#v.interpolate(theta, h, system.v);
    this.#integral.interpolate(theta, h, system.integral);
    this.#impulses.interpolate(theta, h, system.impulses);
  }

  /** Sets `system` to the state `t` after the start of the step, with the rates there. */
  extrapolate(t: number, system: IntegratedSystem): void {
    this.#q.extrapolate(t, system.q);
    this.#v.extrapolate(t, system.v);
    this.#integral.extrapolate(t, system.integral);
    this.#impulses.extrapolate(t, system.impulses);
  }

  /** Keeps the rates of the stage `s`, from 1 to 7. */
  keepRates(s: number, system: IntegratedSystem): void {
    this.#q.keepRate(s, system.coordinateRates);
    this.#v.keepRate(s, system.accelerations);
    this.#integral.keepRate(s, system.integralRates);
    this.#impulses.keepRate(s, system.impulseRates());
  }

  /** Takes the last stage of the step before as the first of this one. */
  reuseLastRates(): void {
    this.#q.reuseLastRate();
    this.#v.reuseLastRate();
    this.#integral.reuseLastRate();
    this.#impulses.reuseLastRate();
  }

  /** Forgets the rates of all stages but the first. */
  clearRates(): void {
    this.#q.clearRates();
    this.#v.clearRates();
    this.#integral.clearRates();
    this.#impulses.clearRates();
  }

  /** Writes down the error of the step, relative to the tolerances, in {@link StepNumbers.largest}. */
  measureError(system: IntegratedSystem): void {
    this.#numbers.largest = 0;
    this.#q.raiseToError(system.q);
    this.#v.raiseToError(system.v);
  }

  /**
   * Writes down the largest size, relative to the tolerances, of the state (`order` 0), of its
   * rates (1), or of their change (2), in {@link StepNumbers.largest}.
   */
  measure(order: 0 | 1 | 2): void {
    this.#numbers.largest = 0;
    this.#q.raiseToSize(order);
    this.#v.raiseToSize(order);
  }

  /**
   * Writes down in {@link StepNumbers.largest} the largest difference between the state of `system` and that at
   * the end of the step, relative to the tolerances. Both are on constraints whose least pivot is
   * `pivot`; differences by their rounding do not count.
   */
  measureDifference(system: IntegratedSystem, pivot: number): void {
    const square = Math.max(pivot, LEAST_SQUARE);
    this.#numbers.largest = 0;
    this.#q.raiseToDifference(system.q, ROUNDING / Math.sqrt(square));
    this.#v.raiseToDifference(system.v, ROUNDING / square);
  }
}
