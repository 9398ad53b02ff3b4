import { addScaled, clear, copy, dot, findNonFinite } from '../base/vector.js';
import { affordablePart, canAfford, energyOf } from './feedback-energy.js';
import type { ImplicitForces } from './implicit-forces.js';
import type { StabilizedSystem } from './stabilized-system.js';

/**
 * Corrections of velocities and coordinates at velocity level; see the methods of the same names of
 * {@link IntegratedSystem}. Here multipliers have no bounds, and rows are evaluated at the beginning of
 * the step; {@link BoundedLevel} and {@link MidpointLevel} are steps of other kinds.
 */
export class VelocityLevel {
  protected readonly stabilized: StabilizedSystem;
  protected readonly implicit: ImplicitForces | undefined;
  /** Workspace for a displacement, over the velocities. */
  protected readonly d: Float64Array;
  /** `Cdot` at the beginning of the step. */
  protected readonly rates: Float64Array;
  readonly #rowRates: Float64Array;
  /** The `Cdot` that feeds back errors, and its part in rows of constraints. */
  protected readonly feedback: Float64Array;
  readonly #rowFeedback: Float64Array;
  /** Impulses without feedback and with it, and their part in rows of constraints. */
  protected readonly mu1: Float64Array;
  readonly #rowMu1: Float64Array;
  protected readonly rowMultipliers: Float64Array;
  /** The `Cdot` at the end of the step without feedback; undefined for 0. */
  protected target: Float64Array | undefined;
  /** Part of the velocities at the end of the step by which coordinates move, and those at its beginning. */
  #theta = 1;
  protected readonly start: Float64Array;
  protected fliesExactly = false;
  /** Part of the step that coordinates have yet to move. */
  protected readonly rest: number = 1;

  /** Takes `implicit` forces as rows behind the rows of constraints. */
  constructor(stabilized: StabilizedSystem, implicit?: ImplicitForces) {
    const { size, multipliers } = stabilized.impulses;
    const { count } = stabilized.rows;
    this.stabilized = stabilized;
    this.implicit = implicit;
    this.target = implicit?.target;
    this.d = new Float64Array(stabilized.state.v.length);
    this.start = new Float64Array(this.d.length);
    this.rates = new Float64Array(size);
    this.#rowRates = this.rates.subarray(0, count);
    this.feedback = new Float64Array(size);
    this.#rowFeedback = this.feedback.subarray(0, count);
    this.mu1 = new Float64Array(size);
    this.#rowMu1 = this.mu1.subarray(0, count);
    this.rowMultipliers = multipliers.subarray(0, count);
  }

  constrainVelocity(dt: number, parts: number): void {
    const { state, range, impulses } = this.stabilized;
    this.#solve(dt / parts);
    impulses.addTo(state.v);
    range.addImpulses(impulses.multipliers);
    this.setMultipliers(dt / parts);
  }

  /**
   * Begins a step of `dt` at the evaluated state, with the `accelerations` of the applied forces. Errors are fed
   * back with the rate `r`, 1/s. Coordinates move by `theta` of the velocities at its end, and the rest of those at
   * its beginning, which it returns; `fliesExactly` as in {@link IntegratedSystem.beginVelocityStep}.
   */
  begin(dt: number, r: number, theta: number, fliesExactly: boolean, accelerations: Float64Array): Float64Array {
    this.#countChangedLength(dt, accelerations);
    const { rows, range, state } = this.stabilized;
    const { C } = rows;
    const { Cdot } = range.rows;
    const { rates, feedback } = this;
    this.#theta = theta;
    this.fliesExactly = fliesExactly;
    if (theta < 1 || this.implicit) copy(state.v, 0, this.start, 0, state.v.length);
    for (let i = 0; i < rates.length; i++) rates[i] = Cdot[i]!;
    for (let i = 0; i < C.length; i++) feedback[i] = -r * C[i]!;
    return this.start;
  }

