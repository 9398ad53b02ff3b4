import type { BodyStore } from '../model/body-store.js';
import type { ConstraintSystem } from '../model/constraint-system.js';
import { GeneralWriter, IsotropicWriter } from './term-writers.js';
import { entryBound, incidencesByBody, type Incidences } from './incidence.js';
import type { MatrixSource, MatrixWriter } from './matrix-source.js';
import type { MobilityBlocks } from '../model/mobility-blocks.js';
import type { SymmetricPattern } from './symmetric-pattern.js';
import { numberEntries, TermCollection, type Terms } from './terms.js';

/**
 * `A = J B W Bᵀ Jᵀ`, entry by entry. Two constraints have a block in common where they share a
 * body, and there it is
 *
 *     A_ij = Σ J_ip (B W Bᵀ)_pq J_jqᵀ
 *
 * over the connectors `p` of `i` and `q` of `j` that the same body carries. The list of terms
 * depends on the structure alone and is found once, when first needed. The stores fill in
 * `(B W Bᵀ)_pq`.
 */
export class MatrixAssembly implements MatrixSource {
  readonly size: number;
  readonly entryBound: number;
  readonly #system: ConstraintSystem;
  readonly #incidences: Incidences;
  #built: Built | undefined;

  constructor(system: ConstraintSystem, stores: readonly BodyStore[]) {
    this.size = system.rows.count;
    this.#system = system;
    this.#incidences = incidencesByBody(system, stores);
    this.entryBound = this.size + entryBound(this.#incidences);
  }

  get pattern(): SymmetricPattern {
    return this.#terms().pattern;
  }

  writer(position: Int32Array): MatrixWriter {
    return new AssemblyWriter(this.#terms(), this.#system.jacobian, position);
  }

  #terms(): Built {
    return (this.#built ??= build(this.#system, this.#incidences));
  }
}

interface Built {
  readonly pattern: SymmetricPattern;
  /** Terms with a mobility that is one number, by the size of their connectors (1, 2, 3). */
  readonly isotropic: readonly [Terms, Terms, Terms];
  readonly general: Terms;
  /** Mobilities, of all stores one after the other, and a zero. */
  readonly mobilities: Float64Array;
  readonly mobility: readonly { readonly store: BodyStore; readonly blocks: MobilityBlocks }[];
}

/**
 * Kind of all terms but those with a mobility that is one number. These have the kinds 0, 1, 2, by
 * the size of their connectors.
 */
const GENERAL = 3;

function build(system: ConstraintSystem, incidences: Incidences): Built {
  const { bodyStart, constraint, slot, size, stores } = incidences;
  const terms = new TermCollection(GENERAL + 1, countTerms(incidences));
  const mobility: Built['mobility'][number][] = [];
  const pairs: { store: BodyStore; collected: PairCollection }[] = [];
  let values = 0;
  for (const { store, from, to } of stores) {
    const collected = new PairCollection();
    if (from < to) pairs.push({ store, collected });
    for (let b = from; b < to; b++) {
      const begin = bodyStart[b]!;
      const end = bodyStart[b + 1]!;
      if (store.isotropic) {
        // One mobility per body. Its connectors are its coordinates or some of them, and couple by
        // those that they have in common.
        collected.add(slot[begin]!, slot[begin]!, values);
        for (let u = begin; u < end; u++) {
          for (let v = begin; v < end; v++) {
            const from = Math.max(slot[u]!, slot[v]!);
            const common = Math.min(slot[u]! + size[u]!, slot[v]! + size[v]!) - from;
            if (common > 0) addTerms(terms, incidences, common - 1, u, v, values, from - slot[u]!, from - slot[v]!);
          }
        }
        values++;
        continue;
      }
      const known = new Map<number, number>();
      for (let u = begin; u < end; u++) {
        for (let v = begin; v < end; v++) {
          if (constraint[v]! > constraint[u]!) continue;
          const key = slot[u]! * system.table.x.length + slot[v]!;
          let start = known.get(key);
          if (start === undefined) {
            start = values;
            known.set(key, start);
            collected.add(slot[u]!, slot[v]!, start);
            values += size[u]! * size[v]!;
          }
          addTerms(terms, incidences, GENERAL, u, v, start);
        }
      }
    }
  }
  const { pattern, terms: sorted } = numberEntries(system.rows.count, blockStarts(system), terms);
  // The last one stays zero, for sums that have fewer terms than a loop expects.
  const mobilities = new Float64Array(values + 1);
  for (const { store, collected } of pairs) mobility.push({ store, blocks: collected.blocks(mobilities) });
  return { pattern, mobilities, isotropic: [sorted[0]!, sorted[1]!, sorted[2]!], general: sorted[GENERAL]!, mobility };
}

/** Returns the first rows of all constraints, and the number of rows. */
function blockStarts(system: ConstraintSystem): Int32Array {
  let count = 0;
  for (const { constraints } of system.batches) count += constraints.length;
  const blockStart = new Int32Array(count + 1);
  let block = 0;
  for (const { constraints, firstRow, type } of system.batches) {
    for (let k = 0; k < constraints.length; k++) blockStart[block++] = firstRow + k * type.rows;
  }
  blockStart[block] = system.rows.count;
  return blockStart;
}

/** Returns a bound on the number of terms of `A`. */
function countTerms({ bodyStart, rows }: Incidences): number {
  let count = 0;
  for (let b = 0; b + 1 < bodyStart.length; b++) {
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
  uFirst = 0,
  vFirst = 0,
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
      terms.add(kind, i, j, block[u]! + r * left + uFirst, block[v]! + s * right + vFirst, mobility, left, right);
    }
  }
}

class PairCollection {
  readonly #p: number[] = [];
  readonly #q: number[] = [];
  readonly #start: number[] = [];

