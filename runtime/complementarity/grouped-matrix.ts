import type { MatrixSource, MatrixWriter } from '../equations/matrix-source.js';
import { blockGraph, type SymmetricPattern } from '../equations/symmetric-pattern.js';
import type { RowGroups } from './row-groups.js';

/** Number of entries of a group's basis: three by three, row by row. */
export const BASIS = 9;

/**
 * A symmetric matrix whose rows come in groups; see {@link RowGroups}. It is kept as written out,
 * multiplies vectors, and writes itself in other bases of the groups, `Eᵀ A E` with a block-diagonal
 * `E`. For that its pattern is completed: where one row of a group has an entry, all have.
 */
export class GroupedMatrix {
  readonly pattern: SymmetricPattern;
  readonly #values: Float64Array;
  readonly #writer: MatrixWriter;
  readonly #first: Int32Array;
  /**
   * Pairs of groups `g ≥ h` that have entries in common, and of each the distance of its entry
   * `(first[g], first[h])` from the end of its column, which is the same for all columns of `h`.
   */
  readonly pairs: { readonly g: Int32Array; readonly h: Int32Array; readonly fromEnd: Int32Array };
  /** `A_gh` and `A_gh E_h` of the pair at hand. */
  readonly #block = new Float64Array(BASIS);
  readonly #half = new Float64Array(BASIS);

  constructor(source: MatrixSource, groups: RowGroups) {
    const pattern = completePattern(source.pattern, groups);
    const { start, row } = pattern;
    const { count, first, groupOf } = groups;
    this.pattern = pattern;
    this.#first = first;
    this.#values = new Float64Array(row.length);
    this.#writer = source.writer(placesIn(pattern, source.pattern));
    const g = new Int32Array(row.length);
    const h = new Int32Array(row.length);
    const fromEnd = new Int32Array(row.length);
    let pairs = 0;
    for (let group = 0; group < count; group++) {
      const end = start[first[group]! + 1]!;
      for (let e = start[first[group]!]!; e < end; e++) {
        const other = groupOf[row[e]!]!;
        if (first[other] !== row[e]) continue;
        g[pairs] = other;
        h[pairs] = group;
        fromEnd[pairs++] = end - e;
      }
    }
    this.pairs = { g: g.slice(0, pairs), h: h.slice(0, pairs), fromEnd: fromEnd.slice(0, pairs) };
  }

  /** Reads the present entries from the source. */
  load(): void {
    this.#writer.write(this.#values);
  }

  /** Entry `e` of the pattern. */
  get values(): Float64Array {
    return this.#values;
  }

  /** `out = diag(A)`. */
  diagonal(out: Float64Array): void {
    const { start } = this.pattern;
    for (let j = 0; j < out.length; j++) out[j] = this.#values[start[j]!]!;
  }

  /** Sets `diag(A)`. */
  setDiagonal(diagonal: Float64Array): void {
    const { start } = this.pattern;
    for (let j = 0; j < diagonal.length; j++) this.#values[start[j]!] = diagonal[j]!;
  }

  /** `out = A x`. */
  multiply(x: Float64Array, out: Float64Array): void {
    const { size, start, row } = this.pattern;
    const values = this.#values;
    out.fill(0);
    for (let j = 0; j < size; j++) {
      const xj = x[j]!;
      const first = start[j]!;
      const end = start[j + 1]!;
      let sum = values[first]! * xj;
      for (let e = first + 1; e < end; e++) {
        const i = row[e]!;
        const a = values[e]!;
        sum += a * x[i]!;
        out[i]! += a * xj;
      }
      out[j]! += sum;
    }
  }

  /**
   * `target[position[e]] = ` entry `e` of `Eᵀ A E`. `basis` holds nine entries per group, `E_g` row
   * by row; only the first counts for groups of one row.
   */
  writeInBasis(basis: Float64Array, target: Float64Array, position: Int32Array): void {
    const { start } = this.pattern;
    const values = this.#values;
    const first = this.#first;
    const { g, h, fromEnd } = this.pairs;
    for (let pair = 0; pair < g.length; pair++) {
      const i = first[g[pair]!]!;
      const j = first[h[pair]!]!;
      const rows = first[g[pair]! + 1]! - i;
      const columns = first[h[pair]! + 1]! - j;
      if (rows === 1 && columns === 1) {
        const e = start[j + 1]! - fromEnd[pair]!;
        target[position[e]!] = basis[BASIS * g[pair]!]! * values[e]! * basis[BASIS * h[pair]!]!;
      } else if (i === j) {
        this.#writeDiagonalBlock(pair, rows, basis, target, position);
      } else {
        this.#writeBlock(pair, rows, columns, basis, target, position);
      }
    }
  }