  /**
   * Counts what forces add in a step of `dt` that is longer or shorter than the last one, `h`. The energy half a step
   * later, `E + h/2 Q·v`, stays in a free motion with steps of one length. Here it grows by
   * `(dt − h)/2 Q·v = T(v + δ W Q) − T(v − δ W Q)` with `δ = (dt − h)/4`, at the old velocities.
   */
  #countChangedLength(dt: number, accelerations: Float64Array): void {
    const { state, stores, range } = this.stabilized;
    const { taken } = range.system;
    const { d } = this;
    const half = taken.length > 0 ? (dt - taken.length) / 4 : 0;
    taken.length = dt;
    if (half === 0) return;
    let given = 0;
    for (const sign of [-1, 1]) {
      copy(state.v, 0, d, 0, d.length);
      addScaled(d, sign * half, accelerations);
      given += sign * energyOf(stores, d);
    }
    taken.changeLength(given);
  }

  constrainAndMove(dt: number, bank: Float64Array): boolean {
    const { state, stores, range, impulses } = this.stabilized;
    const { d, rates } = this;
    const before = bank[0]!;
    this.#solve(dt, this.feedback);
    clear(d);
    const isPaid = canAfford(this.rowMultipliers, this.#rowRates, this.#rowFeedback, bank);
    if (!isPaid && !this.#spend(dt, bank)) return false;
    range.system.taken.add(bank[0]! - before, this.implicit?.dampedEnergy(impulses.multipliers, rates));
    impulses.addTo(state.v);
    range.addImpulses(impulses.multipliers);
    this.addMotion(dt, state.v, d);
    for (const store of stores) store.displace(d);
    this.setMultipliers(dt);
    return true;
  }

  /**
   * Takes from the impulses the part of the feedback that the energy in `bank` cannot pay for, and adds the
   * displacement by it to `d`. Returns false where {@link workOf} is NaN.
   */
  #spend(dt: number, bank: Float64Array): boolean {
    const { rows, impulses } = this.stabilized;
    const { rightHandSide, multipliers } = impulses;
    const { feedback, mu1 } = this;
    copy(multipliers, 0, mu1, 0, mu1.length);
    clear(multipliers);
    if (dot(feedback, feedback) > 0) {
      copy(feedback, 0, rightHandSide, 0, mu1.length);
      impulses.solveAgain();
      addScaled(mu1, -1, multipliers);
    }
    const forces = this.implicit ? 0 : dot(this.rowMultipliers, rows.Cdot) - dot(this.rowMultipliers, this.#rowRates);
    const work = this.workOf(forces);
    if (Number.isNaN(work)) return false;
    const part = affordablePart(this.#rowMu1, this.rowMultipliers, this.#rowRates, this.#rowFeedback, work, bank);
    addScaled(mu1, part, multipliers);
    addScaled(multipliers, this.rest * dt * (1 - part) - 1, multipliers);
    impulses.addTo(this.d);
    copy(mu1, 0, multipliers, 0, mu1.length);
    return true;
  }

  /**
   * The work of the applied `forces` in the displacement by all of the feedback, `h Q·W Bᵀ Jᵀ μ₂`, J. NaN
   * where the step must not be taken.
   */
  protected workOf(forces: number): number {
    return forces;
  }

  /** `d += dt (θ v + (1 − θ) v_start)`, or what is left of that. */
  protected addMotion(dt: number, v: Float64Array, d: Float64Array): void {
    addScaled(d, this.#theta * this.rest * dt, v);
    if (this.#theta < 1) addScaled(d, (1 - this.#theta) * dt, this.start);
  }

  /**
   * Solves for the impulses that make `Cdot = feedback`, 0 if left out, starting from `λ span`.
   */
  #solve(span: number, feedback?: Float64Array): void {
    const { impulses, monitor } = this.stabilized;
    this.updateRates();
    this.prepare(span, feedback);
    impulses.solveFromEstimate();
    if (impulses.size > 0) monitor.impulsesSolved(impulses, impulses.report);
  }

  /** Finds the rates of all rows at the present velocities. */
  protected updateRates(): void {
    this.stabilized.range.updateRates(this.stabilized.stores, this.stabilized.state.v);
  }

  /** Sets the right-hand side and the estimate of the impulses. */
  protected prepare(span: number, feedback?: Float64Array): void {
    const { range, impulses, warmStart, monitor } = this.stabilized;
    const { Cdot } = range.rows;
    const { rightHandSide, multipliers } = impulses;
    const { target } = this;
    warmStart.recall();
    const { lambda } = range.rows;
    for (let i = 0; i < rightHandSide.length; i++) {
      rightHandSide[i] = (feedback ? feedback[i]! : 0) + (target ? target[i]! : 0) - Cdot[i]!;
      multipliers[i] = span * lambda[i]!;
    }
    if (findNonFinite(rightHandSide) >= 0) monitor.notFinite();
  }

  /** Sets the multipliers of all rows to impulses over `span`. */
  protected setMultipliers(span: number): void {
    const { range, impulses, warmStart } = this.stabilized;
    const { lambda } = range.rows;
    const { multipliers } = impulses;
    const inverse = 1 / span;
    for (let i = 0; i < lambda.length; i++) lambda[i] = inverse * multipliers[i]!;
    // Stiff forces are no part of the state: the next step does not start from their impulses.
    if (this.implicit) lambda.fill(0, this.implicit.firstStiff);
    warmStart.note(true);
  }
}
