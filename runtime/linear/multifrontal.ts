import { addUpdate, bandedRow, eliminateRows, fours, subtractProducts, triangle } from './front-kernels.js';
import { frontStorage, triangleRow, type FrontStorage } from './front-storage.js';
import type { Fronts } from './fronts.js';
import { GuardedFactorization, LEAST, PRESENT, SAFE } from './guarded-factorization.js';

/**
 * `P A Pᵀ = L D Lᵀ`, front by front; see {@link Fronts}. Each panel collects the entries of `A` and
 * of its children's update matrices, is factorized
 *
 *     y_ij = f_ij − Σ_{k<j} y_ik l_jk,   l_ij = y_ij / d_j,   d_i = f_ii − Σ_{k<i} l_ik y_ik
 *
 * and passes `C = −Y Lᵀ` of the rows below, with the rest of the children's updates, to its parent.
 * This suits matrices with much fill, such as those of nets: nearly all operations are in dense
 * kernels, and each panel is used while it is in the cache.
 */
export class MultifrontalFactorization extends GuardedFactorization {
  readonly method: 'fronts' | 'simd' = 'fronts';
  /** Entries of `A` below the diagonal, front by front, then its diagonal. */
  readonly values: Float64Array;
  readonly position: Int32Array;
  readonly fill: number;
  readonly flops: number;
  readonly #fronts: Fronts;
  readonly #storage: FrontStorage;

  constructor(fronts: Fronts, storage = frontStorage(fronts)) {
    super(fronts.order, storage.pivots);
    this.#fronts = fronts;
    this.#storage = storage;
    this.position = fronts.position;
    this.fill = fronts.fill;
    this.flops = fronts.flops;
    this.values = storage.values;
  }

  protected eliminate(b: Float64Array, z: Float64Array): void {
    const { count, firstColumn, rowStart, panelStart, entryStart, place, childStart, child } = this.#fronts;
    const { order, values } = this;
    const { updateStart, store: S, inverse, products: Y } = this.#storage;
    for (let k = 0; k < z.length; k++) z[k] = b[order[k]!]!;
    for (let f = 0; f < count; f++) {
      const first = firstColumn[f]!;
      const w = firstColumn[f + 1]! - first;
      const bands = fours(w);
      const below = fours(rowStart[f + 1]! - rowStart[f]!);
      const base = panelStart[f]!;
      const stride = 16 * bands;
      const update = updateStart[f]!;
      S.fill(0, base, panelStart[f + 1]);
      S.fill(0, update, update + triangle(below));
      for (let e = entryStart[f]!; e < entryStart[f + 1]!; e++) S[place[e]!] = values[e]!;
      for (let c = childStart[f]!; c < childStart[f + 1]!; c++) this.#extendAdd(child[c]!, base, 4 * bands, update);
      this.#factorizeOwn(first, base, w);
      if (below > 0) {
        eliminateRows(S, base, stride, bands, bands + below, stride, inverse, first, Y);
        addUpdate(S, update, below, base + bands * stride, stride, w, Y);
      }
      this.#solveFront(f, z);
    }
  }

