import { permute } from './elimination.js';
import type { MatrixSource, MatrixWriter } from '../equations/matrix-source.js';
import { NEGLIGIBLE_PIVOT, type Preconditioner } from './preconditioner.js';

/**
 * First shift that is tried where a pivot is negative. Each further shift is twice the one before.
 */
const FIRST_SHIFT = 1e-3;
const MAX_ATTEMPTS = 24;

/**
 * Incomplete factorization `L D Lᵀ ≈ A` without fill, IC(0). `L` has the pattern of `A`, in which
 * the rows of a constraint are full blocks, so that blocks are factorized exactly (Meijerink & van
 * der Vorst 1977). Where dropping fill has made a pivot negative, it starts again with
 * `A + σ diag A` (Manteuffel 1980, "An Incomplete Factorization Technique for Positive Definite
 * Linear Systems"). Dependent rows, whose pivots are zero up to rounding, are decoupled.
 */
export class IncompleteCholesky implements Preconditioner {
  readonly fill: number;
  readonly flops: number;
  /**
   * Shift `σ` of the last update. Each update starts without a shift, so that a step depends on the
   * state alone and not on earlier shifts.
   */
  shift = 0;

  readonly #size: number;
  readonly #writer: MatrixWriter;
  readonly #values: Float64Array;
  readonly #rowStart: Int32Array;
  readonly #column: Int32Array;
  readonly #columnStart: Int32Array;
  readonly #row: Int32Array;
  readonly #L: Float64Array;
  readonly #inversePivot: Float64Array;
  readonly #y: Float64Array;
  readonly #mark: Int32Array;
  readonly #next: Int32Array;

  constructor(matrix: MatrixSource) {
    const { size, start, row } = matrix.pattern;
    const natural = new Int32Array(size);
    for (let i = 0; i < size; i++) natural[i] = i;
    const { upperStart, upperRow, position } = permute(matrix.pattern, natural);
    const entries = upperRow.length;
    this.#size = size;
    this.#writer = matrix.writer(position);
    this.#values = new Float64Array(entries + size);
    this.#rowStart = upperStart;
    this.#column = upperRow;
    this.#columnStart = Int32Array.from(start, (first, j) => first - j);
    this.#row = new Int32Array(entries);
    let flops = 0;
    for (let j = 0, e = 0; j < size; j++) {
      const count = start[j + 1]! - start[j]! - 1;
      flops += count * (count + 2);
      for (let i = start[j]! + 1; i < start[j + 1]!; i++) this.#row[e++] = row[i]!;
    }
    this.fill = entries;
    this.flops = flops;
    this.#L = new Float64Array(entries);
    this.#inversePivot = new Float64Array(size);
    this.#y = new Float64Array(size);
    this.#mark = new Int32Array(size);
    this.#next = new Int32Array(size);
  }

  update(): void {
    this.#writer.write(this.#values);
    this.shift = 0;
    for (let attempt = 0; attempt < MAX_ATTEMPTS; attempt++) {
      if (this.#factorize()) return;
      this.shift = Math.max(FIRST_SHIFT, 2 * this.shift);
    }
  }

  apply(r: Float64Array, z: Float64Array): void {
    const size = this.#size;
    const columnStart = this.#columnStart;
    const row = this.#row;
    const L = this.#L;
    const inversePivot = this.#inversePivot;
    z.set(r);
    for (let j = 0; j < size; j++) {
      const zj = z[j]!;
      const end = columnStart[j + 1]!;
      for (let p = columnStart[j]!; p < end; p++) z[row[p]!]! -= L[p]! * zj;
    }
    for (let j = size - 1; j >= 0; j--) {
      let zj = z[j]! * inversePivot[j]!;
      const end = columnStart[j + 1]!;
      for (let p = columnStart[j]!; p < end; p++) zj -= L[p]! * z[row[p]!]!;
      z[j] = zj;
    }
  }

  /**
   * Factorizes as in ldl.ts, without the entries that `A` lacks. Returns false where a pivot is
   * negative.
   */
  #factorize(): boolean {
    const size = this.#size;
    const values = this.#values;
    const rowStart = this.#rowStart;
    const column = this.#column;
    const columnStart = this.#columnStart;
    const row = this.#row;
    const L = this.#L;
    const inversePivot = this.#inversePivot;
    const y = this.#y;
    const mark = this.#mark.fill(-1);
    const next = this.#next;
    const diagonal = column.length;
    for (let k = 0; k < size; k++) {
      next[k] = columnStart[k]!;
      const end = rowStart[k + 1]!;
      for (let e = rowStart[k]!; e < end; e++) {
        y[column[e]!] = values[e]!;
        mark[column[e]!] = k;
      }
      const akk = values[diagonal + k]!;
      let dk = akk * (1 + this.shift);
      for (let e = rowStart[k]!; e < end; e++) {
        const j = column[e]!;
        const yj = y[j]!;
        const last = next[j]!;
        for (let p = columnStart[j]!; p < last; p++) {
          if (mark[row[p]!] === k) y[row[p]!]! -= L[p]! * yj;
        }
        const l = yj * inversePivot[j]!;
        L[last] = l;
        next[j] = last + 1;
        dk -= l * yj;
      }
      if (!(dk > NEGLIGIBLE_PIVOT * akk)) {
        if (dk < -NEGLIGIBLE_PIVOT * akk && this.shift < 1e3) return false;
        // The row's entries of L stay, as M is positive definite for every positive pivot.
        dk = akk > 0 ? akk : 1;
      }
      inversePivot[k] = 1 / dk;
    }
    return true;
  }
}
