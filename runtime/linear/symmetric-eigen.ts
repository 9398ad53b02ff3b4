/** Eigenvalues of a symmetric matrix, ascending, and its orthonormal eigenvectors. */
export interface SymmetricEigen {
  readonly values: Float64Array;
  /** Eigenvector `k` is the `n` entries from `k·n` on. */
  readonly vectors: Float64Array;
}

/** Most steps for one eigenvalue. Two to three suffice. */
const MOST_STEPS = 60;

/** All eigenvalues and eigenvectors of the symmetric matrix `A` of `n` rows. `A` stays as it is. */
export function symmetricEigen(A: Float64Array, n: number): SymmetricEigen {
  const eigen = new EigenDecomposition(n);
  eigen.decompose(A);
  return eigen;
}

/**
 * Finds all eigenvalues and eigenvectors of symmetric matrices of `n` rows, to rounding of their norms, one matrix
 * after the other: Householder's tridiagonal form, then QL steps with implicit shifts (Golub & Van Loan, Matrix
 * Computations, sections 8.3.1 and 8.3.3). Takes some `9 n³` operations.
 */
export class EigenDecomposition implements SymmetricEigen {
  readonly values: Float64Array;
  readonly vectors: Float64Array;
  readonly #n: number;
  readonly #a: Float64Array;
  readonly #e: Float64Array;
  readonly #w: Float64Array;
  readonly #scales: Float64Array;

  constructor(n: number) {
    this.#n = n;
    this.values = new Float64Array(n);
    this.vectors = new Float64Array(n * n);
    this.#a = new Float64Array(n * n);
    this.#e = new Float64Array(n);
    this.#w = new Float64Array(n);
    this.#scales = new Float64Array(n);
  }

  /** Decomposes the matrix at `A[at] …`, which stays as it is. */
  decompose(A: Float64Array, at = 0): void {
    const n = this.#n;
    const a = this.#a;
    let largest = 0;
    for (let i = 0; i < a.length; i++) largest = Math.max(largest, Math.abs(A[at + i]!));
    // With entries up to 1, squares of what matters neither overflow nor vanish.
    const unit = largest > 0 && largest < Infinity ? largest : 1;
    for (let i = 0; i < a.length; i++) a[i] = A[at + i]! / unit;
    tridiagonalize(a, n, this.values, this.#e, this.vectors, this.#w, this.#scales);
    diagonalize(this.vectors, n, this.values, this.#e);
    for (let i = 0; i < n; i++) this.values[i]! *= unit;
    this.#sort();
  }

  /** Brings the eigenvalues into ascending order. */
  #sort(): void {
    const { values, vectors } = this;
    const n = this.#n;
    for (let k = 0; k < n; k++) {
      let least = k;
      for (let i = k + 1; i < n; i++) if (values[i]! < values[least]!) least = i;
      if (least === k) continue;
      [values[k], values[least]] = [values[least]!, values[k]!];
      for (let i = 0; i < n; i++)
        [vectors[k * n + i], vectors[least * n + i]] = [vectors[least * n + i]!, vectors[k * n + i]!];
    }
  }
}

/**
 * `Qᵀ a Q = T` with the diagonal `d` and the entries `e[i]` beside it, in column `i` of row `i + 1`, and the
 * columns of `Q` one after the other. `a` is used up; `w` and `scales` are workspaces of `n` entries.
 */
function tridiagonalize(
  a: Float64Array,
  n: number,
  d: Float64Array,
  e: Float64Array,
  Q: Float64Array,
  w: Float64Array,
  scales: Float64Array,
): void {
  e.fill(0);
  scales.fill(0);
  for (let k = 0; k < n - 2; k++) {
    // The reflector I − β u uᵀ that leaves one entry of column k below the diagonal; u stays there.
    let square = 0;
    for (let i = k + 1; i < n; i++) square += a[k * n + i]! * a[k * n + i]!;
    const head = a[k * n + k + 1]!;
    const length = Math.sqrt(square);
    e[k] = head > 0 ? -length : length;
    if (!(square - head * head > 0)) {
      e[k] = head;
      continue;
    }
    const u = k * n;
    a[u + k + 1] = head - e[k]!;
    const beta = 1 / (square - head * e[k]!);
    scales[k] = beta;
    // A ← A − u wᵀ − w uᵀ with p = β A u, w = p − (β pᵀu / 2) u.
    let product = 0;
    for (let i = k + 1; i < n; i++) {
      let sum = 0;
      for (let j = k + 1; j < n; j++) sum += a[i * n + j]! * a[u + j]!;
      w[i] = beta * sum;
      product += w[i]! * a[u + i]!;
    }
    for (let i = k + 1; i < n; i++) w[i]! -= 0.5 * beta * product * a[u + i]!;
    for (let i = k + 1; i < n; i++) {
      for (let j = k + 1; j < n; j++) a[i * n + j]! -= a[u + i]! * w[j]! + w[i]! * a[u + j]!;
    }
  }
  if (n > 1) e[n - 2] = a[(n - 1) * n + n - 2]!;
  for (let i = 0; i < n; i++) d[i] = a[i * n + i]!;
  Q.fill(0);
  for (let i = 0; i < n; i++) Q[i * n + i] = 1;
  for (let k = n - 3; k >= 0; k--) {
    if (scales[k] === 0) continue;
    const u = k * n;
    for (let j = k + 1; j < n; j++) {
      let sum = 0;
      for (let i = k + 1; i < n; i++) sum += a[u + i]! * Q[j * n + i]!;
      sum *= scales[k]!;
      for (let i = k + 1; i < n; i++) Q[j * n + i]! -= sum * a[u + i]!;
    }
  }
}

/** QL steps with Wilkinson's shift on the tridiagonal matrix, which turn the columns of `Q` along. */
function diagonalize(Q: Float64Array, n: number, d: Float64Array, e: Float64Array): void {
  for (let l = 0; l < n; l++) {
    for (let step = 0; ; step++) {
      let m = l;
      while (m < n - 1 && Math.abs(e[m]!) > Number.EPSILON * (Math.abs(d[m]!) + Math.abs(d[m + 1]!))) m++;
      if (m === l || step === MOST_STEPS) break;
      let g = (d[l + 1]! - d[l]!) / (2 * e[l]!);
      g = d[m]! - d[l]! + e[l]! / (g + (g < 0 ? -1 : 1) * Math.sqrt(g * g + 1));
      let s = 1;
      let c = 1;
      let p = 0;
      let i = m - 1;
      for (; i >= l; i--) {
        const f = s * e[i]!;
        const b = c * e[i]!;
        const r = Math.sqrt(f * f + g * g);
        e[i + 1] = r;
        if (r === 0) {
          d[i + 1]! -= p;
          e[m] = 0;
          break;
        }
        s = f / r;
        c = g / r;
        g = d[i + 1]! - p;
        const t = (d[i]! - g) * s + 2 * c * b;
        p = s * t;
        d[i + 1] = g + p;
        g = c * t - b;
        for (let k = 0; k < n; k++) {
          const upper = Q[(i + 1) * n + k]!;
          const lower = Q[i * n + k]!;
          Q[(i + 1) * n + k] = s * lower + c * upper;
          Q[i * n + k] = c * lower - s * upper;
        }
      }
      if (i >= l) continue;
      d[l]! -= p;
      e[l] = g;
      e[m] = 0;
    }
  }
}