  /**
   * Adds the update matrix of a front to its parent's panel, of `columns` columns, and to its
   * parent's update matrix.
   */
  #extendAdd(from: number, panel: number, columns: number, update: number): void {
    const { rowStart, relative } = this.#fronts;
    const { updateStart, store: S } = this.#storage;
    const begin = rowStart[from]!;
    const last = rowStart[from + 1]! - 1;
    // Columns ascend, so those of the panel come first.
    let outside = begin;
    while (outside <= last && relative[outside]! < columns) outside++;
    let s = updateStart[from]!;
    for (let i = begin; i <= last; i += 4) {
      // The last row stands in for missing rows of the tile; zeros are added to it.
      const i0 = relative[i]!;
      const i1 = relative[Math.min(i + 1, last)]!;
      const i2 = relative[Math.min(i + 2, last)]!;
      const i3 = relative[Math.min(i + 3, last)]!;
      let p0 = panel + bandedRow(i0, 4 * columns);
      let p1 = panel + bandedRow(i1, 4 * columns);
      let p2 = panel + bandedRow(i2, 4 * columns);
      let p3 = panel + bandedRow(i3, 4 * columns);
      const most = Math.min(i + 3, last);
      for (let j = begin; j <= most; j++) {
        if (j === outside) {
          p0 = update + triangleRow(i0 - columns) - 4 * columns;
          p1 = update + triangleRow(i1 - columns) - 4 * columns;
          p2 = update + triangleRow(i2 - columns) - 4 * columns;
          p3 = update + triangleRow(i3 - columns) - 4 * columns;
        }
        const c = 4 * relative[j]!;
        if (j <= i) S[p0 + c]! += S[s]!;
        if (j <= i + 1) S[p1 + c]! += S[s + 1]!;
        if (j <= i + 2) S[p2 + c]! += S[s + 2]!;
        S[p3 + c]! += S[s + 3]!;
        s += 4;
      }
      s += 4 * (i + 3 - most);
    }
  }

  /** Factorizes the rows of the panel that are the front's own, with guarded pivots. */
  #factorizeOwn(first: number, base: number, w: number): void {
    const { store: S, inverse, products: Y } = this.#storage;
    const { pivots, values } = this;
    const diagonal = values.length - this.size;
    const bands = fours(w);
    const stride = 16 * bands;
    for (let b = 0; b < bands; b++) {
      const band = base + stride * b;
      const tile = band + 16 * b;
      if (b > 0) {
        eliminateRows(S, base, stride, b, b + 1, 16 * b, inverse, first, Y);
        subtractProducts(S, tile, Y, 0, band, 16 * b);
      }
      for (let i = 0; i < Math.min(4, w - 4 * b); i++) {
        const k = first + 4 * b + i;
        for (let j = 0; j < i; j++) {
          let y = S[tile + 4 * j + i]!;
          for (let m = 0; m < j; m++) y -= Y[m]! * S[tile + 4 * m + j]!;
          Y[j] = y;
          S[tile + 4 * j + i] = y * inverse[k - i + j]!;
        }
        const akk = values[diagonal + k]!;
        let dk = akk + S[tile + 5 * i]!;
        for (let j = 0; j < i; j++) dk -= Y[j]! * S[tile + 4 * j + i]!;
        const beyondDoubt = dk > pivots[SAFE]! * akk && dk >= pivots[LEAST]! * akk;
        if (!beyondDoubt) pivots[PRESENT] = dk;
        inverse[k] = beyondDoubt || this.isIndependent(k, diagonal) ? 1 / dk : 0;
      }
    }
  }

  solveLower(z: Float64Array): void {
    for (let f = 0; f < this.#fronts.count; f++) this.#solveFront(f, z);
  }

  /** Applies a front's columns in {@link solveLower}. */
  #solveFront(f: number, z: Float64Array): void {
    const { firstColumn, rowStart, row, panelStart } = this.#fronts;
    const S = this.#storage.store;
    const first = firstColumn[f]!;
    const w = firstColumn[f + 1]! - first;
    const stride = 16 * fours(w);
    let p = panelStart[f]!;
    for (let i = 1; i < w; i++) {
      const own = p + bandedRow(i, stride);
      let sum = z[first + i]!;
      for (let k = 0; k < i; k++) sum -= S[own + 4 * k]! * z[first + k]!;
      z[first + i] = sum;
    }
    p += fours(w) * stride;
    const last = rowStart[f + 1]! - 1;
    for (let e = rowStart[f]!; e <= last; e += 4, p += stride) {
      let sum0 = 0;
      let sum1 = 0;
      let sum2 = 0;
      let sum3 = 0;
      for (let k = 0, q = p; k < w; k++, q += 4) {
        const zk = z[first + k]!;
        sum0 += S[q]! * zk;
        sum1 += S[q + 1]! * zk;
        sum2 += S[q + 2]! * zk;
        sum3 += S[q + 3]! * zk;
      }
      // The last row stands in for missing rows of the tile; their sums are zero.
      z[row[e]!]! -= sum0;
      z[row[Math.min(e + 1, last)]!]! -= sum1;
      z[row[Math.min(e + 2, last)]!]! -= sum2;
      z[row[Math.min(e + 3, last)]!]! -= sum3;
    }
  }

  solveUpper(z: Float64Array, x: Float64Array): void {
    const { order } = this;
    const { inverse } = this.#storage;
    for (let k = 0; k < z.length; k++) z[k]! *= inverse[k]!;
    this.solveTranspose(z);
    for (let k = 0; k < z.length; k++) x[order[k]!] = z[k]!;
  }

  protected solveTransposeFrom(k: number, z: Float64Array): void {
    const { count, firstColumn, rowStart, row, panelStart } = this.#fronts;
    const S = this.#storage.store;
    for (let f = count - 1; f >= 0; f--) {
      const first = firstColumn[f]!;
      if (first > k) continue;
      const w = firstColumn[f + 1]! - first;
      const stride = 16 * fours(w);
      let p = panelStart[f]! + fours(w) * stride;
      const last = rowStart[f + 1]! - 1;
      for (let e = rowStart[f]!; e <= last && row[e]! <= k; e += 4, p += stride) {
        const z0 = z[row[e]!]!;
        const z1 = z[row[Math.min(e + 1, last)]!]!;
        const z2 = z[row[Math.min(e + 2, last)]!]!;
        const z3 = z[row[Math.min(e + 3, last)]!]!;
        for (let c = 0, q = p; c < w; c++, q += 4) {
          z[first + c]! -= S[q]! * z0 + S[q + 2]! * z2 + (S[q + 1]! * z1 + S[q + 3]! * z3);
        }
      }
      for (let i = Math.min(w - 1, k - first); i > 0; i--) {
        const zi = z[first + i]!;
        p = panelStart[f]! + bandedRow(i, stride);
        for (let c = 0; c < i; c++) z[first + c]! -= S[p + 4 * c]! * zi;
      }
    }
  }
}
