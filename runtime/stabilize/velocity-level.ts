import { addScaled, copy, findNonFinite, maxAbs } from '../base/vector.js';
import { affordablePart } from './feedback-energy.js';
import type { StabilizedSystem } from './stabilized-system.js';

/** Feedback of constraint errors in a step at velocity level. */
export interface VelocityFeedback {
  /** `Cdot` at the beginning of the step. */
  readonly rates: Float64Array;
  /** The `Cdot` that reduces errors, `−r C`. */
  readonly target: Float64Array;
  /** One entry: the energy, J, that constraints have taken out of the motion in all steps. */
  readonly bank: Float64Array;
}

/**
 * Corrections of velocities and coordinates at velocity level; see the methods of the same names of
 * {@link IntegratedSystem}.
 */
export class VelocityLevel {
  readonly #stabilized: StabilizedSystem;
  /** Workspace for a displacement, over the velocities. */
  readonly #d: Float64Array;
  /** Impulses without feedback. */
  readonly #mu1: Float64Array;

  constructor(stabilized: StabilizedSystem) {
    this.#stabilized = stabilized;
    this.#d = new Float64Array(stabilized.state.v.length);
    this.#mu1 = new Float64Array(stabilized.impulses.size);
  }

  constrainVelocity(dt: number, parts: number): void {
    const { state, impulses, warmStart } = this.#stabilized;
    const span = dt / parts;
    this.#solve(span);
    impulses.addTo(state.v);
    this.#setMultipliers(span);
    warmStart.note(true);
  }

  constrainAndMove(dt: number, { rates, target, bank }: VelocityFeedback): void {
    const { state, stores, impulses, warmStart } = this.#stabilized;
    const { rightHandSide, multipliers } = impulses;
    const mu1 = this.#mu1;
    const d = this.#d;
    this.#solve(dt, target);
    copy(multipliers, 0, mu1, 0, mu1.length);
    multipliers.fill(0);
    if (maxAbs(target) > 0) {
      copy(target, 0, rightHandSide, 0, mu1.length);
      impulses.solveAgain();
      for (let i = 0; i < mu1.length; i++) mu1[i]! -= multipliers[i]!;
    }
    const part = affordablePart(mu1, multipliers, rates, target, bank);

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
    warmStart.note(true);
  }

  /** Solves for the impulses that make `Cdot = target`, 0 if left out, from the last `λ span`. */
  #solve(span: number, target?: Float64Array): void {
    const { stores, system, impulses, warmStart, monitor } = this.#stabilized;
    const { lambda, Cdot } = system.rows;
    const { rightHandSide, multipliers } = impulses;
    system.evaluate(stores);
    warmStart.recall();
    for (let i = 0; i < lambda.length; i++) {
      rightHandSide[i] = (target ? target[i]! : 0) - Cdot[i]!;
      multipliers[i] = span * lambda[i]!;
    }
    if (findNonFinite(rightHandSide) >= 0) monitor.notFinite();
    impulses.solveFromEstimate();
    if (lambda.length > 0) monitor.impulsesSolved(impulses, impulses.report);
  }

  #setMultipliers(span: number): void {
    const { lambda } = this.#stabilized.system.rows;
    const { multipliers } = this.#stabilized.impulses;
    for (let i = 0; i < lambda.length; i++) lambda[i] = multipliers[i]! / span;
  }
}
