/** Numbers of a part of a row: first column, index of the first entry, number of entries. */
export const FACTOR_STRIDE = 3;

/**
 * `A = H Hᵀ` by its factor, which has one row per row of `J` and one part in it per body that the row
 * is attached to. What rows do to each other goes through the bodies: `A x = H (Hᵀ x)` takes a time in
 * proportion to the rows, where `A` has an entry for each two that share a body.
 */
export class RowFactors {
  /** Number of columns: the velocities of bodies with rows. */
  readonly columns: number;
  /** First part of each row in {@link parts}, and at the end the number of parts. */
  readonly start: Int32Array;
  readonly parts: Int32Array;
  readonly H: Float64Array;
  readonly #z: Float64Array;

  constructor(columns: number, start: Int32Array, parts: Int32Array, H: Float64Array) {
    this.columns = columns;
    this.start = start;
    this.parts = parts;
    this.H = H;
    this.#z = new Float64Array(columns);
  }

  /** Writes `H` as it is at present. */
  load(): void {
    // It stays as it is.
  }

  /** `out = diag(A)`. */
  diagonal(out: Float64Array): void {
    const { start, parts, H } = this;
    for (let i = 0; i < out.length; i++) {
      let sum = 0;
      for (let p = FACTOR_STRIDE * start[i]!; p < FACTOR_STRIDE * start[i + 1]!; p += FACTOR_STRIDE) {
        const end = parts[p + 1]! + parts[p + 2]!;
        for (let e = parts[p + 1]!; e < end; e++) sum += H[e]! * H[e]!;
      }
      out[i] = sum;
    }
  }

  /** `z += Hᵀ x`. */
  addTransposed(x: Float64Array, z: Float64Array): void {
    const { start, parts, H } = this;
    for (let i = 0; i < x.length; i++) {
      const xi = x[i]!;
      if (xi === 0) continue;
      for (let p = FACTOR_STRIDE * start[i]!; p < FACTOR_STRIDE * start[i + 1]!; p += FACTOR_STRIDE) {
        const end = parts[p + 1]! + parts[p + 2]!;
        for (let e = parts[p + 1]!, c = parts[p]!; e < end; e++, c++) z[c]! += H[e]! * xi;
      }
    }
  }

  /** `out = A x`. */
  multiply(x: Float64Array, out: Float64Array): void {
    const z = this.#z.fill(0);
    this.addTransposed(x, z);
    this.multiplyColumns(z, out);
  }

  /** `out = H z`. */
  multiplyColumns(z: Float64Array, out: Float64Array): void {
    const { start, parts, H } = this;
    for (let i = 0; i < out.length; i++) {
      let sum = 0;
      for (let p = FACTOR_STRIDE * start[i]!; p < FACTOR_STRIDE * start[i + 1]!; p += FACTOR_STRIDE) {
        const end = parts[p + 1]! + parts[p + 2]!;
        for (let e = parts[p + 1]!, c = parts[p]!; e < end; e++, c++) sum += H[e]! * z[c]!;
      }
      out[i] = sum;
    }
  }
}
