import { EigenDecomposition } from '../linear/symmetric-eigen.js';

/**
 * Replaces each of the symmetric matrices in `H`, over inputs of these sizes, by the nearest that is positive
 * semidefinite.
 *
 * Most belong to energies of `m` points that do not change when all are displaced alike. A reflector that takes
 * `(1, …, 1)` to the first point leaves zeros and a smaller matrix over the others,
 *
 *     R_ij = H_ij − γ (H_i1 + H_1j) + γ² H_11        γ = 1 / (√m + 1)
 *
 * whose eigenvectors `w` belong to eigenvectors `v_1 = −Σ w / √m`, `v_i = w_i − γ Σ w / √m` of `H`.
 */
export function projectSemidefinite(H: Float64Array, sizes: readonly number[]): void {
  const n = sizes.reduce((sum, size) => sum + size, 0);
  const d = sizes.length > 1 && sizes.every((size) => size === sizes[0]) ? sizes[0]! : 0;
  const gamma = 1 / (Math.sqrt(sizes.length) + 1);
  const whole = new EigenDecomposition(n);
  const relative = new EigenDecomposition(n - d);
  const L = new Float64Array(n * n);
  const R = new Float64Array((n - d) * (n - d));
  const v = new Float64Array(n);
  for (let at = 0; at < H.length; at += n * n) {
    if (d > 0 && isRelative(H, at, n, d)) {
      reflect(H, at, d, gamma, R, n - d);
      if (isSemidefinite(R, 0, n - d, L)) continue;
      relative.decompose(R);
      for (let e = 0; relative.values[e]! < 0; e++) {
        reflectBack(relative.vectors, e * (n - d), d, gamma, v);
        addSquare(-relative.values[e]!, v, H, at);
      }
    } else if (!isSemidefinite(H, at, n, L)) {
      whole.decompose(H, at);
      for (let e = 0; whole.values[e]! < 0; e++)
        addSquare(-whole.values[e]!, whole.vectors.subarray(e * n, (e + 1) * n), H, at);
    }
  }
}

/** Writes `R`, of so many rows, of the matrix at `H[at] …` over points of `d` components. */
function reflect(H: Float64Array, at: number, d: number, gamma: number, R: Float64Array, rows: number): void {
  const n = rows + d;
  for (let i = 0, to = 0; i < rows; i++) {
    const row = at + (i + d) * n;
    const first = at + (i % d) * n;
    for (let j = 0; j < rows; j++, to++) {
      const k = j % d;
      R[to] = H[row + j + d]! - gamma * (H[row + k]! + H[first + j + d]!) + gamma * gamma * H[first + k]!;
    }
  }
}

/** Writes the `v` of the eigenvector `w` that begins at `vectors[at]`. */
function reflectBack(vectors: Float64Array, at: number, d: number, gamma: number, v: Float64Array): void {
  const root = Math.sqrt(v.length / d);
  for (let c = 0; c < d; c++) {
    let mean = 0;
    for (let i = c + d; i < v.length; i += d) mean += vectors[at + i - d]! / root;
    v[c] = -mean;
    for (let i = c + d; i < v.length; i += d) v[i] = vectors[at + i - d]! - gamma * mean;
  }
}

/** `H += factor v vᵀ` */
function addSquare(factor: number, v: Float64Array, H: Float64Array, at: number): void {
  const n = v.length;
  for (let i = 0; i < n; i++) for (let j = 0; j < n; j++) H[at + i * n + j]! += factor * v[i]! * v[j]!;
}

/** Eigenvalues count as zero below this part of the trace. */
const SEMIDEFINITE = 1e-12;

/** Tests whether equal displacements of all points, of `d` components, are null vectors, to rounding. */
function isRelative(H: Float64Array, at: number, n: number, d: number): boolean {
  const most = SEMIDEFINITE * trace(H, at, n);
  for (let i = 0; i < n; i++)
    for (let c = 0; c < d; c++) {
      let sum = 0;
      for (let j = c; j < n; j += d) sum += H[at + i * n + j]!;
      if (!(Math.abs(sum) <= most)) return false;
    }
  return true;
}

function trace(H: Float64Array, at: number, n: number): number {
  let sum = 0;
  for (let i = 0; i < n; i++) sum += Math.abs(H[at + i * n + i]!);
  return sum;
}

/** Tests by Cholesky's factorization whether the symmetric matrix at `H[at] …` is positive semidefinite, to rounding. */
function isSemidefinite(H: Float64Array, at: number, n: number, L: Float64Array): boolean {
  const size = trace(H, at, n);
  for (let j = 0; j < n; j++) {
    let d = H[at + j * n + j]! + SEMIDEFINITE * size;
    for (let k = 0; k < j; k++) d -= L[j * n + k]! * L[j * n + k]!;
    if (!(d > 0)) return size === 0;
    const scale = 1 / Math.sqrt(d);
    for (let i = j + 1; i < n; i++) {
      let sum = H[at + i * n + j]!;
      for (let k = 0; k < j; k++) sum -= L[i * n + k]! * L[j * n + k]!;
      L[i * n + j] = sum * scale;
    }
  }
  return true;
}
