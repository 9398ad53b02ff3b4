import type { BodyFamily } from '../model/body-store.js';
import { magnitudeOfProductInto, type ConstraintSystem } from '../model/constraint-system.js';
import type { Dynamics } from '../equations/dynamics.js';
import { impulsesOf, type Impulses } from './impulses.js';
import type { MultiplierSolver } from '../equations/solver.js';
import type { State } from '../model/state.js';
import { copy } from '../base/vector.js';

/** Where an iteration gains less than this factor, it is given a new factorization. */
const SLOW = 0.2;
/** Errors of constraint values by rounding, relative to the terms they are sums of, with something to spare. */
const ROUNDING = 4e-15;
/** The same where the iteration has stalled. */
const STALLED = 1e-12;

/** The parts of a world that corrections of its state work on. */
export interface CorrectedParts {
  readonly state: State;
  readonly families: readonly BodyFamily[];
  readonly system: ConstraintSystem;
  readonly impulses: Impulses;
  /** Makes one more solver like that of the impulses. */
  readonly createSolver: () => MultiplierSolver;
  /** Time, which prescribed motions and formulas read. */
  readonly clock: { time: number };
}

/** The parts of `dynamics`, as long as its structure stays. */
export function correctedParts(dynamics: Dynamics): CorrectedParts {
  const { state, families, system, createSolver } = dynamics.parts;
  return { state, families, system, impulses: impulsesOf(dynamics), createSolver, clock: dynamics };
}

/** `q ⊕= dt v`; `d` is a workspace of the size of `v`. */
export function displaceAlong(families: readonly BodyFamily[], v: Float64Array, dt: number, d: Float64Array): void {
  for (let i = 0; i < d.length; i++) d[i] = dt * v[i]!;
  for (const family of families) family.displace(d);
}

/**
 * Finds the velocity, along given directions, that leads onto the constraints:
 *
 *     C(q ⊕ dt (v + W Bᵀ Jᵀ μ), t + dt) = 0
 *
 * with `W`, `B` and `J` of the beginning. Newton's method with `A = J B W Bᵀ Jᵀ` of the beginning in place of the derivative `dt J⁺ B⁺ W Bᵀ Jᵀ`, from which it
 * differs by `O(dt)`: each iteration gains a factor of that order. If that is not enough it goes on with the mean of the first `J` and the last, whose
 * error is of second order but for its skew part.
 */
export class DisplacementConstraint {
  readonly #parts: CorrectedParts;
  readonly #q: Float64Array;
  readonly #J: Float64Array;
  readonly #d: Float64Array;
  readonly #magnitudes: Float64Array;
  /** How large the terms of constraint values are: one entry. */
  readonly #magnitude = new Float64Array(1);

  constructor(parts: CorrectedParts) {
    this.#parts = parts;
    this.#q = parts.state.q.slice();
    this.#J = parts.system.jacobian.slice();
    this.#d = new Float64Array(parts.state.v.length);
    this.#magnitudes = new Float64Array(parts.system.rows.count);
  }

  /**
   * Changes `v`, and moves coordinates and time to the end. The constraints must have been evaluated at the beginning, and `A` factorized. Returns
   * false where `max |C| ≤ tolerance` was not reached.
   */
  solve(dt: number, tolerance: number, maxIterations: number): boolean {
    const { state, families, system, impulses } = this.#parts;
    const { jacobian, rows, clock } = system;
    const { q, v } = state;
    const { rightHandSide } = impulses;
    const start = clock[0]!;
    copy(q, 0, this.#q, 0, q.length);
    copy(jacobian, 0, this.#J, 0, jacobian.length);
    let last = Infinity;
    const magnitude = this.#magnitude;
    magnitude[0] = 0;
    for (let iteration = 0; ; iteration++) {
      displaceAlong(families, v, dt, this.#d);
      clock[0] = start + dt;
      system.evaluate(families);
      let worst = 0;
      for (let i = 0; i < rightHandSide.length; i++) worst = Math.max(worst, Math.abs(rows.C[i]!));
      if (worst <= tolerance) return true;
      const slow = !(worst <= SLOW * last);
      // That of the beginning: an iteration that runs away takes its terms with it, and any error is small beside them.
      if (slow && magnitude[0] === 0) magnitudeOfProductInto(magnitude, 0, system, system.table.x, this.#magnitudes);
      // Errors that have to be accepted: those of rounding, amplified by a bad condition of `A` where the iteration has stalled.
      if (slow && worst <= (worst > 0.5 * last ? STALLED : ROUNDING) * magnitude[0]) return true;
      if (!(worst < Infinity)) system.diagnosis?.note(system);
      if (!(iteration < maxIterations) || !(worst < Infinity)) return false;
      for (let i = 0; i < rightHandSide.length; i++) rightHandSide[i] = -rows.C[i]! / dt;

      // Back to where the directions are.
      copy(this.#q, 0, q, 0, q.length);
      clock[0] = start;
      system.table.refresh(families);
      if (slow && iteration > 0) {
        for (let i = 0; i < jacobian.length; i++) jacobian[i] = 0.5 * (jacobian[i]! + this.#J[i]!);
        impulses.solve();
        copy(this.#J, 0, jacobian, 0, jacobian.length);
      } else {
        copy(this.#J, 0, jacobian, 0, jacobian.length);
        impulses.solveAgain();
      }
      impulses.addTo(v);
      last = worst;
    }
  }
}
