import { copy } from '../base/vector.js';

/** Part of the largest weight from which on a row serves as well as any: of equals, the first is taken. */
const NEARLY_LARGEST = 0.7;

/**
 * A basis of a null space of few dimensions, column by column, and the same made orthonormal. Allocates
 * nothing once it is made.
 */
export class NullBasis {
  readonly size: number;
  readonly count: number;
  /** The columns. */
  readonly columns: readonly Float64Array[];
  /** The same, orthonormal. */
  readonly #orthonormal: readonly Float64Array[];
  readonly #weighted: readonly Float64Array[];
  readonly #chosen: Uint8Array;
  readonly #pivot: Float64Array;

  constructor(size: number, count: number) {
    const make = (): Float64Array[] => Array.from({ length: count }, () => new Float64Array(size));
    this.size = size;
    this.count = count;
    this.columns = make();
    this.#orthonormal = make();
    this.#weighted = make();
    this.#chosen = new Uint8Array(size);
    this.#pivot = new Float64Array(count);
  }

  /** Takes the columns as they are now. */
  update(): void {
    for (let j = 0; j < this.count; j++) copy(this.columns[j]!, 0, this.#orthonormal[j]!, 0, this.size);
    orthonormalize(this.#orthonormal);
  }

  /** `x −= N Nᵀ x`, with the orthonormal `N`. Returns the length of what is removed. */
  remove(x: Float64Array): number {
    let square = 0;
    for (const n of this.#orthonormal) {
      let product = 0;
      for (let i = 0; i < x.length; i++) product += n[i]! * x[i]!;
      for (let i = 0; i < x.length; i++) x[i]! -= product * n[i]!;
      square += product * product;
    }
    return Math.sqrt(square);
  }

  /**
   * Writes to `rows`, ascending, one row for each column such that the rest of the matrix, with its
   * rows measured by `scale`, is as regular as may be: those with the largest parts of the null space,
   * one after the other (Golub & Van Loan, Matrix Computations, section 5.5.7). The choice depends on
   * the space alone, not on its basis. Returns false where they are the same as before.
   */
  chooseRows(scale: Float64Array, rows: Int32Array): boolean {
    const weighted = this.#weighted;
    const chosen = this.#chosen.fill(0);
    weighted.forEach((w, j) => {
      const n = this.#orthonormal[j]!;
      for (let i = 0; i < w.length; i++) w[i] = scale[i]! * n[i]!;
    });
    orthonormalize(weighted);
    for (let round = 0; round < this.count; round++) {
      const row = this.#heaviest();
      if (row < 0) return false;
      chosen[row] = 1;
      this.#takeOut(row);
    }
    let changed = false;
    for (let i = 0, k = 0; i < chosen.length; i++) {
      if (chosen[i] === 0) continue;
      if (rows[k] !== i) changed = true;
      rows[k++] = i;
    }
    return changed;
  }

  /** The first row of nearly the largest weight that is not chosen yet; −1 where none has any. */
  #heaviest(): number {
    let most = 0;
    for (let i = 0; i < this.size; i++) if (this.#chosen[i] === 0) most = Math.max(most, this.#weight(i));
    if (!(most > 0)) return -1;
    for (let i = 0; i < this.size; i++) if (this.#chosen[i] === 0 && this.#weight(i) >= NEARLY_LARGEST * most) return i;
    return -1;
  }

  /** The square of the part of row `i` in the null space. */
  #weight(i: number): number {
    let sum = 0;
    for (const w of this.#weighted) sum += w[i]! * w[i]!;
    return sum;
  }

  /** Leaves what of the null space is zero in row `i`. */
  #takeOut(i: number): void {
    const pivot = this.#pivot;
    const square = this.#weight(i);
    for (let j = 0; j < pivot.length; j++) pivot[j] = this.#weighted[j]![i]!;
    for (let r = 0; r < this.size; r++) {
      let product = 0;
      for (let j = 0; j < pivot.length; j++) product += this.#weighted[j]![r]! * pivot[j]!;
      product /= square;
      for (let j = 0; j < pivot.length; j++) this.#weighted[j]![r]! -= product * pivot[j]!;
    }
  }
}

/** Makes vectors orthonormal, one after the other (modified Gram-Schmidt). */
function orthonormalize(vectors: readonly Float64Array[]): void {
  vectors.forEach((x, j) => {
    for (let k = 0; k < j; k++) {
      const n = vectors[k]!;
      let product = 0;
      for (let i = 0; i < x.length; i++) product += n[i]! * x[i]!;
      for (let i = 0; i < x.length; i++) x[i]! -= product * n[i]!;
    }
    let square = 0;
    for (const entry of x) square += entry * entry;
    const inverse = square > 0 ? 1 / Math.sqrt(square) : 0;
    for (let i = 0; i < x.length; i++) x[i]! *= inverse;
  });
}
