import { dotInto } from '../base/vector.js';
import type { GuardedFactorization } from './guarded-factorization.js';

/** Relative residual at which the iteration for the coefficients ends. */
const TOLERANCE = 1e-16;

/**
 * Indices of the scalars of the iteration, which methods pass to each other in an array; see
 * vector.ts.
 */
const SQUARE = 0;
const CURVATURE = 1;

/**
 * Removes from vectors their component in the null space of a factorized matrix. With `E` the unit
 * vectors of the dependent rows, the null space is spanned by the columns of
 *
 *     N = L⁻ᵀ E
 *
 * Each column is 1 in its dependent row, and in the independent rows minus the coefficients that
 * yield that row. `N c` and `Nᵀ x` thus cost one triangular solution each. `x − N (NᵀN)⁻¹ Nᵀ x` is
 * found by conjugate gradients on `NᵀN`, which has no eigenvalue below 1, and at most as many
 * distinct ones as there are dependent rows.
 */
export class NullSpace {
  readonly #factorization: GuardedFactorization;
  readonly #column: Float64Array;
  readonly #c: Float64Array;
  readonly #r: Float64Array;
  readonly #p: Float64Array;
  readonly #scalars = new Float64Array(2);

  constructor(factorization: GuardedFactorization) {
    const { size } = factorization;
    this.#factorization = factorization;
    this.#column = new Float64Array(size);
    this.#c = new Float64Array(size);
    this.#r = new Float64Array(size);
    this.#p = new Float64Array(size);
  }

  /**
   * `x −= N (NᵀN)⁻¹ Nᵀ x`, `x` permuted. Writes the length of the removed component to
   * `removed[at]`.
   */
  remove(x: Float64Array, removed: Float64Array, at: number): void {
    const column = this.#column;
    const r = this.#r;
    column.set(x);
    this.#factorization.solveLower(column);
    this.#gather(r);
    this.#solve(removed, at);
    this.#expand(this.#c);
    for (let i = 0; i < x.length; i++) x[i]! -= column[i]!;
  }

  /**
   * `NᵀN c = r` by conjugate gradients, over the dependent rows only. Writes `‖N c‖` to `out[at]`.
   */
  #solve(out: Float64Array, at: number): void {
    const { dependentCount: count } = this.#factorization;
    const c = this.#c;
    const r = this.#r;
    const p = this.#p;
    c.fill(0, 0, count);
    p.fill(0, 0, count);
    const scalars = this.#scalars;
    this.#square(r);
    let rr = scalars[SQUARE]!;
    const goal = TOLERANCE * TOLERANCE * rr;
    let previous = 1;
    let removed = 0;
    for (let iteration = 0; iteration < 2 * count + 10 && rr > goal && rr > 1e-300; iteration++) {
      const beta = iteration === 0 ? 0 : rr / previous;
      for (let i = 0; i < count; i++) p[i] = r[i]! + beta * p[i]!;
      this.#expand(p);
      dotInto(scalars, CURVATURE, this.#column, this.#column);
      this.#factorization.solveLower(this.#column);
      const alpha = rr / scalars[CURVATURE]!;
      const { dependent } = this.#factorization;
      for (let i = 0; i < count; i++) {
        c[i]! += alpha * p[i]!;
        r[i]! -= alpha * this.#column[dependent[i]!]!;
      }
      removed += alpha * rr;
      previous = rr;
      this.#square(r);
      rr = scalars[SQUARE]!;
    }
    out[at] = Math.sqrt(Math.max(0, removed));
  }

  /** `column = N c`. */
  #expand(c: Float64Array): void {
    const { dependent, dependentCount } = this.#factorization;
    const column = this.#column;
    column.fill(0);
    for (let i = 0; i < dependentCount; i++) column[dependent[i]!] = c[i]!;
    this.#factorization.solveTranspose(column);
  }

  /** Collects the dependent rows of the column. */
  #gather(out: Float64Array): void {
    const { dependent, dependentCount } = this.#factorization;
    for (let i = 0; i < dependentCount; i++) out[i] = this.#column[dependent[i]!]!;
  }

  #square(r: Float64Array): void {
    let sum = 0;
    for (let i = 0; i < this.#factorization.dependentCount; i++) sum += r[i]! * r[i]!;
    this.#scalars[SQUARE] = sum;
  }
}
