import { apply, applyTranspose, factorize } from '../solvers/orthogonal-decomposition.js';
import type { RestState } from './rest-state.js';

/** Sine of the angle to the span of others below which a row of `J` counts as dependent. */
const DEPENDENT = 1e-9;

/**
 * Velocities that keep the constraints, in coordinates in which the kinetic energy is `ẏ·ẏ / 2`: with
 * `M = L Lᵀ` and `y = Lᵀ v`, the columns of `N` are an orthonormal basis of the null space of `J L⁻ᵀ`.
 */
export class Reduction {
  readonly rest: RestState;
  /** Free velocities, hard rows, the rank of `J`, and the degrees of freedom `n − rank`. */
  readonly n: number;
  readonly rows: number;
  readonly rank: number;
  readonly freedoms: number;
  readonly #L: Float64Array;
  /** `(J L⁻ᵀ)ᵀ Π D = Q R` by columns, with the scales `D` that make rows of length 1. */
  readonly #A: Float64Array;
  readonly #tau: Float64Array;
  readonly #order: Int32Array;
  readonly #scales: Float64Array;
  #basis: Float64Array | undefined;

  constructor(rest: RestState) {
    const n = rest.free.length;
    const m = rest.hardRows.length;
    this.rest = rest;
    this.n = n;
    this.rows = m;
    this.#L = rest.massFactor();
    this.#A = rest.jacobian();
    this.#tau = new Float64Array(Math.max(n, m));
    this.#order = new Int32Array(m);
    this.#scales = new Float64Array(m);
    for (let r = 0; r < m; r++) {
      const row = this.#A.subarray(r * n, (r + 1) * n);
      this.solveLower(row);
      let square = 0;
      for (const entry of row) square += entry * entry;
      const scale = square > 0 ? 1 / Math.sqrt(square) : 0;
      this.#scales[r] = scale;
      for (let i = 0; i < n; i++) row[i]! *= scale;
    }
    this.rank = factorize(this.#A, n, m, this.#tau, this.#order, DEPENDENT);
    this.freedoms = n - this.rank;
  }

  /** The basis, made when first needed: vector `k` is the `n` entries from `k·n` on. */
  get basis(): Float64Array {
    if (this.#basis) return this.#basis;
    const { n, rank, freedoms } = this;
    const basis = new Float64Array(freedoms * n);
    for (let k = 0; k < freedoms; k++) {
      const vector = basis.subarray(k * n, (k + 1) * n);
      vector[rank + k] = 1;
      apply(this.#A, n, rank, this.#tau, vector);
    }
    return (this.#basis = basis);
  }

  /** `x ← L⁻¹ x`, over the free velocities. */
  solveLower(x: Float64Array): Float64Array {
    const { n } = this;
    const { firstOfBody } = this.rest;
    for (let i = 0; i < n; i++) {
      let sum = x[i]!;
      for (let j = firstOfBody[i]!; j < i; j++) sum -= this.#L[i * n + j]! * x[j]!;
      x[i] = sum / this.#L[i * n + i]!;
    }
    return x;
  }

  /** `x ← L⁻ᵀ x`. */
  solveUpper(x: Float64Array): Float64Array {
    const { n } = this;
    const { firstOfBody } = this.rest;
    for (let i = n - 1; i >= 0; i--) {
      x[i]! /= this.#L[i * n + i]!;
      for (let j = firstOfBody[i]!; j < i; j++) x[j]! -= this.#L[i * n + j]! * x[i]!;
    }
    return x;
  }

  /** `x ← Lᵀ x`. */
  multiplyUpper(x: Float64Array): Float64Array {
    const { n } = this;
    for (let j = 0; j < n; j++) {
      let sum = 0;
      for (let i = j; i < n && this.rest.firstOfBody[i]! <= j; i++) sum += this.#L[i * n + j]! * x[i]!;
      x[j] = sum;
    }
    return x;
  }

  /** `x ← L x`. */
  multiplyLower(x: Float64Array): Float64Array {
    const { n } = this;
    for (let i = n - 1; i >= 0; i--) {
      let sum = 0;
      for (let j = this.rest.firstOfBody[i]!; j <= i; j++) sum += this.#L[i * n + j]! * x[j]!;
      x[i] = sum;
    }
    return x;
  }

  /** The largest entry of `K`, each in the metric of the masses of its row and column. */
  sizeOf(K: Float64Array): number {
    const { n } = this;
    const { free, internals } = this.rest;
    const width = internals.structure.state.v.length;
    let size = 0;
    for (let i = 0; i < n; i++) {
      for (let j = 0; j < n; j++) {
        const entry = Math.abs(K[free[i]! * width + free[j]!]!) / (this.#L[i * n + i]! * this.#L[j * n + j]!);
        if (entry > size) size = entry;
      }
    }
    return size;
  }

  /** Returns the entries of a vector over the velocities of the state that forces can change. */
  gather(whole: Float64Array): Float64Array {
    return Float64Array.from(this.rest.free, (i) => whole[i]!);
  }

  /** Returns `v = L⁻ᵀ y` over the velocities of the state. */
  velocities(y: Float64Array): Float64Array {
    const whole = new Float64Array(this.rest.internals.structure.state.v.length);
    const own = this.solveUpper(y.slice());
    this.rest.free.forEach((i, k) => (whole[i] = own[k]!));
    return whole;
  }

  /** Returns `Nᵀ y`. */
  project(y: Float64Array): Float64Array {
    const { n, basis } = this;
    const z = new Float64Array(this.freedoms);
    for (let k = 0; k < z.length; k++) {
      let sum = 0;
      for (let i = 0; i < n; i++) sum += basis[k * n + i]! * y[i]!;
      z[k] = sum;
    }
    return z;
  }

  /** Returns `N z`. */
  expand(z: ArrayLike<number>): Float64Array {
    const { n, basis } = this;
    const y = new Float64Array(n);
    for (let k = 0; k < z.length; k++) for (let i = 0; i < n; i++) y[i]! += z[k]! * basis[k * n + i]!;
    return y;
  }

  /** Returns the shortest `y` with `J L⁻ᵀ y = b` in the independent rows. */
  leastSolution(b: Float64Array): Float64Array {
    const { n, rank } = this;
    const y = new Float64Array(n);
    for (let j = 0; j < rank; j++) {
      const row = this.#order[j]!;
      let sum = b[row]! * this.#scales[row]!;
      for (let i = 0; i < j; i++) sum -= this.#A[j * n + i]! * y[i]!;
      y[j] = sum / this.#A[j * n + j]!;
    }
    apply(this.#A, n, rank, this.#tau, y);
    return y;
  }

  /** Returns the multipliers, one per hard row, for which `y + (J L⁻ᵀ)ᵀ λ` is shortest; 0 in dependent rows. */
  multipliers(y: Float64Array): Float64Array {
    const { n, rank } = this;
    const c = y.slice();
    applyTranspose(this.#A, n, rank, this.#tau, c);
    const lambda = new Float64Array(this.rows);
    for (let j = rank - 1; j >= 0; j--) {
      let sum = -c[j]!;
      for (let k = j + 1; k < rank; k++) sum -= this.#A[k * n + j]! * c[k]!;
      c[j] = sum / this.#A[j * n + j]!;
      const row = this.#order[j]!;
      lambda[row] = c[j]! * this.#scales[row]!;
    }
    return lambda;
  }

  /** Returns the multipliers that exert no force: one vector for each row beyond the rank. */
  selfStresses(): Float64Array[] {
    const { n, rank, rows } = this;
    return Array.from({ length: rows - rank }, (_, k) => {
      const s = new Float64Array(rows);
      const column = rank + k;
      const c = this.#A.slice(column * n, column * n + rank);
      for (let j = rank - 1; j >= 0; j--) {
        let sum = c[j]!;
        for (let l = j + 1; l < rank; l++) sum -= this.#A[l * n + j]! * c[l]!;
        c[j] = sum / this.#A[j * n + j]!;
        const row = this.#order[j]!;
        s[row] = -c[j]! * this.#scales[row]!;
      }
      const own = this.#order[column]!;
      s[own] = this.#scales[own] === 0 ? 1 : this.#scales[own]!;
      return s;
    });
  }

  /** Returns `Nᵀ L⁻¹ K L⁻ᵀ N` for a `K` over the velocities of the state, symmetric unless said otherwise. */
  reduce(K: Float64Array, isSymmetric = true): Float64Array {
    const { n, freedoms, rest } = this;
    const { free } = rest;
    const width = rest.internals.structure.state.v.length;
    const reduced = new Float64Array(freedoms * freedoms);
    const product = new Float64Array(n);
    const directions = Array.from({ length: freedoms }, (_, k) =>
      this.solveUpper(this.basis.slice(k * n, (k + 1) * n)),
    );
    directions.forEach((v, k) => {
      for (let i = 0; i < n; i++) {
        let sum = 0;
        const row = free[i]! * width;
        for (let j = 0; j < n; j++) sum += K[row + free[j]!]! * v[j]!;
        product[i] = sum;
      }
      for (let l = 0; l < (isSymmetric ? k + 1 : freedoms); l++) {
        let sum = 0;
        const u = directions[l]!;
        for (let i = 0; i < n; i++) sum += u[i]! * product[i]!;
        reduced[l * freedoms + k] = sum;
        if (isSymmetric) reduced[k * freedoms + l] = sum;
      }
    });
    return reduced;
  }
}