  #writeBlock(
    pair: number,
    rows: number,
    columns: number,
    basis: Float64Array,
    target: Float64Array,
    position: Int32Array,
  ): void {
    const { start } = this.pattern;
    const A = this.#block;
    const { g, h, fromEnd } = this.pairs;
    const j = this.#first[h[pair]!]!;
    for (let c = 0; c < columns; c++) {
      const e = start[j + c + 1]! - fromEnd[pair]!;
      for (let r = 0; r < rows; r++) A[3 * r + c] = this.#values[e + r]!;
    }
    this.#transform(rows, columns, basis, g[pair]!, h[pair]!);
    for (let c = 0; c < columns; c++) {
      const e = start[j + c + 1]! - fromEnd[pair]!;
      for (let r = 0; r < rows; r++) target[position[e + r]!] = A[3 * r + c]!;
    }
  }

  #writeDiagonalBlock(
    pair: number,
    rows: number,
    basis: Float64Array,
    target: Float64Array,
    position: Int32Array,
  ): void {
    const { start } = this.pattern;
    const A = this.#block;
    const g = this.pairs.g[pair]!;
    const j = this.#first[g]!;
    for (let c = 0; c < rows; c++) {
      for (let r = c; r < rows; r++) A[3 * r + c] = A[3 * c + r] = this.#values[start[j + c]! + r - c]!;
    }
    this.#transform(rows, rows, basis, g, g);
    for (let c = 0; c < rows; c++) {
      for (let r = c; r < rows; r++) target[position[start[j + c]! + r - c]!] = A[3 * r + c]!;
    }
  }

  /** `A_gh = E_gᵀ A_gh E_h`. */
  #transform(rows: number, columns: number, basis: Float64Array, g: number, h: number): void {
    const A = this.#block;
    const B = this.#half;
    for (let r = 0; r < rows; r++) {
      for (let c = 0; c < columns; c++) {
        let sum = 0;
        for (let k = 0; k < columns; k++) sum += A[3 * r + k]! * basis[BASIS * h + 3 * k + c]!;
        B[3 * r + c] = sum;
      }
    }
    for (let r = 0; r < rows; r++) {
      for (let c = 0; c < columns; c++) {
        let sum = 0;
        for (let k = 0; k < rows; k++) sum += basis[BASIS * g + 3 * k + r]! * B[3 * k + c]!;
        A[3 * r + c] = sum;
      }
    }
  }
}

/**
 * Completes a pattern to whole blocks: its own blocks, joined where a group has rows in
 * several.
 */
function completePattern(pattern: SymmetricPattern, { groupOf, count }: RowGroups): SymmetricPattern {
  const { size } = pattern;
  // Groups of one row have nothing to complete.
  if (count === size) return pattern;
  const blockStart = pattern.blockStart.filter((i) => i === 0 || i === size || groupOf[i] !== groupOf[i - 1]);
  const { start: first, neighbour } = blockGraph({ ...pattern, blockStart });
  const start = new Int32Array(size + 1);
  const rows: number[] = [];
  for (let block = 0; block + 1 < blockStart.length; block++) {
    const above = neighbour.subarray(first[block], first[block + 1]).filter((other) => other > block);
    above.sort();
    for (let j = blockStart[block]!; j < blockStart[block + 1]!; j++) {
      for (let i = j; i < blockStart[block + 1]!; i++) rows.push(i);
      for (const other of above) for (let i = blockStart[other]!; i < blockStart[other + 1]!; i++) rows.push(i);
      start[j + 1] = rows.length;
    }
  }
  return { size, start, row: Int32Array.from(rows), blockStart };
}

/** Finds the index in `pattern` of each entry of a pattern that it includes. */
function placesIn(pattern: SymmetricPattern, included: SymmetricPattern): Int32Array {
  const places = new Int32Array(included.row.length);
  for (let j = 0; j < pattern.size; j++) {
    let at = pattern.start[j]!;
    for (let e = included.start[j]!; e < included.start[j + 1]!; e++) {
      while (pattern.row[at]! < included.row[e]!) at++;
      places[e] = at;
    }
  }
  return places;
}
