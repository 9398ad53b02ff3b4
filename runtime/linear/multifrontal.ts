import { eliminateRows, setUpdate, triangle } from './front-kernels.js';
import type { Fronts } from './fronts.js';
import { GuardedFactorization, LEAST, PRESENT, SAFE } from './guarded-factorization.js';

/** A front's own rows are factorised so many at a time. */
const GROUP = 4;

/**
 * `P A Pᵀ = L D Lᵀ`, front by front; see {@link Fronts}. Each panel takes up the entries of `A` and of its children's update matrices, is factorised
 *
 *     y_ij = f_ij − Σ_{k<j} y_ik l_jk,   l_ij = y_ij / d_j,   d_i = f_ii − Σ_{k<i} l_ik y_ik
 *
 * and leaves `C = −Y Lᵀ` of the rows below, with what is left of the children's, to its parent. For matrices with much fill, as those of nets: nearly all
 * operations are those of dense kernels.
 */
export class MultifrontalFactorization extends GuardedFactorization {
  /** `L`: panels, row by row, in which the entries above the diagonal mean nothing. Then the diagonal of `P A Pᵀ`. */
  readonly values: Float64Array;
  readonly position: Int32Array;
  readonly fill: number;
  readonly flops: number;
  readonly #fronts: Fronts;
  readonly #inversePivot: Float64Array;
  /** Update matrices that wait for their parents, lower triangles row by row, and where that of each front begins. */
  readonly #updates: Float64Array;
  readonly #updateStart: Int32Array;
  /** `L D` of a few rows of a front's own, or of those below, row by row. */
  readonly #Y: Float64Array;

  constructor(fronts: Fronts) {
    super(fronts.order);
    const { count, firstColumn, rowStart, panelStart } = fronts;
    const size = fronts.order.length;
    this.#fronts = fronts;
    this.position = fronts.position;
    this.fill = fronts.fill;
    this.flops = fronts.flops;
    this.values = new Float64Array(panelStart[count]! + size);
    this.#inversePivot = new Float64Array(size);
    const { updateStart, length } = placeUpdates(fronts);
    this.#updateStart = updateStart;
    this.#updates = new Float64Array(length);
    let largest = 0;
    for (let f = 0; f < count; f++) {
      const w = firstColumn[f + 1]! - firstColumn[f]!;
      largest = Math.max(largest, w * Math.max(GROUP, rowStart[f + 1]! - rowStart[f]!));
    }
    this.#Y = new Float64Array(largest);
  }

  clear(): void {
    this.values.fill(0);
  }

  factorize(b: Float64Array, z: Float64Array): void {
    const { count, firstColumn, rowStart, panelStart } = this.#fronts;
    const P = this.values;
    this.begin();
    for (let f = 0; f < count; f++) {
      const first = firstColumn[f]!;
      const w = firstColumn[f + 1]! - first;
      const u = rowStart[f + 1]! - rowStart[f]!;
      const base = panelStart[f]!;
      this.#addToPanel(f, base, w);
      this.#factorizeOwn(first, base, w);
      if (u === 0) continue;
      eliminateRows(P, base, w, w, w + u, w, this.#inversePivot, first, this.#Y);
      setUpdate(this.#updates, this.#updateStart[f]!, u, P, base + w * w, this.#Y, w);
      this.#addToUpdate(f, w);
    }
    const { order } = this;
    for (let k = 0; k < z.length; k++) z[k] = b[order[k]!]!;
    this.solveLower(z);
  }

  /** Adds those entries of the children's update matrices that are in the front's columns. */
  #addToPanel(f: number, base: number, w: number): void {
    const { childStart, child, rowStart, relative } = this.#fronts;
    const P = this.values;
    const C = this.#updates;
    for (let c = childStart[f]!; c < childStart[f + 1]!; c++) {
      const from = child[c]!;
      const begin = rowStart[from]!;
      const end = rowStart[from + 1]!;
      let e = this.#updateStart[from]!;
      for (let i = begin; i < end; i++) {
        const row = base + relative[i]! * w;
        // Columns ascend: those of the front come first.
        for (let j = begin; j <= i && relative[j]! < w; j++) P[row + relative[j]!]! += C[e + j - begin]!;
        e += i - begin + 1;
      }
    }
  }

  /** Adds what is left of the children's update matrices to the front's own. */
  #addToUpdate(f: number, w: number): void {
    const { childStart, child, rowStart, relative } = this.#fronts;
    const C = this.#updates;
    const to = this.#updateStart[f]!;
    for (let c = childStart[f]!; c < childStart[f + 1]!; c++) {
      const from = child[c]!;
      const begin = rowStart[from]!;
      const end = rowStart[from + 1]!;
      let outside = begin;
      while (outside < end && relative[outside]! < w) outside++;
      for (let i = outside; i < end; i++) {
        const e = this.#updateStart[from]! + triangle(i - begin) - begin;
        const row = to + triangle(relative[i]! - w) - w;
        for (let j = outside; j <= i; j++) C[row + relative[j]!]! += C[e + j]!;
      }
    }
  }

