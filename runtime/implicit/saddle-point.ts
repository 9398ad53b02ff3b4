import type { SymmetricPattern } from '../equations/symmetric-pattern.js';
import { SignedFactorization } from '../linear/signed-factorization.js';
import type { Elements } from './elements.js';

/** Regularization of rows, relative to what they would have without it: `ε = REGULARIZATION Σ J_i² / A_ii`. */
const REGULARIZATION = 1e-10;
const MOST_REFINEMENTS = 8;
/** Part of the right-hand side that counts as solved, and factor by which a refinement must gain. */
const SOLVED = 1e-14;
const WORTHWHILE = 0.5;

/** Rows of constraints over the unknowns of their elements. */
export interface PlacedRows {
  readonly elements: Elements;
  /** Number of rows of an element, and of the first of all. */
  readonly rows: number;
  readonly first: number;
  /** Rows over the unknowns of each element, one after the other. */
  readonly values: Float64Array;
}

/**
 * The matrix `[A + N, Jᵀ; J, −α]` of a stage over `n` unknowns and the rows of constraints, with `A` symmetric and
 * `N` skew, of few bodies. `[A, Jᵀ; J, −α − ε]` is factorized; refinement takes care of `N` and `ε`.
 */
export class SaddlePointMatrix {
  readonly n: number;
  readonly rowCount: number;
  /** `α` of each row, 0 for those that are hard. */
  readonly compliance: Float64Array;
  readonly factors: SignedFactorization;
  /** Indices in the values of the diagonal, unknowns first. */
  readonly diagonal: Int32Array;
  readonly #pattern: SymmetricPattern;
  readonly #rows: readonly PlacedRows[];
  readonly #rowEntries: readonly Int32Array[];
  readonly #epsilon: Float64Array;
  /** Entries of `N`: row, column and value of each. */
  readonly #skew: { i: number[]; j: number[]; value: number[] } = { i: [], j: [], value: [] };
  readonly #residual: Float64Array;
  readonly #change: Float64Array;

