import { greatestOf } from '../base/vector.js';
import type { BodyStore } from '../model/body-store.js';
import type { RowRange } from '../model/constraint-system.js';
import { IsotropicWriter } from './term-writers.js';
import { entryBound, incidencesByBody, type Incidences } from './incidence.js';
import type { MatrixSource, MatrixWriter } from './matrix-source.js';
import { addProducts, countProducts, findProductRows, type ProductRows } from './product-rows.js';
import { ProductWriter } from './product-writer.js';
import { rowRank } from './row-rank.js';
import type { SymmetricPattern } from './symmetric-pattern.js';
import { numberEntries, TermCollection, type Terms } from './terms.js';

/**
 * `A = J B W Bᵀ Jᵀ`, entry by entry. Two constraints have a block in common where they share a
 * body. On a body that is its own connectors, with the inverse mass `w`, the block is `Σ J_i w J_jᵀ`;
 * on others `Σ H_i H_jᵀ` with product rows `H` (see product-rows.ts). The list of terms depends on
 * the structure alone and is found once, when first needed.
 */
export class MatrixAssembly implements MatrixSource {
  readonly size: number;
  readonly #range: RowRange;
  readonly #stores: readonly BodyStore[];
  #found: Incidences | undefined;
  #foundAll = true;
  #bound: number | undefined;
  #built: Built | undefined;

  constructor(range: RowRange, stores: readonly BodyStore[]) {
    this.size = range.rows.count;
    this.#range = range;
    this.#stores = stores;
  }

