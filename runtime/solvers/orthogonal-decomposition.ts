/**
 * Rank-revealing least squares by Householder reflections. Matrices are dense and column-major:
 * entry `(i, j)` of a matrix with `m` rows is `a[j·m + i]`.
 */

/**
 * `A Π = Q R` in place, with column pivoting if `order` is given (Golub & Van Loan, Matrix
 * Computations, algorithm 5.4.1). Afterwards `R` is in the upper triangle. Below it are the
 * reflectors `H = I − τ w wᵀ`, without the leading 1 of each `w`. `order[j]` is the original index
 * of column `j`. Stops where no remaining column is longer than `tolerance` times the first pivot,
 * and returns the number of steps, the rank.
 */
export function factorize(
  a: Float64Array,
  m: number,
  n: number,
  tau: Float64Array,
  order: Int32Array | null,
  tolerance: number,
): number {
  if (order) for (let j = 0; j < n; j++) order[j] = j;
  const steps = Math.min(m, n);
  let firstPivot = 0;
  for (let k = 0; k < steps; k++) {
    const pivot = longestColumn(a, m, k, order ? n : k + 1, tau);
    const length = tau[k]!;
    if (order) {
      swapColumns(a, m, k, pivot);
      const kept = order[k]!;
      order[k] = order[pivot]!;
      order[pivot] = kept;
    }
    if (k === 0) firstPivot = length;
    if (!(length > tolerance * firstPivot)) return k;

    const head = a[k * m + k]!;
    const diagonal = head > 0 ? -length : length;
    tau[k] = (diagonal - head) / diagonal;
    const scale = 1 / (head - diagonal);
    for (let i = k + 1; i < m; i++) a[k * m + i]! *= scale;
    a[k * m + k] = diagonal;
    for (let j = k + 1; j < n; j++) reflect(a, m, k, tau, a, j * m);
  }
  return steps;
}

/** `b = Qᵀ b`, with the first `k` reflectors. */
export function applyTranspose(a: Float64Array, m: number, k: number, tau: Float64Array, b: Float64Array): void {
  for (let i = 0; i < k; i++) reflect(a, m, i, tau, b, 0);
}

/** `b = Q b`, with the first `k` reflectors. */
export function apply(a: Float64Array, m: number, k: number, tau: Float64Array, b: Float64Array): void {
  for (let i = k - 1; i >= 0; i--) reflect(a, m, i, tau, b, 0);
}

/** Applies reflector `k` of `a` to the vector at `b[start] …`. */
function reflect(a: Float64Array, m: number, k: number, tau: Float64Array, b: Float64Array, start: number): void {
  let product = b[start + k]!;
  for (let i = k + 1; i < m; i++) product += a[k * m + i]! * b[start + i]!;
  product *= tau[k]!;
  b[start + k]! -= product;
  for (let i = k + 1; i < m; i++) b[start + i]! -= product * a[k * m + i]!;
}

/**
 * Finds the longest of the columns from `k` up to `end`, each counted from row `k` on. Writes its
 * length to `lengths[k]`.
 */
function longestColumn(a: Float64Array, m: number, k: number, end: number, lengths: Float64Array): number {
  let best = k;
  let longest = -1;
  for (let j = k; j < end; j++) {
    let sum = 0;
    for (let i = k; i < m; i++) sum += a[j * m + i]! * a[j * m + i]!;
    const length = Math.sqrt(sum);
    if (length > longest) {
      longest = length;
      best = j;
    }
  }
  lengths[k] = longest;
  return best;
}

function swapColumns(a: Float64Array, m: number, j: number, k: number): void {
  if (j === k) return;
  for (let i = 0; i < m; i++) {
    const kept = a[j * m + i]!;
    a[j * m + i] = a[k * m + i]!;
    a[k * m + i] = kept;
  }
}
