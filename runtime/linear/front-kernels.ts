import { INDEX } from '../vector.js';

/*
 * Dense kernels of the multifrontal factorisation, on tiles that fit into registers: of each entry that is loaded, two or three products are made. Where
 * rows or columns do not fill the last tile, its last one stands in for the missing ones: what is found for it twice is the same.
 */

/** Where row `i` of a lower triangle kept row by row begins. */
export function triangle(i: number): number {
  return (i * (i + 1)) >> 1;
}

/**
 * Rows `from ≤ i < to` of a panel `P` that has its row `j` at `base + j · width`:
 *
 *     y_ij = f_ij − Σ_{k<j} y_ik l_jk,   l_ij = y_ij / d_j,   j < columns
 *
 * `l_ij` takes the place of `f_ij`, and `y_ij` goes to `(i − from) · width + j` in `Y`. Rows `j` hold `l_jk`; `1 / d_j` is `inverse[first + j]`.
 */
export function eliminateRows(
  P: Float64Array,
  base: number,
  width: number,
  from: number,
  to: number,
  columns: number,
  inverse: Float64Array,
  first: number,
  Y: Float64Array,
): void {
  const last = to - 1;
  for (let i = from; i < to; i += 4) {
    const i1 = Math.min(i + 1, last);
    const i2 = Math.min(i + 2, last);
    const i3 = Math.min(i + 3, last);
    const r0 = (base + i * width) & INDEX;
    const r1 = (base + i1 * width) & INDEX;
    const r2 = (base + i2 * width) & INDEX;
    const r3 = (base + i3 * width) & INDEX;
    const s0 = ((i - from) * width) & INDEX;
    const s1 = ((i1 - from) * width) & INDEX;
    const s2 = ((i2 - from) * width) & INDEX;
    const s3 = ((i3 - from) * width) & INDEX;
    for (let j = 0; j < columns; j += 2) {
      // An odd last column is done twice.
      const next = Math.min(j + 1, columns - 1);
      const p = (base + j * width) & INDEX;
      const q = (base + next * width) & INDEX;
      let a0 = P[r0 + j]!;
      let a1 = P[r1 + j]!;
      let a2 = P[r2 + j]!;
      let a3 = P[r3 + j]!;
      let b0 = P[r0 + next]!;
      let b1 = P[r1 + next]!;
      let b2 = P[r2 + next]!;
      let b3 = P[r3 + next]!;
      for (let k = 0; k < j; k++) {
        const l = P[p + k]!;
        const m = P[q + k]!;
        const y0 = Y[s0 + k]!;
        const y1 = Y[s1 + k]!;
        const y2 = Y[s2 + k]!;
        const y3 = Y[s3 + k]!;
        a0 -= y0 * l;
        a1 -= y1 * l;
        a2 -= y2 * l;
        a3 -= y3 * l;
        b0 -= y0 * m;
        b1 -= y1 * m;
        b2 -= y2 * m;
        b3 -= y3 * m;
      }
      if (next > j) {
        const m = P[q + j]!;
        b0 -= a0 * m;
        b1 -= a1 * m;
        b2 -= a2 * m;
        b3 -= a3 * m;
      }
      const d = inverse[first + j]!;
      const e = inverse[first + next]!;
      Y[s0 + j] = a0;
      Y[s1 + j] = a1;
      Y[s2 + j] = a2;
      Y[s3 + j] = a3;
      Y[s0 + next] = b0;
      Y[s1 + next] = b1;
      Y[s2 + next] = b2;
      Y[s3 + next] = b3;
      P[r0 + j] = a0 * d;
      P[r1 + j] = a1 * d;
      P[r2 + j] = a2 * d;
      P[r3 + j] = a3 * d;
      P[r0 + next] = b0 * e;
      P[r1 + next] = b1 * e;
      P[r2 + next] = b2 * e;
      P[r3 + next] = b3 * e;
    }
  }
}

/**
 * The lower triangle `C_ij = −Σ_k y_ik l_jk`, `j ≤ i < size`, row by row from `at` on; `l_jk` is at `base + j · width + k` in `L`, `y_ik` at `i · width + k`
 * in `Y`.
 */
export function setUpdate(
  C: Float64Array,
  at: number,
  size: number,
  L: Float64Array,
  base: number,
  Y: Float64Array,
  width: number,
): void {
  const last = size - 1;
  for (let i = 0; i < size; i += 3) {
    const i1 = Math.min(i + 1, last);
    const i2 = Math.min(i + 2, last);
    const y0 = (i * width) & INDEX;
    const y1 = (i1 * width) & INDEX;
    const y2 = (i2 * width) & INDEX;
    const t0 = (at + triangle(i)) & INDEX;
    const t1 = (at + triangle(i1)) & INDEX;
    const t2 = (at + triangle(i2)) & INDEX;
    for (let j = 0; j <= i; j += 3) {
      const j1 = Math.min(j + 1, last);
      const j2 = Math.min(j + 2, last);
      const l0 = (base + j * width) & INDEX;
      const l1 = (base + j1 * width) & INDEX;
      const l2 = (base + j2 * width) & INDEX;
      let c00 = 0;
      let c01 = 0;
      let c02 = 0;
      let c10 = 0;
      let c11 = 0;
      let c12 = 0;
      let c20 = 0;
      let c21 = 0;
      let c22 = 0;
      for (let k = 0; k < width; k++) {
        const a0 = Y[y0 + k]!;
        const a1 = Y[y1 + k]!;
        const a2 = Y[y2 + k]!;
        const b0 = L[l0 + k]!;
        const b1 = L[l1 + k]!;
        const b2 = L[l2 + k]!;
        c00 -= a0 * b0;
        c01 -= a0 * b1;
        c02 -= a0 * b2;
        c10 -= a1 * b0;
        c11 -= a1 * b1;
        c12 -= a1 * b2;
        c20 -= a2 * b0;
        c21 -= a2 * b1;
        c22 -= a2 * b2;
      }
      C[t0 + j] = c00;
      C[t1 + j] = c10;
      C[t2 + j] = c20;
      C[t1 + j1] = c11;
      C[t2 + j1] = c21;
      C[t2 + j2] = c22;
      if (j < i) {
        C[t0 + j1] = c01;
        C[t0 + j2] = c02;
        C[t1 + j2] = c12;
      }
    }
  }
}