  add(p: number, q: number, start: number): void {
    this.#p.push(p);
    this.#q.push(q);
    this.#start.push(start);
  }

  blocks(values: Float64Array): MobilityBlocks {
    return {
      count: this.#p.length,
      p: Int32Array.from(this.#p),
      q: Int32Array.from(this.#q),
      start: Int32Array.from(this.#start),
      values,
    };
  }
}

class AssemblyWriter implements MatrixWriter {
  readonly #built: Built;
  readonly #J: Float64Array;
  readonly #mobility: Float64Array;
  readonly #revisions: Float64Array;
  readonly #isotropic: readonly IsotropicWriter[];
  readonly #general: GeneralWriter | undefined;

  constructor(built: Built, J: Float64Array, position: Int32Array) {
    this.#built = built;
    this.#J = J;
    this.#mobility = built.mobilities;
    this.#revisions = new Float64Array(built.mobility.length).fill(NaN);
    const begun = new Uint8Array(largestOf(position) + 1);
    // Writers without terms are left out, as their calls take a noticeable part of the time of
    // small systems.
    this.#isotropic = [1, 2, 3]
      .filter((size) => built.isotropic[size - 1]!.count > 0)
      .map(
        (size) => new IsotropicWriter(size, built.isotropic[size - 1]!, position, built.mobilities.length - 1, begun),
      );
    this.#general = built.general.count > 0 ? new GeneralWriter(built.general, position) : undefined;
  }

  write(values: Float64Array): void {
    const { mobility } = this.#built;
    const J = this.#J;
    const m = this.#mobility;
    let changed = false;
    for (let i = 0; i < mobility.length; i++) {
      const { store, blocks } = mobility[i]!;
      if (this.#revisions[i] === store.mobilityRevision) continue;
      this.#revisions[i] = store.mobilityRevision;
      store.writeMobility(blocks);
      changed = true;
    }
    if (changed) for (const terms of this.#isotropic) terms.weigh(m);
    this.#general?.clear(values);
    for (const terms of this.#isotropic) terms.begin(J, values);
    for (const terms of this.#isotropic) terms.add(J, values);
    this.#general?.add(J, m, values);
  }
}

function largestOf(values: Int32Array): number {
  let largest = -1;
  for (const value of values) largest = Math.max(largest, value);
  return largest;
}