  /** `blocks` are lists of unknowns that are coupled, those of each body among them, in order. */
  constructor(
    n: number,
    rowCount: number,
    blocks: readonly (readonly number[])[],
    elements: readonly Elements[],
    rows: readonly PlacedRows[],
  ) {
    const size = n + rowCount;
    const columns = Array.from({ length: size }, (_, j) => new Set([j]));
    const couple = (i: number, j: number): void => {
      if (i >= 0 && j >= 0) columns[Math.min(i, j)]!.add(Math.max(i, j));
    };
    for (const block of blocks) for (const i of block) for (const j of block) couple(i, j);
    for (const { count, start, unknowns } of elements) {
      for (let k = 0; k < count; k++)
        for (let a = start[k]!; a < start[k + 1]!; a++)
          for (let b = start[k]!; b <= a; b++) couple(unknowns[a]!, unknowns[b]!);
    }
    for (const { elements: own, rows: count, first } of rows) {
      for (let k = 0; k < own.count; k++) {
        for (let r = 0; r < count; r++) {
          const row = n + first + k * count + r;
          for (let a = own.start[k]!; a < own.start[k + 1]!; a++) couple(row, own.unknowns[a]!);
          for (let other = 0; other < r; other++) couple(row, row - r + other);
        }
      }
    }
    const start = new Int32Array(size + 1);
    const lists = columns.map((set) => Int32Array.from(set).sort());
    lists.forEach((list, j) => (start[j + 1] = start[j]! + list.length));
    const row = new Int32Array(start[size]!);
    lists.forEach((list, j) => {
      row.set(list, start[j]);
    });
    const blockStart = [
      ...blocks.map(([first]) => first!),
      ...rows.flatMap(({ elements: own, rows: count, first }) =>
        Array.from({ length: own.count }, (_, k) => n + first + k * count),
      ),
      size,
    ];
    this.n = n;
    this.rowCount = rowCount;
    this.compliance = new Float64Array(rowCount);
    this.#pattern = { size, start, row, blockStart: Int32Array.from(blockStart) };
    this.factors = new SignedFactorization(this.#pattern);
    const { position } = this.factors;
    this.diagonal = Int32Array.from({ length: size }, (_, j) => position[start[j]!]!);
    for (const list of elements) {
      const entries: number[] = [];
      const pairs: number[] = [];
      list.firstPair = new Int32Array(list.count + 1);
      for (let k = 0; k < list.count; k++) {
        const [first, end] = [list.start[k]!, list.start[k + 1]!];
        for (let a = first; a < end; a++)
          for (let b = first; b < end; b++) {
            const [i, j] = [list.unknowns[a]!, list.unknowns[b]!];
            if (i < j || j < 0) continue;
            entries.push(position[this.#find(i, j)]!);
            pairs.push((a - first) * (end - first) + b - first);
          }
        list.firstPair[k + 1] = entries.length;
      }
      list.entries = Int32Array.from(entries);
      list.pairs = Int32Array.from(pairs);
    }
    this.#rows = rows;
    this.#rowEntries = rows.map(({ elements: own, rows: count, first }) => {
      const entries: number[] = [];
      for (let k = 0; k < own.count; k++)
        for (let r = 0; r < count; r++)
          for (let a = own.start[k]!; a < own.start[k + 1]!; a++) {
            const unknown = own.unknowns[a]!;
            entries.push(unknown < 0 ? -1 : position[this.#find(n + first + k * count + r, unknown)]!);
          }
      return Int32Array.from(entries);
    });
    this.#epsilon = new Float64Array(rowCount);
    this.#residual = new Float64Array(size);
    this.#change = new Float64Array(size);
  }

  get size(): number {
    return this.n + this.rowCount;
  }

  /** Index in the pattern of entry `(i, j)`, `i ≥ j`. */
  #find(i: number, j: number): number {
    const { start, row } = this.#pattern;
    let low = start[j]!;
    let high = start[j + 1]! - 1;
    while (low < high) {
      const middle = (low + high) >> 1;
      if (row[middle]! < i) low = middle + 1;
      else high = middle;
    }
    return low;
  }

  clear(): void {
    this.factors.values.fill(0);
    const { i, j, value } = this.#skew;
    i.length = j.length = value.length = 0;
  }

  /** Adds to entry `(i, j)` of `A`, given for both triangles. */
  add(i: number, j: number, value: number): void {
    const { position, values } = this.factors;
    if (i === j) values[this.diagonal[i]!]! += value;
    else if (i > j && value !== 0) values[position[this.#find(i, j)]!]! += value;
  }

  /** Adds to entry `(i, j)` of `N`. */
  addSkew(i: number, j: number, value: number): void {
    if (value === 0) return;
    this.#skew.i.push(i);
    this.#skew.j.push(j);
    this.#skew.value.push(value);
  }

  /** Writes the rows of constraints, once `A` is complete. */
  writeRows(): void {
    const { values } = this.factors;
    const { diagonal, n, compliance } = this;
    const epsilon = this.#epsilon;
    this.#rows.forEach(({ elements: { count, start, unknowns }, rows, first, values: J }, at) => {
      const entries = this.#rowEntries[at]!;
      let e = 0;
      for (let k = 0; k < count; k++) {
        for (let r = 0; r < rows; r++) {
          let square = 0;
          for (let a = start[k]!; a < start[k + 1]!; a++, e++) {
            const entry = entries[e]!;
            if (entry < 0 || J[e] === 0) continue;
            // Two inputs of one body share unknowns.
            values[entry]! += J[e]!;
            square += (J[e]! * J[e]!) / Math.abs(values[diagonal[unknowns[a]!]!]!);
          }
          const row = first + k * rows + r;
          const alpha = compliance[row]!;
          // A row that nothing moves has no effect.
          epsilon[row] = square > 0 && square < Infinity ? REGULARIZATION * square : alpha > 0 ? 0 : 1;
          values[diagonal[n + row]!] = -alpha - epsilon[row];
        }
      }
    });
  }

  /** Adds to the diagonal of `A`. */
  shift(diagonal: Float64Array, factor: number): void {
    for (let i = 0; i < this.n; i++) this.factors.values[this.diagonal[i]!]! += factor * diagonal[i]!;
  }

  /** True where the factorized `A` is positive definite on the displacements that the rows leave. */
  get isConvex(): boolean {
    return this.factors.negative === this.rowCount && this.factors.broken === 0;
  }

  /** Factorizes, and solves for the right-hand side `b`. */
  solve(b: Float64Array, x: Float64Array): void {
    this.factors.solve(b, x);
  }

  /** Refines the solution of the last {@link solve}. */
  refine(b: Float64Array, x: Float64Array): void {
    if (this.rowCount === 0 && this.#skew.value.length === 0) return;
    const [r, d] = [this.#residual, this.#change];
    let size = 0;
    for (const entry of b) size = Math.max(size, Math.abs(entry));
    let last = Infinity;
    for (let round = 0; round < MOST_REFINEMENTS; round++) {
      this.#multiply(x, r);
      let left = 0;
      for (let i = 0; i < r.length; i++) {
        r[i] = b[i]! - r[i]!;
        left = Math.max(left, Math.abs(r[i]!));
      }
      if (!(left < WORTHWHILE * last) || left <= SOLVED * size) return;
      last = left;
      this.factors.solveAgain(r, d);
      for (let i = 0; i < x.length; i++) x[i]! += d[i]!;
    }
  }

  /** `out = [A + N, Jᵀ; J, −α] x`. */
  #multiply(x: Float64Array, out: Float64Array): void {
    const { size, start, row } = this.#pattern;
    const { position, values } = this.factors;
    out.fill(0);
    for (let j = 0; j < size; j++) {
      const xj = x[j]!;
      let sum = 0;
      for (let e = start[j]! + 1; e < start[j + 1]!; e++) {
        const entry = values[position[e]!]!;
        out[row[e]!]! += entry * xj;
        sum += entry * x[row[e]!]!;
      }
      out[j]! += sum + values[position[start[j]!]!]! * xj;
    }
    for (let r = 0; r < this.rowCount; r++) out[this.n + r]! += this.#epsilon[r]! * x[this.n + r]!;
    const { i, j, value } = this.#skew;
    for (let e = 0; e < value.length; e++) out[i[e]!]! += value[e]! * x[j[e]!]!;
  }
}