  get entryBound(): number {
    return (this.#bound ??= this.size + entryBound(this.#incidences));
  }

  /** False where rows were vacant when terms were found. Then it knows none for what takes their place. */
  get isWhole(): boolean {
    return this.#foundAll;
  }

  /** Which constraints meet at each body; found when first needed. */
  get #incidences(): Incidences {
    if (this.#found === undefined) this.#foundAll = this.#range.system.vacant.length === 0;
    return (this.#found ??= incidencesByBody(this.#range, this.#stores));
  }

  get pattern(): SymmetricPattern {
    return this.#terms().pattern;
  }

  /** The constraints that are laid out now. */
  get owners(): readonly object[] {
    return this.#range.batches.flatMap(({ constraints }) => constraints);
  }

  /** The rank, found without writing the matrix out. */
  rowRank(): number {
    return rowRank(this.#range, this.#incidences);
  }

  writer(position: Int32Array): MatrixWriter {
    return new AssemblyWriter(this.#terms(), this.#range, position);
  }

  #terms(): Built {
    return (this.#built ??= build(this.#range, this.#incidences));
  }
}

interface Built {
  readonly pattern: SymmetricPattern;
  /** Terms with a mobility that is one number, by the size of their connectors (1, 2, 3). */
  readonly isotropic: readonly [Terms, Terms, Terms];
  readonly products: readonly { readonly rows: ProductRows; readonly terms: Terms }[];
  /** Inverse masses, of all stores one after the other, and a zero. */
  readonly mobilities: Float64Array;
  readonly masses: readonly InverseMasses[];
}

/** A part of the inverse masses: those of bodies of `store` with connectors at `slots`. */
interface InverseMasses {
  readonly store: BodyStore;
  readonly slots: Int32Array;
  readonly values: Float64Array;
}

/**
 * First kind of products. Terms with a mobility that is one number have the kinds 0, 1, 2, by the
 * size of their connectors.
 */
const PRODUCTS = 3;

function build(range: RowRange, incidences: Incidences): Built {
  const { bodyStart, slot, stores } = incidences;
  const isotropic = stores.filter(({ store }) => !store.responses);
  const products = stores.flatMap((part) => {
    const { responses } = part.store;
    return responses ? [findProductRows(incidences, part, responses)] : [];
  });
  let most = 0;
  for (const part of isotropic) most += countTerms(incidences, part);
  for (const rows of products) most += countProducts(rows);
  const terms = new TermCollection(PRODUCTS + products.length, most);

  let bodies = 0;
  for (const { from, to } of isotropic) bodies += to - from;
  // The last one stays zero, for sums that have fewer terms than a loop expects.
  const mobilities = new Float64Array(bodies + 1);
  let mobility = 0;
  const masses = isotropic.map(({ store, from, to }): InverseMasses => {
    const values = mobilities.subarray(mobility, mobility + to - from);
    for (let b = from; b < to; b++, mobility++) addBody(terms, incidences, b, mobility);
    return { store, slots: Int32Array.from({ length: to - from }, (_, k) => slot[bodyStart[from + k]!]!), values };
  });
  products.forEach((rows, k) => {
    addProducts(terms, PRODUCTS + k, rows);
  });
  const { pattern, terms: sorted } = numberEntries(range.rows.count, blockStarts(range), terms);
  return {
    pattern,
    mobilities,
    masses,
    isotropic: [sorted[0]!, sorted[1]!, sorted[2]!],
    products: products.map((rows, k) => ({ rows, terms: sorted[PRODUCTS + k]! })),
  };
}

/**
 * Adds the terms of body `b` with one mobility. Its connectors are its coordinates or some of them,
 * and couple by those that they have in common.
 */
function addBody(terms: TermCollection, incidences: Incidences, b: number, mobility: number): void {
  const { bodyStart, slot, size } = incidences;
  const begin = bodyStart[b]!;
  const end = bodyStart[b + 1]!;
  for (let u = begin; u < end; u++) {
    for (let v = begin; v < end; v++) {
      const from = Math.max(slot[u]!, slot[v]!);
      const common = Math.min(slot[u]! + size[u]!, slot[v]! + size[v]!) - from;
      if (common > 0) addTerms(terms, incidences, common - 1, u, v, mobility, from - slot[u]!, from - slot[v]!);
    }
  }
}

/** Returns the first rows of all constraints, and the number of rows. */
function blockStarts(range: RowRange): Int32Array {
  let count = 0;
  for (const { constraints } of range.batches) count += constraints.length;
  const blockStart = new Int32Array(count + 1);
  let block = 0;
  for (const { constraints, firstRow, type } of range.batches) {
    for (let k = 0; k < constraints.length; k++) blockStart[block++] = firstRow + k * type.rows;
  }
  blockStart[block] = range.rows.count;
  return blockStart;
}

/** Returns a bound on the number of terms of the bodies of a store. */
function countTerms({ bodyStart, rows }: Incidences, { from, to }: Incidences['stores'][number]): number {
  let count = 0;
  for (let b = from; b < to; b++) {
    let meeting = 0;
    for (let i = bodyStart[b]!; i < bodyStart[b + 1]!; i++) meeting += rows[i]!;
    count += meeting * meeting;
  }
  return count;
}

/**
 * Adds the terms of the inputs `u` and `v`, from their components `uFirst` and `vFirst` on. One
 * order of each pair of constraints is enough, as `A` is symmetric.
 */
function addTerms(
  terms: TermCollection,
  { constraint, firstRow, rows, block, size }: Incidences,
  kind: number,
  u: number,
  v: number,
  mobility: number,
  uFirst: number,
  vFirst: number,
): void {
  if (constraint[v]! > constraint[u]!) return;
  const same = constraint[u] === constraint[v];
  const left = size[u]!;
  const right = size[v]!;
  for (let r = 0; r < rows[u]!; r++) {
    const i = firstRow[u]! + r;
    for (let s = 0; s < rows[v]!; s++) {
      const j = firstRow[v]! + s;
      if (same && j > i) break;
      terms.add(kind, i, j, block[u]! + r * left + uFirst, block[v]! + s * right + vFirst, mobility);
    }
  }
}

class AssemblyWriter implements MatrixWriter {
  readonly #masses: readonly InverseMasses[];
  readonly #J: Float64Array;
  /** Vacant rows, and the places of diagonal entries: `position[start[row]]`. */
  readonly #vacant: readonly number[];
  readonly #position: Int32Array;
  readonly #start: Int32Array;
  readonly #mobilities: Float64Array;
  readonly #revisions: Float64Array;
  readonly #isotropic: readonly IsotropicWriter[];
  readonly #products: readonly ProductWriter[];

  constructor(built: Built, { jacobian, system: { vacant } }: RowRange, position: Int32Array) {
    this.#masses = built.masses;
    this.#J = jacobian;
    this.#vacant = vacant;
    this.#position = position;
    this.#start = built.pattern.start;
    this.#mobilities = built.mobilities;
    this.#revisions = new Float64Array(built.masses.length).fill(NaN);
    const begun = new Uint8Array(Math.max(0, greatestOf(position) + 1));
    // Writers without terms are left out, as their calls take a noticeable part of the time of
    // small systems.
    this.#isotropic = [1, 2, 3]
      .filter((size) => built.isotropic[size - 1]!.count > 0)
      .map(
        (size) => new IsotropicWriter(size, built.isotropic[size - 1]!, position, built.mobilities.length - 1, begun),
      );
    this.#products = built.products
      .filter(({ terms }) => terms.count > 0)
      .map(({ rows, terms }) => new ProductWriter(rows, terms, position));
  }

  write(values: Float64Array): void {
    const J = this.#J;
    this.#weigh();
    for (const products of this.#products) products.clear(values);
    for (const terms of this.#isotropic) terms.begin(J, values);
    for (const terms of this.#isotropic) terms.add(J, values);
    for (const products of this.#products) products.add(J, values);
    for (const row of this.#vacant) {
      const diagonal = this.#position[this.#start[row]!]!;
      if (diagonal >= 0) values[diagonal] = 1;
    }
  }

  /** Updates the weights of terms where masses have changed. */
  #weigh(): void {
    const masses = this.#masses;
    const revisions = this.#revisions;
    let changed = false;
    for (let i = 0; i < masses.length; i++) {
      const { store, slots, values } = masses[i]!;
      if (revisions[i] === store.mobilityRevision) continue;
      revisions[i] = store.mobilityRevision;
      store.writeInverseMasses?.(slots, values);
      changed = true;
    }
    if (changed) for (const terms of this.#isotropic) terms.weigh(this.#mobilities);
  }
}
