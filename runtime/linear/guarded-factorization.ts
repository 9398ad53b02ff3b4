/**
 * Rows whose pivot is below this part of their diagonal entry count as dependent on the rows
 * before: their directions differ by 1e-6 or less.
 */
export const DEPENDENT = 1e-12;
/**
 * Errors of the entries of `A` and of the factorisation, relative to their diagonal entries, with
 * something to spare.
 */
const ROUNDING = 1e-14;
/** Below this part of the diagonal entry a pivot has lost half of its figures. */
const NEARLY_DEPENDENT = 1e-8;

/** Places in {@link GuardedFactorization.pivots}. */
export const LEAST = 0;
export const SAFE = 1;
export const PRESENT = 2;

/**
 * `P A Pᵀ = L D Lᵀ` of a symmetric positive semidefinite matrix. `d_k / a_kk` is the squared sine
 * of the angle between row `k` and the rows before it, in the metric of `W`. Where it vanishes, the
 * row depends on them; it is left out by `1/d_k = 0`, so that `L D Lᵀ` is the matrix of the
 * independent rows alone, and listed in {@link dependent}.
 */
export abstract class GuardedFactorization {
  readonly size: number;
  /** Row `k` of the permuted matrix is row `order[k]` of `A`. */
  readonly order: Int32Array;
  /** Permuted rows that depend on those before them; the first {@link dependentCount}. */
  readonly dependent: Int32Array;
  dependentCount = 0;

  /** Where in {@link values} entry `e` of the pattern of `A` belongs. */
  abstract readonly position: Int32Array;
  /** Entries of `A`, to be filled in before {@link factorize}, which leaves them as they are. */
  abstract readonly values: Float64Array;
  /**
   * Entries of `L` below the diagonal, and operations (multiplications, additions and divisions) of
   * a factorisation.
   */
  abstract readonly fill: number;
  abstract readonly flops: number;

  /**
   * The least `d_k / a_kk` among the independent rows so far, the part of its diagonal entry above
   * which a pivot is beyond doubt, and the pivot that {@link isIndependent} is to look at. In an
   * array: see vector.ts.
   */
  readonly pivots = new Float64Array(3);
  readonly #n: Float64Array;

  constructor(order: Int32Array) {
    this.size = order.length;
    this.order = order;
    this.dependent = new Int32Array(order.length);
    this.#n = new Float64Array(order.length);
  }

  get rank(): number {
    return this.size - this.dependentCount;
  }

  /** True where a row is within 1e-4 of depending on others, without doing so. */
  get nearSingular(): boolean {
    return this.pivots[LEAST]! < NEARLY_DEPENDENT;
  }

  /** Factorises {@link values}, and solves `L z = P b`. */
  abstract factorize(b: Float64Array, z: Float64Array): void;
  /**
   * `z = L⁻¹ z`. For a dependent row, this makes `z_k` what it differs by from what the rows that
   * it depends on make of it.
   */
  abstract solveLower(z: Float64Array): void;
  /** `z = L⁻ᵀ D⁺ z`, which is zero for dependent rows, and `x = Pᵀ z`. */
  abstract solveUpper(z: Float64Array, x: Float64Array): void;
  /** `z = L⁻ᵀ z` for a `z` that is zero after row `k`, up to which alone `L` needs to be known. */
  protected abstract solveTransposeFrom(k: number, z: Float64Array): void;

  /** `z = L⁻ᵀ z`. */
  solveTranspose(z: Float64Array): void {
    this.solveTransposeFrom(this.size - 1, z);
  }

  protected begin(): void {
    this.dependentCount = 0;
    this.pivots[LEAST] = 1;
    this.pivots[SAFE] = NEARLY_DEPENDENT;
  }

  /**
   * Whether row `k`, whose pivot is `pivots[PRESENT]`, is independent of those before; takes note
   * of the answer. For pivots that are in doubt or smaller, relative to their diagonal entries,
   * than all before: others are independent, and are no news. `diagonal` is where in {@link values}
   * the diagonal of `P A Pᵀ` begins.
   */
  protected isIndependent(k: number, diagonal: number): boolean {
    const { pivots } = this;
    const dk = pivots[PRESENT]!;
    const akk = this.values[diagonal + k]!;
    if (dk > pivots[SAFE]! * akk || (dk > DEPENDENT * akk && this.#exceedsRounding(k, diagonal))) {
      if (dk < pivots[LEAST]! * akk) {
        pivots[LEAST] = dk / akk;
        // Small pivots make errors of later ones larger, up to their inverse.
        pivots[SAFE] = Math.max(NEARLY_DEPENDENT, (100 * ROUNDING) / pivots[LEAST]);
      }
      return true;
    }
    this.dependent[this.dependentCount++] = k;
    return false;
  }

  /**
   * Whether a small pivot `d_k` is more than what rounding makes of zero. With `n = L⁻ᵀ e_k`, which
   * is how row `k` would depend on the rows before, `d_k = nᵀ A n`, and errors of `ε √(a_ii a_jj)`
   * in the entries of `A` change it by up to `ε (Σ |n_i| √a_ii)²`.
   */
  #exceedsRounding(k: number, diagonal: number): boolean {
    const { values } = this;
    const n = this.#n.fill(0);
    n[k] = 1;
    this.solveTransposeFrom(k, n);
    let sum = 0;
    for (let j = k; j >= 0; j--) sum += Math.abs(n[j]!) * Math.sqrt(values[diagonal + j]!);
    return this.pivots[PRESENT]! > ROUNDING * sum * sum;
  }
}
