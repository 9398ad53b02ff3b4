import { GuardedFactorization, LEAST, PRESENT, SAFE } from './guarded-factorization.js';
import { factorPattern, type Elimination, type FactorPattern } from './elimination.js';

/**
 * `P A Pᵀ = L D Lᵀ` of a sparse symmetric positive semidefinite matrix, row by row (Davis 2005,
 * "Algorithm 849: A Concise Sparse Cholesky Factorization Package"). For each row `k`
 *
 *     y = L⁻¹ a_k,   l_kj = y_j / d_j,   d_k = a_kk − Σ l_kj y_j
 *
 * This suits matrices whose factor has few entries per row, such as those of chains and trees. The
 * time is proportional to the operations for every pattern.
 */
export class RowwiseFactorization extends GuardedFactorization {
  readonly method = 'rows';
  /** Upper triangle of `P A Pᵀ`, column by column, then its diagonal. */
  readonly values: Float64Array;
  readonly position: Int32Array;
  readonly fill: number;
  readonly flops: number;
  readonly #elimination: Elimination;
  readonly #pattern: FactorPattern;
  readonly #L: Float64Array;
  readonly #inversePivot: Float64Array;
  readonly #y: Float64Array;
  /**
   * End of the stretch that begins at row `k`: the rows from `k` on whose only entry in `L` is that
   * of the row before.
   */
  readonly #stretchEnd: Int32Array;
  /** First row of each stretch, stored at its last row; 0 for all other rows. */
  readonly #stretchBegin: Int32Array;
  /** Index in each column of the next row's entry. */
  readonly #next: Int32Array;

  constructor(elimination: Elimination) {
    super(elimination.order);
    const { size, fill, flops, upperRow, position } = elimination;
    this.#elimination = elimination;
    this.#pattern = factorPattern(elimination);
    this.position = position;
    this.fill = fill;
    this.flops = flops;
    this.values = new Float64Array(upperRow.length + size);
    this.#L = new Float64Array(fill);
    this.#inversePivot = new Float64Array(size);
    this.#y = new Float64Array(size);
    this.#next = new Int32Array(size);
    this.#stretchEnd = findStretches(elimination, this.#pattern);
    this.#stretchBegin = new Int32Array(size);
    for (let k = 1; k < size; k++) {
      const end = this.#stretchEnd[k]!;
      if (end > 0 && this.#stretchBegin[end - 1] === 0) this.#stretchBegin[end - 1] = k;
    }
  }

  protected eliminate(b: Float64Array, z: Float64Array): void {
    const { size, order, upperStart, upperRow } = this.#elimination;
    const { columnStart, row, rowStart, column } = this.#pattern;
    const { values, pivots } = this;
    const L = this.#L;
    const inversePivot = this.#inversePivot;
    const y = this.#y;
    const next = this.#next;
    const stretchEnd = this.#stretchEnd;
    const diagonal = upperRow.length;
    for (let k = 0; k < size; k++) {
      if (stretchEnd[k]! > k) {
        k = this.#factorizeStretch(k, b, z) - 1;
        continue;
      }
      const first = columnStart[k]!;
      next[k] = first;
      const end = upperStart[k + 1]!;
      for (let e = upperStart[k]!; e < end; e++) y[upperRow[e]!] = values[e]!;
      const akk = values[diagonal + k]!;
      let dk = akk;
      let zk = b[order[k]!]!;
      const rowEnd = rowStart[k + 1]!;
      for (let q = rowStart[k]!; q < rowEnd; q++) {
        const j = column[q]!;
        const yj = y[j]!;
        y[j] = 0;
        const last = next[j]!;
        for (let p = columnStart[j]!; p < last; p++) y[row[p]!]! -= L[p]! * yj;
        const l = yj * inversePivot[j]!;
        L[last] = l;
        next[j] = last + 1;
        dk -= l * yj;
        zk -= l * z[j]!;
      }
      z[k] = zk;
      const beyondDoubt = dk > pivots[SAFE]! * akk && dk >= pivots[LEAST]! * akk;
      if (!beyondDoubt) pivots[PRESENT] = dk;
      inversePivot[k] = beyondDoubt || this.isIndependent(k, diagonal) ? 1 / dk : 0;
    }
  }

  /**
   * Factorizes the rows of a stretch from `k` on by the Thomas algorithm, as all their sums have
   * one term. Returns the row after the stretch.
   */
  #factorizeStretch(k: number, b: Float64Array, z: Float64Array): number {
    const { order, upperStart, upperRow } = this.#elimination;
    const { values, pivots } = this;
    const L = this.#L;
    const inversePivot = this.#inversePivot;
    const { columnStart } = this.#pattern;
    const end = this.#stretchEnd[k]!;
    const shift = upperStart[k]! - k;
    const shiftL = columnStart[k - 1]! - k;
    const diagonal = upperRow.length;
    let inverse = inversePivot[k - 1]!;
    let last = z[k - 1]!;
    let least = pivots[LEAST]!;
    let safe = pivots[SAFE]!;
    for (let i = k; i < end; i++) {
      const entry = values[shift + i]!;
      const l = entry * inverse;
      const aii = values[diagonal + i]!;
      const di = aii - l * entry;
      L[shiftL + i] = l;
      last = b[order[i]!]! - l * last;
      z[i] = last;
      inverse = 1 / di;
      if (!(di > safe * aii && di >= least * aii)) {
        // Rarely: a pivot smaller than all before.
        pivots[PRESENT] = di;
        if (!this.isIndependent(i, diagonal)) inverse = 0;
        least = pivots[LEAST]!;
        safe = pivots[SAFE]!;
      }
      inversePivot[i] = inverse;
    }
    // The row after may have an entry in the column of the last row.
    this.#next[end - 1] = columnStart[end - 1]!;
    return end;
  }

