import { incidencesByBody } from '../equations/incidence.js';
import type { EquationsOfMotion } from '../equations/equations-of-motion.js';
import { StiffConstraint } from '../model/stiff-row.js';

/**
 * Stiff forces among the rows of a system, where they come last. A force `f(x, ẋ)` along a coordinate `x`, with
 * `k = −∂f/∂x` and `c = −∂f/∂ẋ`, acts in a step of `h` with the impulse
 *
 *     h f(x, ẋ) + μ,   μ = h c ẋ − κ ẋ⁺,   κ = h (θ h k + c)
 *
 * whose first part is among the applied forces.
 *
 * With `θ = 1` this is the implicit Euler method, which damps oscillations that are not stiff at the
 * rate `h k / 2m`. With `θ = 0` it is the symplectic one, which damps none and is unstable for
 * `h² k / m > 4`. Here `θ = a / (1 + a)`, with `a` a bound on `h² k / m`. Without damping, the method
 * is stable if `M ⪰ h² Jᵀ K (1/4 − Θ/2) J`. So it is with `a_i = n_i h (h k_i + c_i) A_ii`, `n_i` the
 * number of rows that share a body with row `i`: `h² √K A √K ⪯ diag(a)`, as `|A_ij|² ≤ A_ii A_jj`,
 * by Gershgorin's theorem with the scales `1 / √(k_i A_ii)`; and `a (1/4 − θ/2) < 1` for all `a`.
 */
export class StiffRows {
  readonly constraints: readonly StiffConstraint[];
  /** Row of the first. */
  readonly first: number;
  /** Number `n_i` of the stiff rows that share a body with each, itself included. */
  readonly #neighbours: Int32Array;

  constructor(motion: EquationsOfMotion) {
    const { all } = motion.system;
    this.constraints = all.batches
      .flatMap(({ constraints }) => constraints)
      .filter((constraint) => constraint instanceof StiffConstraint);
    this.first = all.rows.count - this.constraints.length;
    this.#neighbours = countNeighbours(motion, this.first);
  }

  /** Returns `a` of the `i`-th stiff row in a step of `h`. */
  bound(i: number, h: number, Aii: number): number {
    const { stiffness: k, damping: c } = this.constraints[i]!.row;
    return this.#neighbours[i]! * h * (h * k + c) * Aii;
  }
}

/** Returns `θ` for the bound `a` on `h² k / m`. */
export const weightOf = (a: number): number => a / (1 + a);

/** Counts, for each row from `first` on, the rows from there on that share a body with it. */
function countNeighbours({ system, stores }: EquationsOfMotion, first: number): Int32Array {
  if (first === system.all.rows.count) return new Int32Array(0);
  const { bodyStart, firstRow } = incidencesByBody(system.all, stores);
  const rowsAt = Array.from({ length: bodyStart.length - 1 }, (_, b) =>
    Array.from(new Set(firstRow.subarray(bodyStart[b], bodyStart[b + 1]))).filter((row) => row >= first),
  );
  const count = new Int32Array(system.all.rows.count - first);
  // Rows that share two bodies are counted twice, a row itself once.
  for (const rows of rowsAt) for (const row of rows) count[row - first]! += rows.length - 1;
  return count.map((n) => n + 1);
}
