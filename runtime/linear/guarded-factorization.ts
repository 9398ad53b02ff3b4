import type { FactorizationMethod } from '../equations/solver.js';

/**
 * Relative pivot (to its diagonal entry) below which a row counts as dependent on the rows before.
 * The directions then differ by 1e-6 or less.
 */
export const DEPENDENT = 1e-12;
/**
 * Bound on the errors of the entries of `A` and of the factorization, relative to their diagonal
 * entries, with some margin.
 */
const ROUNDING = 1e-14;
/** Relative pivot below which half of the figures are lost. */
const NEARLY_DEPENDENT = 1e-8;

/** Indices in {@link GuardedFactorization.pivots}. */
export const LEAST = 0;
export const SAFE = 1;
export const PRESENT = 2;
const RELIABLE = 3;
/** Number of them. */
export const PIVOTS = 4;

/** Decides about pivots in place of the test for dependent rows, as for matrices that are not semidefinite. */
export interface PivotRule {
  /** Called for every pivot. Where it is false, the row is left out. */
  accepts(pivot: number): boolean;
}

/**
 * `P A Pᵀ = L D Lᵀ` of a symmetric positive semidefinite matrix. `d_k / a_kk` is the squared sine
 * of the angle between row `k` and the rows before it, in the metric of `W`. Where it vanishes, the
 * row depends on them. It is then listed in {@link dependent} and left out by `1/d_k = 0`, so that
 * `L D Lᵀ` is the matrix of the independent rows alone.
 */
export abstract class GuardedFactorization {
  readonly size: number;
  /** Row `k` of the permuted matrix is row `order[k]` of `A`. */
  readonly order: Int32Array;
  /**
   * Permuted rows that depend on those before them. The first {@link dependentCount} entries count.
   */
  readonly dependent: Int32Array;
  dependentCount = 0;
  /** Takes the place of the test for dependent rows, where there is one. */
  rule: PivotRule | undefined;

  /** How this factorizes, for reports. */
  abstract readonly method: FactorizationMethod;
  /** Index in {@link values} of entry `e` of the pattern of `A`. */
  abstract readonly position: Int32Array;
  /** Entries of `A`, to be filled in before {@link factorize}, which leaves them unchanged. */
  abstract readonly values: Float64Array;
  /**
   * Number of entries of `L` below the diagonal, and of operations (multiplications, additions and
   * divisions) of a factorization.
   */
  abstract readonly fill: number;
  abstract readonly flops: number;

  /**
   * The least `d_k / a_kk` among the independent rows so far, the relative pivot above which a row
   * need not be examined, the pivot that {@link isIndependent} is to examine, and the relative
   * pivot above which rounding does not matter. In an array for the reason given in vector.ts.
   */
  readonly pivots: Float64Array;
  readonly #n: Float64Array;
  #tolerance = DEPENDENT;

  constructor(order: Int32Array, pivots: Float64Array = new Float64Array(PIVOTS)) {
    this.pivots = pivots;
    this.size = order.length;
    this.order = order;
    this.dependent = new Int32Array(order.length);
    this.#n = new Float64Array(order.length);
  }

  get rank(): number {
    return this.size - this.dependentCount;
  }

  /** True where a row is within 1e-4 of depending on others, but independent. */
  get nearSingular(): boolean {
    return this.pivots[LEAST]! < NEARLY_DEPENDENT;
  }

  /**
   * Factorizes {@link values}, and solves `L z = P b`. Rows whose relative pivots are `tolerance` or
   * less are dependent, and those whose pivots are rounding alone. A `tolerance` of 0 is for matrices
   * that are positive definite by a shift: their small pivots are not examined.
   */
  factorize(b: Float64Array, z: Float64Array, tolerance = DEPENDENT): void {
    const { pivots } = this;
    this.#tolerance = tolerance;
    this.dependentCount = 0;
    pivots[LEAST] = 1;
    pivots[RELIABLE] = NEARLY_DEPENDENT;
    pivots[SAFE] = Math.max(NEARLY_DEPENDENT, tolerance);
    if (this.rule) {
      // No pivot is beyond doubt: d > ∞ a holds for no a > 0, and d ≥ −∞ a for no a < 0.
      pivots[LEAST] = -Infinity;
      pivots[SAFE] = Infinity;
    }
    this.eliminate(b, z);
  }

  /** Does the work of {@link factorize}. Calls {@link isIndependent} for each row in doubt. */
  protected abstract eliminate(b: Float64Array, z: Float64Array): void;
  /**
   * `z = L⁻¹ z`. For a dependent row, `z_k` is then the difference between its right-hand side and
   * the value that the rows it depends on imply.
   */
  abstract solveLower(z: Float64Array): void;
  /** `z = L⁻ᵀ D⁺ z`, which is zero for dependent rows, and `x = Pᵀ z`. */
  abstract solveUpper(z: Float64Array, x: Float64Array): void;
  /**
   * `z = L⁻ᵀ z` for a `z` that is zero after row `k`. Only the rows of `L` up to `k` need to be
   * known.
   */
  protected abstract solveTransposeFrom(k: number, z: Float64Array): void;

  /** `z = L⁻ᵀ z`. */
  solveTranspose(z: Float64Array): void {
    this.solveTransposeFrom(this.size - 1, z);
  }

  /**
   * True if row `k`, whose pivot is `pivots[PRESENT]`, is independent of those before; records the
   * answer. It need only be called for pivots that are in doubt, or smaller relative to their
   * diagonal entries than all before. All other rows are independent and change no record.
   * `diagonal` is the index in {@link values} at which the diagonal of `P A Pᵀ` begins.
   */
  protected isIndependent(k: number, diagonal: number): boolean {
    const { pivots, rule } = this;
    const dk = pivots[PRESENT]!;
    if (rule) return rule.accepts(dk);
    const akk = this.values[diagonal + k]!;
    const isShifted = this.#tolerance === 0;
    if (
      dk > this.#tolerance * akk &&
      (isShifted || dk > pivots[RELIABLE]! * akk || this.#exceedsRounding(k, diagonal))
    ) {
      if (dk < pivots[LEAST]! * akk) {
        pivots[LEAST] = dk / akk;
        // Small pivots amplify the errors of later ones, by up to their inverse.
        pivots[RELIABLE] = Math.max(NEARLY_DEPENDENT, (100 * ROUNDING) / pivots[LEAST]);
        pivots[SAFE] = Math.max(pivots[SAFE]!, pivots[RELIABLE]);
      }
      return true;
    }
    this.dependent[this.dependentCount++] = k;
    return false;
  }

  /**
   * True if a small pivot `d_k` is larger than the rounding error of a zero pivot. With
   * `n = L⁻ᵀ e_k`, the coefficients by which row `k` would depend on the rows before,
   * `d_k = nᵀ A n`. Errors of `ε √(a_ii a_jj)` in the entries of `A` change it by up to
   * `ε (Σ |n_i| √a_ii)²`.
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
