import { addUpdate, bandedRow, eliminateRows, threes, triangle } from './front-kernels.js';
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
  /** Entries of `A` below the diagonal, front by front, then its diagonal. */
  readonly values: Float64Array;
  readonly position: Int32Array;
  readonly fill: number;
  readonly flops: number;
  readonly #fronts: Fronts;
  /** Inverse pivots, and two spare entries for tiles with fewer than three columns. */
  readonly #inversePivot: Float64Array;
  /**
   * Panels with `L`, in bands (see front-kernels.ts), whose entries above the diagonal have no
   * meaning. Behind them are the update matrices that wait for their parents, as lower triangles.
   */
  readonly #store: Float64Array;
  /** Index in the store at which the update matrix of each front begins. */
  readonly #updateStart: Int32Array;
  /** `L D` of a band of a front's own rows, or of those below. */
  readonly #Y: Float64Array;

  constructor(fronts: Fronts) {
    super(fronts.order);
    const { count, firstColumn, rowStart } = fronts;
    const size = fronts.order.length;
    this.#fronts = fronts;
    this.position = fronts.position;
    this.fill = fronts.fill;
    this.flops = fronts.flops;
    this.values = new Float64Array(fronts.place.length + size);
    this.#inversePivot = new Float64Array(size + 2);
    const { updateStart, end } = placeUpdates(fronts);
    this.#updateStart = updateStart;
    this.#store = new Float64Array(end);
    let largest = 0;
    for (let f = 0; f < count; f++) {
      const w = firstColumn[f + 1]! - firstColumn[f]!;
      largest = Math.max(largest, 9 * threes(w) * Math.max(1, threes(rowStart[f + 1]! - rowStart[f]!)));
    }
    this.#Y = new Float64Array(largest);
  }

  protected eliminate(b: Float64Array, z: Float64Array): void {
    const { count, firstColumn, rowStart, panelStart, entryStart, place, childStart, child } = this.#fronts;
    const { order, values } = this;
    const S = this.#store;
    for (let k = 0; k < z.length; k++) z[k] = b[order[k]!]!;
    for (let f = 0; f < count; f++) {
      const first = firstColumn[f]!;
      const w = firstColumn[f + 1]! - first;
      const bands = threes(w);
      const below = threes(rowStart[f + 1]! - rowStart[f]!);
      const base = panelStart[f]!;
      const stride = 9 * bands;
      const update = this.#updateStart[f]!;
      S.fill(0, base, panelStart[f + 1]);
      S.fill(0, update, update + triangle(below));
      for (let e = entryStart[f]!; e < entryStart[f + 1]!; e++) S[place[e]!] = values[e]!;
      for (let c = childStart[f]!; c < childStart[f + 1]!; c++) this.#extendAdd(child[c]!, base, 3 * bands, update);
      this.#factorizeOwn(first, base, w);
      if (below > 0) {
        eliminateRows(S, base, stride, bands, bands + below, stride, this.#inversePivot, first, this.#Y);
        addUpdate(S, update, below, base + bands * stride, stride, w, this.#Y);
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
    const S = this.#store;
    const begin = rowStart[from]!;
    const last = rowStart[from + 1]! - 1;
    // Columns ascend, so those of the panel come first.
    let outside = begin;
    while (outside <= last && relative[outside]! < columns) outside++;
    let s = this.#updateStart[from]!;
    for (let i = begin; i <= last; i += 3) {
      // The last row stands in for missing rows of the tile; zeros are added to it.
      const i0 = relative[i]!;
      const i1 = relative[Math.min(i + 1, last)]!;
      const i2 = relative[Math.min(i + 2, last)]!;
      let p0 = panel + bandedRow(i0, 3 * columns);
      let p1 = panel + bandedRow(i1, 3 * columns);
      let p2 = panel + bandedRow(i2, 3 * columns);
      const most = Math.min(i + 2, last);
      for (let j = begin; j <= most; j++) {
        if (j === outside) {
          p0 = update + triangleRow(i0 - columns) - 3 * columns;
          p1 = update + triangleRow(i1 - columns) - 3 * columns;
          p2 = update + triangleRow(i2 - columns) - 3 * columns;
        }
        const c = 3 * relative[j]!;
        if (j <= i) S[p0 + c]! += S[s]!;
        if (j <= i + 1) S[p1 + c]! += S[s + 1]!;
        S[p2 + c]! += S[s + 2]!;
        s += 3;
      }
      s += 3 * (i + 2 - most);
    }
  }

  /** Factorizes the rows of the panel that are the front's own, with guarded pivots. */
  #factorizeOwn(first: number, base: number, w: number): void {
    const S = this.#store;
    const Y = this.#Y;
    const { pivots, values } = this;
    const inversePivot = this.#inversePivot;
    const diagonal = values.length - this.size;
    const bands = threes(w);
    for (let b = 0; b < bands; b++) {
      eliminateRows(S, base, 9 * bands, b, b + 1, 9 * b, inversePivot, first, Y);
      const band = base + 9 * bands * b;
      for (let i = 3 * b; i < Math.min(3 * b + 3, w); i++) {
        const r = i - 3 * b;
        const row = band + r;
        for (let j = 3 * b; j < i; j++) {
          const other = band + j - 3 * b;
          let y = S[row + 3 * j]!;
          for (let k = 0; k < 3 * j; k += 3) y -= Y[k + r]! * S[other + k]!;
          Y[3 * j + r] = y;
          S[row + 3 * j] = y * inversePivot[first + j]!;
        }
        const k = first + i;
        const akk = values[diagonal + k]!;
        let dk = akk + S[row + 3 * i]!;
        for (let j = 0; j < 3 * i; j += 3) dk -= Y[j + r]! * S[row + j]!;
        const beyondDoubt = dk > pivots[SAFE]! * akk && dk >= pivots[LEAST]! * akk;
        if (!beyondDoubt) pivots[PRESENT] = dk;
        inversePivot[k] = beyondDoubt || this.isIndependent(k, diagonal) ? 1 / dk : 0;
      }
    }
  }

  solveLower(z: Float64Array): void {
    for (let f = 0; f < this.#fronts.count; f++) this.#solveFront(f, z);
  }

  /** Applies a front's columns in {@link solveLower}. */
  #solveFront(f: number, z: Float64Array): void {
    const { firstColumn, rowStart, row, panelStart } = this.#fronts;
    const S = this.#store;
    const first = firstColumn[f]!;
    const w = firstColumn[f + 1]! - first;
    const stride = 9 * threes(w);
    let p = panelStart[f]!;
    for (let i = 1; i < w; i++) {
      const own = p + bandedRow(i, stride);
      let sum = z[first + i]!;
      for (let k = 0; k < i; k++) sum -= S[own + 3 * k]! * z[first + k]!;
      z[first + i] = sum;
    }
    p += threes(w) * stride;
    const last = rowStart[f + 1]! - 1;
    for (let e = rowStart[f]!; e <= last; e += 3, p += stride) {
      let sum0 = 0;
      let sum1 = 0;
      let sum2 = 0;
      for (let k = 0, q = p; k < w; k++, q += 3) {
        const zk = z[first + k]!;
        sum0 += S[q]! * zk;
        sum1 += S[q + 1]! * zk;
        sum2 += S[q + 2]! * zk;
      }
      // The last row stands in for missing rows of the tile; their sums are zero.
      z[row[e]!]! -= sum0;
      z[row[Math.min(e + 1, last)]!]! -= sum1;
      z[row[Math.min(e + 2, last)]!]! -= sum2;
    }
  }

  solveUpper(z: Float64Array, x: Float64Array): void {
    const { order } = this;
    const inversePivot = this.#inversePivot;
    for (let k = 0; k < z.length; k++) z[k]! *= inversePivot[k]!;
    this.solveTranspose(z);
    for (let k = 0; k < z.length; k++) x[order[k]!] = z[k]!;
  }

  protected solveTransposeFrom(k: number, z: Float64Array): void {
    const { count, firstColumn, rowStart, row, panelStart } = this.#fronts;
    const S = this.#store;
    for (let f = count - 1; f >= 0; f--) {
      const first = firstColumn[f]!;
      if (first > k) continue;
      const w = firstColumn[f + 1]! - first;
      const stride = 9 * threes(w);
      let p = panelStart[f]! + threes(w) * stride;
      const last = rowStart[f + 1]! - 1;
      for (let e = rowStart[f]!; e <= last && row[e]! <= k; e += 3, p += stride) {
        const z0 = z[row[e]!]!;
        const z1 = z[row[Math.min(e + 1, last)]!]!;
        const z2 = z[row[Math.min(e + 2, last)]!]!;
        for (let c = 0, q = p; c < w; c++, q += 3) {
          z[first + c]! -= S[q]! * z0 + S[q + 1]! * z1 + S[q + 2]! * z2;
        }
      }
      for (let i = Math.min(w - 1, k - first); i > 0; i--) {
        const zi = z[first + i]!;
        p = panelStart[f]! + bandedRow(i, stride);
        for (let c = 0; c < i; c++) z[first + c]! -= S[p + 3 * c]! * zi;
      }
    }
  }
}

/** Returns the index of the entry in column 0 of row `i` of a lower triangle. */
function triangleRow(i: number): number {
  const band = (i / 3) | 0;
  return triangle(band) + i - 3 * band;
}

/**
 * Places each front's update matrix behind the panels, until its parent uses it. In a postorder a
 * front's children are the last before it among those that wait at their depth. Two stacks are
 * therefore enough, one for even depths and one for odd: a front's own matrix never overlaps those
 * of its children.
 */
function placeUpdates({ count, rowStart, panelStart, childStart, child }: Fronts): {
  updateStart: Int32Array;
  end: number;
} {
  const odd = new Uint8Array(count);
  for (let f = count - 1; f >= 0; f--) {
    for (let c = childStart[f]!; c < childStart[f + 1]!; c++) odd[child[c]!] = 1 - odd[f]!;
  }
  const updateStart = new Int32Array(count);
  const top = [0, 0];
  const length = [0, 0];
  for (let f = 0; f < count; f++) {
    if (childStart[f]! < childStart[f + 1]!) top[1 - odd[f]!] = updateStart[child[childStart[f]!]!]!;
    updateStart[f] = top[odd[f]!]!;
    top[odd[f]!]! += triangle(threes(rowStart[f + 1]! - rowStart[f]!));
    length[odd[f]!] = Math.max(length[odd[f]!]!, top[odd[f]!]!);
  }
  const panels = panelStart[count]!;
  for (let f = 0; f < count; f++) updateStart[f]! += panels + (odd[f] === 1 ? length[0]! : 0);
  return { updateStart, end: panels + length[0]! + length[1]! };
}
