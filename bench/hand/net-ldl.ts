import { HandWrittenNet } from './net.js';
import { rowsOf, type Rows } from './net-rows.js';

/** The net solved by `L D Lᵀ`, row by row, along a pattern of `L` found once. */
export class NetByLDL extends HandWrittenNet {
  readonly #rows: Rows;
  readonly #start: Int32Array;
  readonly #row: Int32Array;
  readonly #rowStart: Int32Array;
  readonly #column: Int32Array;
  readonly #L: Float64Array;
  readonly #inverse: Float64Array;
  readonly #y: Float64Array;
  readonly #next: Int32Array;

  constructor(q: ArrayLike<number>, rods: readonly (readonly [number, number])[], g: number) {
    super(q, rods, g);
    const n = rods.length;
    const rows = rowsOf(rods);
    const parent = new Int32Array(n).fill(-1);
    const seen = new Int32Array(n);
    const rowStart = new Int32Array(n + 1);
    const columns: number[] = [];
    const count = new Int32Array(n + 1);
    for (let k = 0; k < n; k++) {
      seen[k] = k;
      const found: number[] = [];
      for (let e = rows.start[k]!; e < rows.start[k + 1]!; e++) {
        for (let j = rows.column[e]!; seen[j] !== k; j = parent[j]!) {
          if (parent[j]! < 0) parent[j] = k;
          seen[j] = k;
          found.push(j);
        }
      }
      found.sort((a, b) => a - b);
      for (const j of found) {
        columns.push(j);
        count[j + 1]!++;
      }
      rowStart[k + 1] = columns.length;
    }
    for (let j = 0; j < n; j++) count[j + 1]! += count[j]!;
    const next = count.slice(0, n);
    this.#row = new Int32Array(columns.length);
    for (let k = 0; k < n; k++) {
      for (let e = rowStart[k]!; e < rowStart[k + 1]!; e++) this.#row[next[columns[e]!]!++] = k;
    }
    this.#rows = rows;
    this.#start = count;
    this.#rowStart = rowStart;
    this.#column = Int32Array.from(columns);
    this.#L = new Float64Array(columns.length);
    this.#inverse = new Float64Array(n);
    this.#y = new Float64Array(n);
    this.#next = next;
  }

  protected solve(): void {
    const { ux, uy, b, mu, rods } = this;
    const { start: from, column: index, sign, diagonal } = this.#rows;
    const start = this.#start;
    const row = this.#row;
    const rowStart = this.#rowStart;
    const column = this.#column;
    const L = this.#L;
    const inverse = this.#inverse;
    const y = this.#y;
    const next = this.#next;
    for (let k = 0; k < rods; k++) {
      next[k] = start[k]!;
      const x0 = ux[k]!;
      const y0 = uy[k]!;
      for (let e = from[k]!; e < from[k + 1]!; e++) {
        const j = index[e]!;
        y[j] = sign[e]! * (x0 * ux[j]! + y0 * uy[j]!);
      }
      let d = diagonal[k]!;
      let z = b[k]!;
      const end = rowStart[k + 1]!;
      for (let e = rowStart[k]!; e < end; e++) {
        const j = column[e]!;
        const yj = y[j]!;
        y[j] = 0;
        const last = next[j]!;
        for (let p = start[j]!; p < last; p++) y[row[p]!]! -= L[p]! * yj;
        const l = yj * inverse[j]!;
        L[last] = l;
        next[j] = last + 1;
        d -= l * yj;
        z -= l * mu[j]!;
      }
      inverse[k] = 1 / d;
      mu[k] = z;
    }
    for (let j = rods - 1; j >= 0; j--) {
      let z = mu[j]! * inverse[j]!;
      const end = start[j + 1]!;
      for (let p = start[j]!; p < end; p++) z -= L[p]! * mu[row[p]!]!;
      mu[j] = z;
    }
  }
}
