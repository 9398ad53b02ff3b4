import { findNonFinite } from '../base/vector.js';
import { displaceAlong } from './displacement.js';
import type { StabilizedSystem } from './stabilized-system.js';

/**
 * Corrections of velocities and coordinates at velocity level; see the methods of the same names of
 * {@link IntegratedSystem}.
 */
export class VelocityLevel {
  readonly #stabilized: StabilizedSystem;
  /** Workspace for a displacement, over the velocities. */
  readonly #d: Float64Array;

  constructor(stabilized: StabilizedSystem) {
    this.#stabilized = stabilized;
    this.#d = new Float64Array(stabilized.state.v.length);
  }

  /**
   * Changes `v` by `W Bᵀ Jᵀ μ` such that `Cdot` becomes `target`, 0 if left out, and sets the
   * multipliers to `μ parts / dt`.
   */
  constrainVelocity(dt: number, parts: number, target?: Float64Array): void {
    const { state, stores, system, impulses, warmStart, monitor } = this.#stabilized;
    const span = dt / parts;
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
    impulses.addTo(state.v);
    for (let i = 0; i < lambda.length; i++) lambda[i] = multipliers[i]! / span;
    warmStart.note(true);
  }

  displace(dt: number): void {
    const { state, stores } = this.#stabilized;
    displaceAlong(stores, state.v, dt, this.#d);
  }
}
