import { copy, maxAbs } from '../base/vector.js';
import { RowSizes } from '../equations/row-sizes.js';
import type { BodyStore } from '../model/body-store.js';
import type { StabilizedSystem } from './stabilized-system.js';

/** Factor of the error per iteration above which the matrix is factorized again. */
const SLOW = 0.2;
/**
 * Rounding errors of constraint values, relative to their terms, with some margin.
 */
const ROUNDING = 4e-15;
/** Larger bound on the same errors where the iteration has stalled. */
const STALLED = 1e-12;

/** `q ⊕= dt v`. `d` is a workspace of the size of `v`. */
export function displaceAlong(stores: readonly BodyStore[], v: Float64Array, dt: number, d: Float64Array): void {
  for (let i = 0; i < d.length; i++) d[i] = dt * v[i]!;
  for (const store of stores) store.displace(d);
}

/**
 * Finds the velocity, along given directions, that leads onto the constraints:
 *
 *     C(q ⊕ dt (v + W Bᵀ Jᵀ μ), t + dt) = 0
 *
 * with `W`, `B` and `J` of the beginning; bodies in space turn freely where {@link BodyFlight} has begun. It is solved by Newton's method with `A = J B W Bᵀ Jᵀ` of
 * the beginning in place of the derivative `dt J⁺ B⁺ W Bᵀ Jᵀ`. The two differ by `O(dt)`, so each
 * iteration reduces the error by a factor of that order. If that is not enough, the method continues
 * with the mean of the first and the last `J`, whose error is of second order except for its skew part.
 */
export class DisplacementConstraint {
  readonly #stabilized: StabilizedSystem;
  readonly #q: Float64Array;
  readonly #J: Float64Array;
  readonly #d: Float64Array;
  #sizes: RowSizes | undefined;

  constructor(stabilized: StabilizedSystem) {
    this.#stabilized = stabilized;
    this.#q = stabilized.state.q.slice();
    this.#J = stabilized.range.jacobian.slice();
    this.#d = new Float64Array(stabilized.state.v.length);
  }

  /**
   * Changes `v`, and moves coordinates and time to the end. The constraints must have been
   * evaluated at the beginning, and `A` factorized. Returns false where `max |C| ≤ tolerance` was
   * not reached.
   */
  solve(dt: number, tolerance: number, maxIterations: number): boolean {
    const { state, stores, range, impulses, monitor } = this.#stabilized;
    const { jacobian, rows } = range;
    const { q, v } = state;
    const { rightHandSide } = impulses;
    const start = range.system.time;
    copy(q, 0, this.#q, 0, q.length);
    copy(jacobian, 0, this.#J, 0, jacobian.length);
    let last = Infinity;
    // Size of the terms of constraint values; 0 until needed.
    let magnitude = 0;
    for (let iteration = 0; ; iteration++) {
      displaceAlong(stores, v, dt, this.#d);
      for (const { rotation } of stores) rotation?.flight.turn(dt);
      range.system.time = start + dt;
      range.evaluate(stores);
      let worst = 0;
      for (let i = 0; i < rightHandSide.length; i++) worst = Math.max(worst, Math.abs(rows.C[i]!));
      if (worst <= tolerance) return true;
      const slow = !(worst <= SLOW * last);
      // Measured at the beginning: if the iteration diverges, its terms grow until any error is small
      // beside them.
      if (slow && magnitude === 0) magnitude = maxAbs((this.#sizes ??= new RowSizes(range)).find());
      // Accept errors of rounding, amplified by a bad condition of `A` where the iteration has
      // stalled.
      if (slow && worst <= (worst > 0.5 * last ? STALLED : ROUNDING) * magnitude) return true;
      if (!(worst < Infinity)) monitor.notFinite();
      if (!(iteration < maxIterations) || !(worst < Infinity)) return false;
      for (let i = 0; i < rightHandSide.length; i++) rightHandSide[i] = -rows.C[i]! / dt;

      // Return to the state to which the directions belong.
      copy(this.#q, 0, q, 0, q.length);
      range.system.time = start;
      range.table.refresh(stores);
      if (slow && iteration > 0) {
        for (let i = 0; i < jacobian.length; i++) jacobian[i] = 0.5 * (jacobian[i]! + this.#J[i]!);
        impulses.solve();
        copy(this.#J, 0, jacobian, 0, jacobian.length);
      } else {
        copy(this.#J, 0, jacobian, 0, jacobian.length);
        impulses.solveAgain();
      }
      impulses.addTo(v);
      range.addImpulses(impulses.multipliers);
      last = worst;
    }
  }
}
