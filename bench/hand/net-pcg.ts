import { HandWrittenNet } from './net.js';
import { rowsOf, type Rows } from './net-rows.js';

/**
 * The net solved by conjugate gradients with IC(0), from the last multipliers to a residual of
 * `tolerance`.
 */
export class NetByPCG extends HandWrittenNet {
  iterations = 0;
  readonly #rows: Rows;
  readonly #A: Float64Array;
  readonly #L: Float64Array;
  readonly #inverse: Float64Array;
  readonly #mark: Int32Array;
  readonly #r: Float64Array;
  readonly #z: Float64Array;
  readonly #p: Float64Array;
  readonly #Ap: Float64Array;
  readonly #tolerance: number;

  constructor(q: ArrayLike<number>, rods: readonly (readonly [number, number])[], g: number, tolerance: number) {
    super(q, rods, g);
    const n = rods.length;
    this.#rows = rowsOf(rods);
    this.#A = new Float64Array(this.#rows.column.length);
    this.#L = new Float64Array(this.#rows.column.length);
    this.#mark = new Int32Array(n).fill(-1);
    this.#inverse = new Float64Array(n);
    this.#r = new Float64Array(n);
    this.#z = new Float64Array(n);
    this.#p = new Float64Array(n);
    this.#Ap = new Float64Array(n);
    this.#tolerance = tolerance;
  }

  protected solve(): void {
    const { b, mu, rods } = this;
    const r = this.#r;
    const z = this.#z;
    const p = this.#p;
    const Ap = this.#Ap;
    this.#factorize();
    this.#multiply(mu, Ap);
    let bb = 0;
    let rr = 0;
    for (let i = 0; i < rods; i++) {
      const entry = b[i]! - Ap[i]!;
      r[i] = entry;
      bb += b[i]! * b[i]!;
      rr += entry * entry;
    }
    const goal = this.#tolerance * this.#tolerance * bb;
    let rz = 0;
    for (let iteration = 0; rr > goal && iteration < 10 * rods; iteration++) {
      this.#precondition(r, z);
      let rzNext = 0;
      for (let i = 0; i < rods; i++) rzNext += r[i]! * z[i]!;
      const beta = iteration === 0 ? 0 : rzNext / rz;
      rz = rzNext;
      for (let i = 0; i < rods; i++) p[i] = z[i]! + beta * p[i]!;
      this.#multiply(p, Ap);
      let pAp = 0;
      for (let i = 0; i < rods; i++) pAp += p[i]! * Ap[i]!;
      const alpha = rz / pAp;
      rr = 0;
      for (let i = 0; i < rods; i++) {
        mu[i]! += alpha * p[i]!;
        const entry = r[i]! - alpha * Ap[i]!;
        r[i] = entry;
        rr += entry * entry;
      }
      this.iterations++;
    }
  }

  /** Computes `out = A x`, using each entry of the lower triangle twice. */
  #multiply(x: Float64Array, out: Float64Array): void {
    const { start, column, diagonal } = this.#rows;
    const A = this.#A;
    for (let k = 0; k < this.rods; k++) {
      const xk = x[k]!;
      let sum = diagonal[k]! * xk;
      for (let e = start[k]!; e < start[k + 1]!; e++) {
        const j = column[e]!;
        sum += A[e]! * x[j]!;
        out[j]! += A[e]! * xk;
      }
      out[k] = sum;
    }
  }

  #factorize(): void {
    const { ux, uy, rods } = this;
    const { start, column, sign, diagonal } = this.#rows;
    const A = this.#A;
    const L = this.#L;
    const inverse = this.#inverse;
    const mark = this.#mark;
    for (let k = 0; k < rods; k++) {
      const first = start[k]!;
      const end = start[k + 1]!;
      for (let e = first; e < end; e++) {
        const j = column[e]!;
        A[e] = sign[e]! * (ux[k]! * ux[j]! + uy[k]! * uy[j]!);
        L[e] = A[e]!;
        mark[j] = e;
      }
      let d = diagonal[k]! * 1.001;
      for (let e = first; e < end; e++) {
        const j = column[e]!;
        let y = L[e]!;
        // Row j of L times the part of row k found so far; L holds y until it is divided by the
        // pivot.
        for (let s = start[j]!; s < start[j + 1]!; s++) {
          const t = mark[column[s]!]!;
          if (t >= first && t < e) y -= L[s]! * L[t]!;
        }
        L[e] = y;
      }
      for (let e = first; e < end; e++) {
        const y = L[e]!;
        const l = y * inverse[column[e]!]!;
        d -= l * y;
        L[e] = l;
      }
      inverse[k] = d > 1e-3 ? 1 / d : 1;
    }
  }

  /** Solves `z = (L D Lᵀ)⁻¹ r`. */
  #precondition(r: Float64Array, z: Float64Array): void {
    const { start, column } = this.#rows;
    const L = this.#L;
    const inverse = this.#inverse;
    for (let k = 0; k < this.rods; k++) {
      let sum = r[k]!;
      for (let e = start[k]!; e < start[k + 1]!; e++) sum -= L[e]! * z[column[e]!]!;
      z[k] = sum;
    }
    for (let k = 0; k < this.rods; k++) z[k]! *= inverse[k]!;
    for (let k = this.rods - 1; k >= 0; k--) {
      const zk = z[k]!;
      for (let e = start[k]!; e < start[k + 1]!; e++) z[column[e]!]! -= L[e]! * zk;
    }
  }
}
