import { addScaled, copy, findNonFinite, maxAbs } from '../base/vector.js';
import { affordablePart } from './feedback-energy.js';
import type { ImplicitForces } from './implicit-forces.js';
import type { StabilizedSystem } from './stabilized-system.js';

/**
 * Corrections of velocities and coordinates at velocity level; see the methods of the same names of
 * {@link IntegratedSystem}.
 */
export class VelocityLevel {
  readonly #stabilized: StabilizedSystem;
  readonly #implicit: ImplicitForces | undefined;
  /** Workspace for a displacement, over the velocities. */
  readonly #d: Float64Array;
  /** `Cdot` at the beginning of the step. */
  readonly #rates: Float64Array;
  /** The `Cdot` that feeds back errors, and its part in rows of constraints. */
  readonly #feedback: Float64Array;
  readonly #rowFeedback: Float64Array;
  /** Impulses without feedback and with it, and their part in rows of constraints. */
  readonly #mu1: Float64Array;
  readonly #rowMu1: Float64Array;
  readonly #rowMultipliers: Float64Array;

  /** Takes `implicit` forces as rows behind those of the constraints. */
  constructor(stabilized: StabilizedSystem, implicit?: ImplicitForces) {
    const { size, multipliers } = stabilized.impulses;
    const { count } = stabilized.rows;
    this.#stabilized = stabilized;
    this.#implicit = implicit;
    this.#d = new Float64Array(stabilized.state.v.length);
    this.#rates = new Float64Array(count);
    this.#feedback = new Float64Array(size);
    this.#rowFeedback = this.#feedback.subarray(0, count);
    this.#mu1 = new Float64Array(size);
    this.#rowMu1 = this.#mu1.subarray(0, count);
    this.#rowMultipliers = multipliers.subarray(0, count);
  }

  constrainVelocity(dt: number, parts: number): void {
    const { state, impulses } = this.#stabilized;
    this.#solve(dt / parts);
    impulses.addTo(state.v);
    this.#setMultipliers(dt / parts);
  }

  /** Begins a step at the evaluated state. Errors are fed back with the rate `r`, 1/s. */
  begin(r: number): void {
    const { C, Cdot } = this.#stabilized.rows;
    copy(Cdot, 0, this.#rates, 0, C.length);
    for (let i = 0; i < C.length; i++) this.#feedback[i] = -r * C[i]!;
  }

  constrainAndMove(dt: number, bank: Float64Array): void {
    const { state, stores, impulses } = this.#stabilized;
    const { rightHandSide, multipliers } = impulses;
    const feedback = this.#feedback;
    const mu1 = this.#mu1;
    const d = this.#d;
    this.#solve(dt, feedback);
    copy(multipliers, 0, mu1, 0, mu1.length);
    multipliers.fill(0);
    if (maxAbs(feedback) > 0) {
      copy(feedback, 0, rightHandSide, 0, mu1.length);
      impulses.solveAgain();
      for (let i = 0; i < mu1.length; i++) mu1[i]! -= multipliers[i]!;
    }
    const part = affordablePart(this.#rowMu1, this.#rowMultipliers, this.#rates, this.#rowFeedback, bank);

    d.fill(0);
    for (let i = 0; i < mu1.length; i++) {
      mu1[i]! += part * multipliers[i]!;
      multipliers[i]! *= dt * (1 - part);
    }
    if (part < 1) impulses.addTo(d);
    copy(mu1, 0, multipliers, 0, mu1.length);
    impulses.addTo(state.v);
    addScaled(d, dt, state.v);
    for (const store of stores) store.displace(d);
    this.#setMultipliers(dt);
  }

  /**
   * Solves for the impulses that make `Cdot = feedback`, 0 if left out, starting from `λ span`.
   */
  #solve(span: number, feedback?: Float64Array): void {
    const { stores, system, rows, impulses, warmStart, monitor } = this.#stabilized;
    const { Cdot } = system.rows;
    const { rightHandSide, multipliers } = impulses;
    const target = this.#implicit?.target;
    if (this.#implicit) this.#implicit.evaluate();
    else system.evaluate(stores);
    warmStart.recall();
    for (let i = 0; i < Cdot.length; i++) {
      rightHandSide[i] = (feedback ? feedback[i]! : 0) + (target ? target[i]! : 0) - Cdot[i]!;
      multipliers[i] = i < rows.count ? span * rows.lambda[i]! : 0;
    }
    if (findNonFinite(rightHandSide) >= 0) monitor.notFinite();
    impulses.solveFromEstimate();
    if (Cdot.length > 0) monitor.impulsesSolved(impulses, impulses.report);
  }

  /** Sets the multipliers of the constraints to impulses over `span`. */
  #setMultipliers(span: number): void {
    const { rows, impulses, warmStart } = this.#stabilized;
    const { lambda } = rows;
    for (let i = 0; i < lambda.length; i++) lambda[i] = impulses.multipliers[i]! / span;
    warmStart.note(true);
  }
}
