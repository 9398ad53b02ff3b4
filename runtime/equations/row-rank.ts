import { hypot, lengthOf } from '../base/powers.js';
import type { RowRange } from '../model/constraint-system.js';
import type { Incidences } from './incidence.js';
import { findProductRows, PART_STRIDE } from './product-rows.js';

/**
 * Part of a row that may remain, once it is rotated against others, where it depends on them. This
 * allows for drift of redundant constraints.
 */
const REMAINDER = 1e-6;
/** Part of its terms up to which a row is their rounding alone: a rod between two points of a body. */
const CANCELLED = 1e-12;

/** A row of numbers: column and value, by ascending {@link RowRank.place} of the columns. */
interface SparseRow {
  readonly columns: number[];
  readonly values: number[];
}

/**
 * Returns the rank of `A = H Hᵀ` from the rows of `H = J B W^½`, of which it is made, without `A`
 * itself: where thousands of constraints meet at one body, `A` is dense, and `H` is not. The rows
 * are rotated into an upper triangle one by one (George & Heath 1980, "Solution of sparse linear
 * least squares problems using Givens rotations"), columns with few rows first, so that those of a
 * body with many come last and fill nothing.
 */
export function rowRank(range: RowRange, incidences: Incidences): number {
  const rows = rowsOf(range, incidences);
  const uses = new Map<number, number>();
  for (const { columns } of rows) for (const column of columns) uses.set(column, (uses.get(column) ?? 0) + 1);
  const place = new Map([...uses].sort((a, b) => a[1] - b[1]).map(([column], i) => [column, i]));
  const triangle = new Array<SparseRow | undefined>(place.size);
  let rank = 0;
  for (const { columns, values } of rows) {
    const entries = columns.map((column, i): [number, number] => [place.get(column)!, values[i]!]);
    entries.sort((a, b) => a[0] - b[0]);
    const size = lengthOf(values);
    if (!(size > 0)) continue;
    let row: SparseRow = { columns: entries.map(([c]) => c), values: entries.map(([, x]) => x / size) };
    for (let first = row.columns[0]; first !== undefined; first = row.columns[0]) {
      const other = triangle[first];
      if (other !== undefined) {
        const [above, rest] = rotated(other, row);
        triangle[first] = above;
        row = rest;
      } else if (Math.abs(row.values[0]!) > REMAINDER) {
        triangle[first] = row;
        rank++;
        break;
      } else {
        row = { columns: row.columns.slice(1), values: row.values.slice(1) };
      }
    }
  }
  return rank;
}

/** Rotates two rows with the same first column such that the second is zero there. */
function rotated(a: SparseRow, b: SparseRow): [SparseRow, SparseRow] {
  const r = hypot(a.values[0]!, b.values[0]!);
  const cosine = a.values[0]! / r;
  const sine = b.values[0]! / r;
  const above: SparseRow = { columns: [], values: [] };
  const rest: SparseRow = { columns: [], values: [] };
  for (let i = 0, j = 0; i < a.columns.length || j < b.columns.length;) {
    const column = Math.min(a.columns[i] ?? Infinity, b.columns[j] ?? Infinity);
    const x = a.columns[i] === column ? a.values[i++]! : 0;
    const y = b.columns[j] === column ? b.values[j++]! : 0;
    above.columns.push(column);
    above.values.push(cosine * x + sine * y);
    if (above.columns.length === 1) continue;
    rest.columns.push(column);
    rest.values.push(cosine * y - sine * x);
  }
  return [above, rest];
}

/** The rows of `H`. Columns are numbered body by body. */
function rowsOf(range: RowRange, incidences: Incidences): SparseRow[] {
  const { bodyStart, firstRow, rows, block, size, slot, stores } = incidences;
  const J = range.jacobian;
  const sums = Array.from({ length: range.rows.count }, () => new Map<number, number>());
  const terms = new Float64Array(sums.length);
  const add = (row: number, column: number, value: number): void => {
    const sum = sums[row]!;
    terms[row]! += Math.abs(value);
    sum.set(column, (sum.get(column) ?? 0) + value);
  };
  let columns = 0;
  for (const part of stores) {
    const { store, from, to } = part;
    const { responses } = store;
    if (responses !== undefined) {
      const { width } = responses;
      const { parts, partStart, rowOf, bodyStart: starts } = findProductRows(incidences, part, responses);
      for (let b = 0; b + 1 < starts.length; b++, columns += width)
        for (let k = starts[b]!; k < starts[b + 1]!; k++)
          for (let p = partStart[k]!; p < partStart[k + 1]!; p += PART_STRIDE)
            for (let i = 0; i < parts[p + 1]!; i++)
              for (let c = 0; c < width; c++)
                add(rowOf[k]!, columns + c, J[parts[p]! + i]! * responses.rows[parts[p + 2]! + i * width + c]!);
      continue;
    }
    const slots = Int32Array.from({ length: to - from }, (_, k) => slot[bodyStart[from + k]!]!);
    const inverseMasses = new Float64Array(slots.length);
    store.writeInverseMasses?.(slots, inverseMasses);
    for (let b = from; b < to; b++) {
      const root = Math.sqrt(inverseMasses[b - from]!);
      for (let u = bodyStart[b]!; u < bodyStart[b + 1]!; u++)
        for (let r = 0; r < rows[u]!; r++)
          for (let c = 0; c < size[u]!; c++)
            add(firstRow[u]! + r, columns + slot[u]! + c, root * J[block[u]! + r * size[u]! + c]!);
    }
    columns += range.table.x.length;
  }
  return sums.map((sum, row) => {
    let size = 0;
    for (const value of sum.values()) size += Math.abs(value);
    const used = size > CANCELLED * terms[row]! ? [...sum].filter(([, value]) => value !== 0) : [];
    return { columns: used.map(([column]) => column), values: used.map(([, value]) => value) };
  });
}