  /** The rows of the panel that are the front's own, with guarded pivots. */
  #factorizeOwn(first: number, base: number, w: number): void {
    const P = this.values;
    const Y = this.#Y;
    const { pivots } = this;
    const inversePivot = this.#inversePivot;
    const diagonal = this.#fronts.panelStart[this.#fronts.count]!;
    for (let group = 0; group < w; group += GROUP) {
      const end = Math.min(group + GROUP, w);
      eliminateRows(P, base, w, group, end, group, inversePivot, first, Y);
      for (let i = group, yi = 0; i < end; i++, yi += w) {
        const row = base + i * w;
        for (let j = group; j < i; j++) {
          const other = base + j * w;
          let y = P[row + j]!;
          for (let k = 0; k < j; k++) y -= Y[yi + k]! * P[other + k]!;
          Y[yi + j] = y;
          P[row + j] = y * inversePivot[first + j]!;
        }
        const k = first + i;
        const akk = P[diagonal + k]!;
        let dk = akk + P[row + i]!;
        for (let j = 0; j < i; j++) dk -= Y[yi + j]! * P[row + j]!;
        const beyondDoubt = dk > pivots[SAFE]! * akk && dk >= pivots[LEAST]! * akk;
        if (!beyondDoubt) pivots[PRESENT] = dk;
        inversePivot[k] = beyondDoubt || this.isIndependent(k, diagonal) ? 1 / dk : 0;
      }
    }
  }

  solveLower(z: Float64Array): void {
    const { count, firstColumn, rowStart, row, panelStart } = this.#fronts;
    const P = this.values;
    for (let f = 0; f < count; f++) {
      const first = firstColumn[f]!;
      const w = firstColumn[f + 1]! - first;
      let p = panelStart[f]!;
      for (let i = 0; i < w; i++, p += w) {
        let sum = z[first + i]!;
        for (let k = 0; k < i; k++) sum -= P[p + k]! * z[first + k]!;
        z[first + i] = sum;
      }
      const end = rowStart[f + 1]!;
      for (let e = rowStart[f]!; e < end; e += 2, p += 2 * w) {
        // An odd last row is done twice.
        const i0 = row[e]!;
        const i1 = row[Math.min(e + 1, end - 1)]!;
        const q = e + 1 < end ? p + w : p;
        let sum0 = z[i0]!;
        let sum1 = z[i1]!;
        for (let k = 0; k < w; k++) {
          const zk = z[first + k]!;
          sum0 -= P[p + k]! * zk;
          sum1 -= P[q + k]! * zk;
        }
        z[i0] = sum0;
        z[i1] = sum1;
      }
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
    const P = this.values;
    for (let f = count - 1; f >= 0; f--) {
      const first = firstColumn[f]!;
      if (first > k) continue;
      const w = firstColumn[f + 1]! - first;
      let p = panelStart[f]! + w * w;
      const end = rowStart[f + 1]!;
      for (let e = rowStart[f]!; e < end && row[e]! <= k; e += 2, p += 2 * w) {
        const odd = e + 1 === end;
        const z0 = z[row[e]!]!;
        const z1 = odd ? 0 : z[row[e + 1]!]!;
        const q = odd ? p : p + w;
        for (let c = 0; c < w; c++) z[first + c]! -= P[p + c]! * z0 + P[q + c]! * z1;
      }
      for (let i = Math.min(w - 1, k - first); i > 0; i--) {
        const zi = z[first + i]!;
        p = panelStart[f]! + i * w;
        for (let c = 0; c < i; c++) z[first + c]! -= P[p + c]! * zi;
      }
    }
  }
}

/**
 * Where each front's update matrix waits. In a postorder a front's children are the last before it among those that wait at their depth; so two stacks are
 * enough, one for even depths and one for odd ones: a front's own matrix then never lies over those of its children.
 */
function placeUpdates({ count, rowStart, childStart, child }: Fronts): { updateStart: Int32Array; length: number } {
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
    top[odd[f]!]! += triangle(rowStart[f + 1]! - rowStart[f]!);
    length[odd[f]!] = Math.max(length[odd[f]!]!, top[odd[f]!]!);
  }
  for (let f = 0; f < count; f++) if (odd[f] === 1) updateStart[f]! += length[0]!;
  return { updateStart, length: length[0]! + length[1]! };
}
