/*
 * Dense kernels of the multifrontal factorization, on tiles of four rows by four columns. Matrices
 * are therefore stored by groups of four rows, called *bands*. Entry `(i, j)` is number
 * `4 j + i mod 4` of band `⌊i / 4⌋`, so that a tile reads memory in sequence. Rows and columns that
 * the last tiles lack are stored as zeros.
 *
 * This code takes two columns of a tile at a time, as many as fit into registers. The WebAssembly of
 * front-module.ts takes whole tiles, two rows in each register. Both add the same products in the
 * same order.
 */

/** `i & INDEX` is `i`, known to be an index, so that the compiler need not provide for overflow. */
const INDEX = 0x3fffffff;

/** Returns the number of bands, or of groups of four columns, that hold `n` rows or columns. */
export function fours(n: number): number {
  return (n + 3) >> 2;
}

/** Returns the index of the entry in column 0 of row `i`, in bands of the length `stride`. */
export function bandedRow(i: number, stride: number): number {
  return (i >> 2) * (stride - 4) + i;
}

/**
 * Returns the index at which band `b` of a lower triangle begins. Each band ends with its diagonal
 * tile.
 */
export function triangle(b: number): number {
  return 8 * b * (b + 1);
}

/**
 * Updates the tile `c_ij −= Σ_k y_ik l_jk` from `p` on in `S`, over as many columns as `length` has
 * fours. `y_i0` begins at `y` in `Y`, and `l_j0` at `l` in `S`.
 */
export function subtractProducts(
  S: Float64Array,
  p: number,
  Y: Float64Array,
  y: number,
  l: number,
  length: number,
): void {
  subtractHalf(S, p, Y, y, l, length);
  subtractHalf(S, (p + 8) & INDEX, Y, y, (l + 2) & INDEX, length);
}

/** Updates two columns of a tile; see {@link subtractProducts}. */
function subtractHalf(S: Float64Array, p: number, Y: Float64Array, y: number, l: number, length: number): void {
  let c00 = 0;
  let c10 = 0;
  let c20 = 0;
  let c30 = 0;
  let c01 = 0;
  let c11 = 0;
  let c21 = 0;
  let c31 = 0;
  for (let k = 0; k < length; k += 4) {
    const l0 = S[l + k]!;
    const l1 = S[l + k + 1]!;
    const y0 = Y[y + k]!;
    const y1 = Y[y + k + 1]!;
    const y2 = Y[y + k + 2]!;
    const y3 = Y[y + k + 3]!;
    c00 += y0 * l0;
    c10 += y1 * l0;
    c20 += y2 * l0;
    c30 += y3 * l0;
    c01 += y0 * l1;
    c11 += y1 * l1;
    c21 += y2 * l1;
    c31 += y3 * l1;
  }
  S[p]! -= c00;
  S[p + 1]! -= c10;
  S[p + 2]! -= c20;
  S[p + 3]! -= c30;
  S[p + 4]! -= c01;
  S[p + 5]! -= c11;
  S[p + 6]! -= c21;
  S[p + 7]! -= c31;
}

/**
 * Eliminates in bands `from ≤ b < to`, of the length `stride`, from `base` on in `S`, the first
 * groups of four columns, `length / 16` of them,
 *
 *     y_ij = f_ij − Σ_{k<j} y_ik l_jk,   l_ij = y_ij / d_j
 *
 * `l_ij` replaces `f_ij`, and `y_ij` goes to `Y`, in bands from 0 on. Rows `j` hold `l_jk`;
 * `1 / d_j` is `inverse[first + j]`.
 */
export function eliminateRows(
  S: Float64Array,
  base: number,
  stride: number,
  from: number,
  to: number,
  length: number,
  inverse: Float64Array,
  first: number,
  Y: Float64Array,
): void {
  for (let b = from; b < to; b++) {
    const row = (base + b * stride) & INDEX;
    const own = ((b - from) * stride) & INDEX;
    for (
      let J = 0, j = first & INDEX, band = base & INDEX;
      J < length;
      J += 16, j += 4, band = (band + stride) & INDEX
    ) {
      const d = (band + J) & INDEX;
      if (J > 0) subtractProducts(S, (row + J) & INDEX, Y, own, band, J);
      const l10 = S[d + 1]!;
      const l20 = S[d + 2]!;
      const l30 = S[d + 3]!;
      const l21 = S[d + 6]!;
      const l31 = S[d + 7]!;
      const l32 = S[d + 11]!;
      const d0 = inverse[j]!;
      const d1 = inverse[j + 1]!;
      const d2 = inverse[j + 2]!;
      const d3 = inverse[j + 3]!;
      for (let r = J; r < J + 4; r++) {
        const p = (row + r) & INDEX;
        const q = (own + r) & INDEX;
        const y0 = S[p]!;
        const y1 = S[p + 4]! - y0 * l10;
        const y2 = S[p + 8]! - y0 * l20 - y1 * l21;
        const y3 = S[p + 12]! - y0 * l30 - y1 * l31 - y2 * l32;
        Y[q] = y0;
        Y[q + 4] = y1;
        Y[q + 8] = y2;
        Y[q + 12] = y3;
        S[p] = y0 * d0;
        S[p + 4] = y1 * d1;
        S[p + 8] = y2 * d2;
        S[p + 12] = y3 * d3;
      }
    }
  }
}

/**
 * Updates the lower triangle of `bands` bands, from `at` on in `S`: `c_ij −= Σ_k y_ik l_jk`,
 * `k < width`. The rows `l_j` are in bands of the length `stride` from `base` on, and the rows
 * `y_i` in the same layout from 0 on in `Y`. Entries above the diagonal in diagonal tiles change
 * too; they have no meaning.
 */
export function addUpdate(
  S: Float64Array,
  at: number,
  bands: number,
  base: number,
  stride: number,
  width: number,
  Y: Float64Array,
): void {
  const length = (4 * width) & INDEX;
  let p = at & INDEX;
  for (let i = 0, y = 0; i < bands; i++, y = (y + stride) & INDEX) {
    for (let j = 0, l = base & INDEX; j <= i; j++, l = (l + stride) & INDEX, p = (p + 16) & INDEX) {
      subtractProducts(S, p, Y, y, l, length);
    }
  }
}
