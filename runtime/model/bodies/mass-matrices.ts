/**
 * Size of a pivot, relative to its diagonal entry, below which it is taken for rounding of zero.
 */
const NEGLIGIBLE = 1e-14;

/**
 * Mass matrices of bodies of one type, `n × n` each, and their Cholesky factors `M = L Lᵀ` (Golub
 * and Van Loan, Matrix Computations, section 4.2). Mobilities need solutions with `L` alone:
 * `B W Bᵀ = (L⁻¹Bᵀ)ᵀ (L⁻¹Bᵀ)`.
 */
export class MassMatrices {
  readonly n: number;
  /** Matrices, row-major, one after the other. */
  M = new Float64Array(0);
  /** Lower triangles, with the inverse of the diagonal on the diagonal. */
  L = new Float64Array(0);

  constructor(n: number) {
    this.n = n;
  }

  resize(count: number): void {
    const size = count * this.n * this.n;
    if (this.M.length === size) return;
    this.M = new Float64Array(size);
    this.L = new Float64Array(size);
  }

  /**
   * Factorizes all `count` matrices. Returns −1, or the velocity, counted from that of the first
   * body, at which a matrix is not positive definite. NaN counts as positive, and passes on into
   * the factors. `isImmovable` says of a body and a velocity whose diagonal entry is 0 that this
   * stands for ∞: its row and column of the inverse are 0.
   */
  factorize(count: number, isImmovable: (k: number, velocity: number) => boolean): number {
    const { n, M } = this;
    const { L } = this;
    for (let k = 0; k < count; k++) {
      const base = k * n * n;
      for (let i = 0; i < n; i++) {
        const row = base + i * n;
        for (let j = 0; j < i; j++) {
          const column = base + j * n;
          let sum = M[row + j]!;
          for (let l = 0; l < j; l++) sum -= L[row + l]! * L[column + l]!;
          L[row + j] = sum * L[column + j]!;
        }
        const diagonal = M[row + i]!;
        if (diagonal === 0 && isImmovable(k, i)) {
          L[row + i] = 0;
          continue;
        }
        let pivot = diagonal;
        for (let l = 0; l < i; l++) pivot -= L[row + l]! * L[row + l]!;
        if (pivot <= NEGLIGIBLE * Math.abs(diagonal) && Math.abs(diagonal) < Infinity) return k * n + i;
        L[row + i] = 1 / Math.sqrt(pivot);
      }
    }
    return -1;
  }

  /** `x·M x` with the matrix of body `k`, `x` from `start` on. */
  squaredLength(k: number, x: Float64Array, start: number): number {
    const { n, M } = this;
    let sum = 0;
    for (let i = 0, row = k * n * n; i < n; i++, row += n) {
      let half = 0.5 * M[row + i]! * x[start + i]!;
      for (let j = 0; j < i; j++) half += M[row + j]! * x[start + j]!;
      sum += 2 * half * x[start + i]!;
    }
    return sum;
  }
}