  solveLower(z: Float64Array): void {
    const { size } = this.#elimination;
    const { columnStart, row } = this.#pattern;
    const L = this.#L;
    for (let j = 0; j < size; j++) {
      const zj = z[j]!;
      const end = columnStart[j + 1]!;
      for (let p = columnStart[j]!; p < end; p++) z[row[p]!]! -= L[p]! * zj;
    }
  }

  solveUpper(z: Float64Array, x: Float64Array): void {
    const { columnStart } = this.#pattern;
    const { order } = this.#elimination;
    const L = this.#L;
    const inversePivot = this.#inversePivot;
    const stretchBegin = this.#stretchBegin;
    for (let j = this.#elimination.size - 1; j >= 0; j--) {
      const begin = j > 0 ? stretchBegin[j]! : 0;
      if (begin > 0) {
        // Rows begin … j are a stretch: each is the only entry in the column before it.
        const shift = columnStart[begin - 1]! - begin + 1;
        this.#solveColumn(j, z);
        let below = z[j]!;
        x[order[j]!] = below;
        for (j--; j >= begin - 1; j--) {
          below = z[j]! * inversePivot[j]! - L[shift + j]! * below;
          z[j] = below;
          x[order[j]!] = below;
        }
        j++;
        continue;
      }
      this.#solveColumn(j, z);
      x[order[j]!] = z[j]!;
    }
  }

  /** Computes entry `j` of `L⁻ᵀ D⁺ z` from those after it. */
  #solveColumn(j: number, z: Float64Array): void {
    const { columnStart, row } = this.#pattern;
    const L = this.#L;
    let zj = z[j]! * this.#inversePivot[j]!;
    const end = columnStart[j + 1]!;
    for (let p = columnStart[j]!; p < end; p++) zj -= L[p]! * z[row[p]!]!;
    z[j] = zj;
  }

  protected solveTransposeFrom(k: number, z: Float64Array): void {
    const { columnStart, row } = this.#pattern;
    const L = this.#L;
    for (let j = k; j >= 0; j--) {
      let zj = z[j]!;
      const end = columnStart[j + 1]!;
      for (let p = columnStart[j]!; p < end && row[p]! <= k; p++) zj -= L[p]! * z[row[p]!]!;
      z[j] = zj;
    }
  }
}

/** Finds, for each row that begins or continues a stretch, the end of the stretch; 0 for others. */
function findStretches({ size, columnCount }: Elimination, { rowStart, column }: FactorPattern): Int32Array {
  const end = new Int32Array(size);
  for (let k = size - 1; k > 0; k--) {
    const entries = rowStart[k + 1]! - rowStart[k]!;
    const only = entries === 1 && column[rowStart[k]!] === k - 1 && columnCount[k - 1] === 1;
    if (only) end[k] = k + 1 < size && end[k + 1]! > 0 ? end[k + 1]! : k + 1;
  }
  return end;
}
