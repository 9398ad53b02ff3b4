import { cubed } from '../base/powers.js';
import type { MatrixSource, MatrixWriter } from '../equations/matrix-source.js';
import { NEGLIGIBLE_PIVOT, type Preconditioner } from './preconditioner.js';
import { blockOfRows } from '../equations/symmetric-pattern.js';

/**
 * The diagonal blocks of `A`, one per constraint, as `L D Lᵀ`. They would be all of `A` if
 * constraints did not act on each other (Saad, Iterative Methods for Sparse Linear Systems, section
 * 12.2). Rows of a constraint that depend on each other are decoupled.
 */
export class BlockJacobi implements Preconditioner {
  readonly fill: number;
  readonly flops: number;
  readonly #writer: MatrixWriter;
  readonly #blockStart: Int32Array;
  /**
   * Index at which each block begins in `values`. Blocks are square and row-major, with the lower
   * triangle in use.
   */
  readonly #place: Int32Array;
  readonly #values: Float64Array;

  constructor(matrix: MatrixSource) {
    const { start, row, blockStart, size } = matrix.pattern;
    const blocks = blockStart.length - 1;
    const place = new Int32Array(blocks + 1);
    let fill = 0;
    let flops = 0;
    for (let block = 0; block < blocks; block++) {
      const rows = blockStart[block + 1]! - blockStart[block]!;
      place[block + 1] = place[block]! + rows * rows;
      fill += (rows * (rows - 1)) / 2;
      flops += cubed(rows) / 3;
    }
    const blockOf = blockOfRows(matrix.pattern);
    const position = new Int32Array(row.length).fill(-1);
    for (let j = 0; j < size; j++) {
      const block = blockOf[j]!;
      const first = blockStart[block]!;
      const rows = blockStart[block + 1]! - first;
      for (let e = start[j]!; e < start[j + 1]!; e++) {
        if (blockOf[row[e]!] === block) position[e] = place[block]! + (row[e]! - first) * rows + j - first;
      }
    }
    this.fill = fill;
    this.flops = Math.round(flops);
    this.#writer = matrix.writer(position);
    this.#blockStart = blockStart;
    this.#place = place;
    this.#values = new Float64Array(place[blocks]!);
  }

  update(): void {
    const values = this.#values;
    const blockStart = this.#blockStart;
    this.#writer.write(values);
    for (let block = 0; block + 1 < blockStart.length; block++) {
      factorizeBlock(values, this.#place[block]!, blockStart[block + 1]! - blockStart[block]!);
    }
  }

  apply(r: Float64Array, z: Float64Array): void {
    const a = this.#values;
    const blockStart = this.#blockStart;
    z.set(r);
    for (let block = 0; block + 1 < blockStart.length; block++) {
      const first = blockStart[block]!;
      const n = blockStart[block + 1]! - first;
      const base = this.#place[block]!;
      for (let i = 0; i < n; i++) {
        for (let j = 0; j < i; j++) z[first + i]! -= a[base + i * n + j]! * z[first + j]!;
      }
      for (let i = n - 1; i >= 0; i--) {
        z[first + i]! *= a[base + i * n + i]!;
        for (let j = i + 1; j < n; j++) z[first + i]! -= a[base + j * n + i]! * z[first + j]!;
      }
    }
  }
}

/** Factorizes a small dense block as `L D Lᵀ` in place, with `1/D` on the diagonal. */
function factorizeBlock(a: Float64Array, base: number, n: number): void {
  for (let k = 0; k < n; k++) {
    const akk = a[base + k * n + k]!;
    let dk = akk;
    for (let j = 0; j < k; j++) {
      let y = a[base + k * n + j]!;
      for (let i = 0; i < j; i++) {
        y -= (a[base + k * n + i]! * a[base + j * n + i]!) / a[base + i * n + i]!;
      }
      a[base + k * n + j] = y * a[base + j * n + j]!;
      dk -= y * a[base + k * n + j]!;
    }
    if (!(dk > NEGLIGIBLE_PIVOT * akk)) {
      for (let j = 0; j < k; j++) a[base + k * n + j] = 0;
      dk = akk > 0 ? akk : 1;
    }
    a[base + k * n + k] = 1 / dk;
  }
}
