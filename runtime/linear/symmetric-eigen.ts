/** Eigenvalues of a symmetric matrix, ascending, and its orthonormal eigenvectors. */
export interface SymmetricEigen {
  readonly values: Float64Array;
  /** Eigenvector `k` is the `n` entries from `k·n` on. */
  readonly vectors: Float64Array;
}

/** Most steps for one eigenvalue. Two to three suffice. */
const MOST_STEPS = 60;

/**
 * All eigenvalues and eigenvectors of the symmetric matrix `A` of `n` rows, to rounding of its norm:
 * Householder's tridiagonal form, then QL steps with implicit shifts (Golub & Van Loan, Matrix
 * Computations, sections 8.3.1 and 8.3.3). Takes some `9 n³` operations. `A` stays as it is.
 */
export function symmetricEigen(A: Float64Array, n: number): SymmetricEigen {
  const d = new Float64Array(n);
  const e = new Float64Array(n);
  const Q = tridiagonalize(A, n, d, e);
  diagonalize(Q, n, d, e);
  const order = Array.from(d.keys()).sort((i, j) => d[i]! - d[j]!);
  const vectors = new Float64Array(n * n);
  order.forEach((from, k) => {
    vectors.set(Q.subarray(from * n, (from + 1) * n), k * n);
  });
  return { values: Float64Array.from(order, (k) => d[k]!), vectors };
}

/**
 * `Qᵀ A Q = T` with the diagonal `d` and the entries `e[i]` beside it, in column `i` of row `i + 1`.
 * Returns the columns of `Q`, one after the other.
 */
function tridiagonalize(A: Float64Array, n: number, d: Float64Array, e: Float64Array): Float64Array {
  const a = A.slice();
  const w = new Float64Array(n);
  const scales = new Float64Array(n);
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
    const u = a.subarray(k * n, (k + 1) * n);
    u[k + 1] = head - e[k]!;
    const beta = 1 / (square - head * e[k]!);
    scales[k] = beta;
    // A ← A − u wᵀ − w uᵀ with p = β A u, w = p − (β pᵀu / 2) u.
    let product = 0;
    for (let i = k + 1; i < n; i++) {
      let sum = 0;
      for (let j = k + 1; j < n; j++) sum += a[i * n + j]! * u[j]!;
      w[i] = beta * sum;
      product += w[i]! * u[i]!;
    }
    for (let i = k + 1; i < n; i++) w[i]! -= 0.5 * beta * product * u[i]!;
    for (let i = k + 1; i < n; i++) {
      for (let j = k + 1; j < n; j++) a[i * n + j]! -= u[i]! * w[j]! + w[i]! * u[j]!;
    }
  }
  if (n > 1) e[n - 2] = a[(n - 1) * n + n - 2]!;
  for (let i = 0; i < n; i++) d[i] = a[i * n + i]!;
  const Q = new Float64Array(n * n);
  for (let i = 0; i < n; i++) Q[i * n + i] = 1;
  for (let k = n - 3; k >= 0; k--) {
    if (scales[k] === 0) continue;
    const u = a.subarray(k * n, (k + 1) * n);
    for (let j = k + 1; j < n; j++) {
      let sum = 0;
      for (let i = k + 1; i < n; i++) sum += u[i]! * Q[j * n + i]!;
      sum *= scales[k]!;
      for (let i = k + 1; i < n; i++) Q[j * n + i]! -= sum * u[i]!;
    }
  }
  return Q;
}

/** QL steps with Wilkinson's shift on the tridiagonal matrix, which turn the columns of `Q` along. */
function diagonalize(Q: Float64Array, n: number, d: Float64Array, e: Float64Array): void {
  for (let l = 0; l < n; l++) {
    for (let step = 0; ; step++) {
      let m = l;
      while (m < n - 1 && Math.abs(e[m]!) > Number.EPSILON * (Math.abs(d[m]!) + Math.abs(d[m + 1]!))) m++;
      if (m === l || step === MOST_STEPS) break;
      let g = (d[l + 1]! - d[l]!) / (2 * e[l]!);
      g = d[m]! - d[l]! + e[l]! / (g + (g < 0 ? -1 : 1) * Math.hypot(g, 1));
      let s = 1;
      let c = 1;
      let p = 0;
      let i = m - 1;
      for (; i >= l; i--) {
        const f = s * e[i]!;
        const b = c * e[i]!;
        const r = Math.hypot(f, g);
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
