import type { BodyStore, ConnectorResponses } from '../model/body-store.js';
import type { RowRange } from '../model/constraint-system.js';
import { incidencesByBody, type Incidences } from './incidence.js';
import { ProductRowWriter } from './product-row-writer.js';
import { findProductRows } from './product-rows.js';
import { FACTOR_STRIDE, RowFactors } from './row-factors.js';

/** Numbers of a copy: index in `J`, index of the entry, number of entries. */
const COPY_STRIDE = 3;

/** A part of the rows that writes itself. */
interface FactorWriter {
  write(J: Float64Array): void;
}

/** The factor of rows of constraints, `H = J B L⁻ᵀ` with `L Lᵀ = M`. */
export class SystemFactors extends RowFactors {
  readonly #J: Float64Array;
  readonly #writers: readonly FactorWriter[];
  #isCurrent = false;

  constructor(range: RowRange, stores: readonly BodyStore[]) {
    const incidences = incidencesByBody(range, stores);
    const list = new PartList(incidences);
    const writers = incidences.stores.map((part) => {
      const { responses } = part.store;
      return responses ? addProductRows(incidences, part, responses, list) : addIsotropicRows(incidences, part, list);
    });
    const [start, parts] = list.byRow(range.rows.count);
    const H = new Float64Array(list.entries);
    super(list.columns, start, parts, H);
    this.#J = range.jacobian;
    this.#writers = writers.map((writer) => writer(H));
  }

  /** Has {@link load} write `H` anew: the constraints were evaluated. */
  outdate(): void {
    this.#isCurrent = false;
  }

  /** Writes `H` at the last evaluation of the constraints. */
  override load(): void {
    if (this.#isCurrent) return;
    this.#isCurrent = true;
    for (const writer of this.#writers) writer.write(this.#J);
  }
}

/** Parts of rows in the order of their entries, body by body. */
class PartList {
  columns = 0;
  entries = 0;
  #count = 0;
  readonly #rowOf: Int32Array;
  readonly #parts: Int32Array;

  constructor({ rows }: Incidences) {
    let most = 0;
    for (const ofInput of rows) most += ofInput;
    this.#rowOf = new Int32Array(most);
    this.#parts = new Int32Array(FACTOR_STRIDE * most);
  }

  /** Adds a part of `row`, on the body whose columns come next. */
  add(row: number, width: number): void {
    const at = FACTOR_STRIDE * this.#count;
    this.#rowOf[this.#count++] = row;
    this.#parts[at] = this.columns;
    this.#parts[at + 1] = this.entries;
    this.#parts[at + 2] = width;
    this.entries += width;
  }

  /** Where the parts of each of `size` rows begin, and the parts. */
  byRow(size: number): [start: Int32Array, parts: Int32Array] {
    const start = new Int32Array(size + 1);
    for (let k = 0; k < this.#count; k++) start[this.#rowOf[k]! + 1]!++;
    for (let i = 0; i < size; i++) start[i + 1]! += start[i]!;
    const next = start.slice();
    const parts = new Int32Array(FACTOR_STRIDE * this.#count);
    for (let k = 0; k < this.#count; k++) {
      const at = FACTOR_STRIDE * next[this.#rowOf[k]!]!++;
      for (let c = 0; c < FACTOR_STRIDE; c++) parts[at + c] = this.#parts[FACTOR_STRIDE * k + c]!;
    }
    return [start, parts];
  }
}

type StorePart = Incidences['stores'][number];

/** Adds the parts on bodies with responses. Returns what makes their writer. */
function addProductRows(
  incidences: Incidences,
  part: StorePart,
  responses: ConnectorResponses,
  list: PartList,
): (H: Float64Array) => FactorWriter {
  const rows = findProductRows(incidences, part, responses);
  const { rowOf, bodyStart } = rows;
  const { width } = responses;
  const from = list.entries;
  for (let b = 0; b + 1 < bodyStart.length; b++, list.columns += width)
    for (let k = bodyStart[b]!; k < bodyStart[b + 1]!; k++) list.add(rowOf[k]!, width);
  const to = list.entries;
  return (H) => new ProductRowWriter(rows, H.subarray(from, to));
}

/** Adds the parts on bodies with one inverse mass `w`, `√w J`. Returns what makes their writer. */
function addIsotropicRows(
  { bodyStart, constraint, firstRow, rows, block, size, slot }: Incidences,
  { store, from, to }: StorePart,
  list: PartList,
): (H: Float64Array) => FactorWriter {
  const first = list.entries;
  const slots = Int32Array.from({ length: to - from }, (_, k) => slot[bodyStart[from + k]!]!);
  const copies: number[] = [];
  const copyStart = [0];
  for (let b = from; b < to; b++) {
    const begin = bodyStart[b]!;
    const last = bodyStart[b + 1]!;
    // Connectors of a body are its coordinates or some of them.
    let low = Infinity;
    let high = 0;
    for (let u = begin; u < last; u++) {
      low = Math.min(low, slot[u]!);
      high = Math.max(high, slot[u]! + size[u]!);
    }
    const width = high - low;
    for (let u = begin, end = u; u < last; u = end) {
      while (end < last && constraint[end] === constraint[u]) end++;
      for (let r = 0; r < rows[u]!; r++) {
        for (let v = u; v < end; v++) copies.push(block[v]! + r * size[v]!, list.entries + slot[v]! - low, size[v]!);
        list.add(firstRow[u]! + r, width);
      }
    }
    list.columns += width;
    copyStart.push(copies.length);
  }
  const after = list.entries;
  return (H) =>
    new IsotropicRows(store, slots, Int32Array.from(copyStart), Int32Array.from(copies), H, H.subarray(first, after));
}

/** Writes factors of bodies with one inverse mass each. */
class IsotropicRows implements FactorWriter {
  readonly #store: BodyStore;
  readonly #slots: Int32Array;
  readonly #masses: Float64Array;
  /** Where the copies of each body begin, and these. */
  readonly #copyStart: Int32Array;
  readonly #copies: Int32Array;
  readonly #H: Float64Array;
  readonly #own: Float64Array;
  #revision = NaN;

  /** Takes a slot of each body, and the part `own` of `H`. */
  constructor(
    store: BodyStore,
    slots: Int32Array,
    copyStart: Int32Array,
    copies: Int32Array,
    H: Float64Array,
    own: Float64Array,
  ) {
    this.#store = store;
    this.#slots = slots;
    this.#masses = new Float64Array(slots.length);
    this.#copyStart = copyStart;
    this.#copies = copies;
    this.#H = H;
    this.#own = own;
  }

  write(J: Float64Array): void {
    const { mobilityRevision } = this.#store;
    if (mobilityRevision !== this.#revision) {
      this.#revision = mobilityRevision;
      this.#store.writeInverseMasses?.(this.#slots, this.#masses);
    }
    this.#own.fill(0);
    const copies = this.#copies;
    const H = this.#H;
    for (let b = 0; b < this.#masses.length; b++) {
      const root = Math.sqrt(this.#masses[b]!);
      for (let k = this.#copyStart[b]!; k < this.#copyStart[b + 1]!; k += COPY_STRIDE) {
        const from = copies[k]!;
        const to = copies[k + 1]!;
        for (let c = 0; c < copies[k + 2]!; c++) H[to + c]! += root * J[from + c]!;
      }
    }
  }
}
