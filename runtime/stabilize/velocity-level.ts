import { displaceAlong } from './displacement.js';
import type { Dynamics } from '../equations/dynamics.js';
import { DEFAULT_RATE_TIMES_STEP } from '../equations/feedback.js';
import { impulsesOf, type Impulses } from './impulses.js';
import { findNonFinite } from '../base/vector.js';

/** What steps at velocity level take: see the methods of the same names of {@link IntegratedSystem}. */
export class VelocityLevel {
  readonly #dynamics: Dynamics;
  readonly #impulses: Impulses;
  /** A displacement, over the velocities. */
  readonly #d: Float64Array;

  constructor(dynamics: Dynamics) {
    this.#dynamics = dynamics;
    this.#impulses = impulsesOf(dynamics);
    this.#d = new Float64Array(dynamics.v.length);
  }

  /** Changes `v` by `W Bᵀ Jᵀ μ` such that `Cdot` becomes `target`, 0 if left out, and makes the multipliers those of `μ parts / dt`. */
  constrainVelocity(dt: number, parts: number, target?: Float64Array): void {
    const dynamics = this.#dynamics;
    const impulses = this.#impulses;
    const span = dt / parts;
    const { families, system } = dynamics.parts;
    const { lambda, Cdot } = system.rows;
    const { rightHandSide, multipliers } = impulses;
    system.evaluate(families);
    dynamics.recallMultipliers();
    for (let i = 0; i < lambda.length; i++) {
      rightHandSide[i] = (target ? target[i]! : 0) - Cdot[i]!;
      multipliers[i] = span * lambda[i]!;
    }
    if (system.diagnosis && findNonFinite(rightHandSide) >= 0) system.diagnosis.note(system);
    impulses.solveFromEstimate();
    if (lambda.length > 0) dynamics.watch?.check(dynamics, impulses);
    impulses.addTo(dynamics.v);
    for (let i = 0; i < lambda.length; i++) lambda[i] = multipliers[i]! / span;
    dynamics.noteMultipliers();
  }

  /**
   * The coefficient `r` is, in 1/s, `0.2 / dt` by default, which shrinks errors by the factor 0.8 per step. Gains that are given stand for a spring and a
   * damper along the constraint, which an implicit step makes `r = ks / (kd + dt ks)`, stable for any step (Catto 2011, "Soft Constraints", Game
   * Developers Conference). `ki` has no part in it.
   */
  feedBackVelocity(dt: number, target: Float64Array): void {
    const { parts, C } = this.#dynamics;
    const { sampled, ks, kd } = parts.feedback;
    let rate = DEFAULT_RATE_TIMES_STEP / dt;
    if (!sampled) rate = ks === 0 ? 0 : ks / (kd + dt * ks);
    for (let i = 0; i < target.length; i++) target[i] = -rate * C[i]!;
  }

  displace(dt: number): void {
    displaceAlong(this.#dynamics.parts.families, this.#dynamics.v, dt, this.#d);
  }
}
