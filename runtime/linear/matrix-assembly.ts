import type { BodyFamily } from '../body-family.js';
import type { ConstraintSystem } from '../constraint-system.js';
import { GeneralWriter, IsotropicWriter } from './term-writers.js';
import { entryBound, incidencesByBody, type BodyIncidences, type Incidence } from './incidence.js';
import type { MatrixSource, MatrixWriter } from './matrix-source.js';
import type { MobilityBlocks } from './mobility-blocks.js';
import type { SymmetricPattern } from './symmetric-pattern.js';
import { numberEntries, TermCollection, type Terms } from './terms.js';

/**
 * `A = J B W Bᵀ Jᵀ`, entry by entry. Two constraints have a block in common where they share a body, and there it is
 *
 *     A_ij = Σ J_ip (B W Bᵀ)_pq J_jqᵀ
 *
 * over the connectors `p` of `i` and `q` of `j` that the same body carries. Which terms there are depends on the structure alone and is found
 * once, when first asked for; the families fill in `(B W Bᵀ)_pq`.
 */
export class MatrixAssembly implements MatrixSource {
  readonly size: number;
  readonly entryBound: number;
  readonly #system: ConstraintSystem;
  readonly #bodies: readonly BodyIncidences[];
  #built: Built | undefined;

  constructor(system: ConstraintSystem, families: readonly BodyFamily[]) {
    this.size = system.rows.count;
    this.#system = system;
    this.#bodies = incidencesByBody(system, families);
    this.entryBound = this.size + entryBound(this.#bodies);
  }

  get pattern(): SymmetricPattern {
    return this.#terms().pattern;
  }

  writer(position: Int32Array): MatrixWriter {
    return new AssemblyWriter(this.#terms(), this.#system.jacobian, position);
  }

  #terms(): Built {
    return (this.#built ??= build(this.#system, this.#bodies));
  }
}

interface Built {
  readonly pattern: SymmetricPattern;
  /** Terms with a mobility that is one number, by the size of their connectors (1, 2, 3). */
  readonly isotropic: readonly [Terms, Terms, Terms];
  readonly general: Terms;
  /** Mobilities, of all families one after the other, and a zero. */
  readonly store: Float64Array;
  readonly mobility: readonly { readonly family: BodyFamily; readonly blocks: MobilityBlocks }[];
}

function build(system: ConstraintSystem, bodies: readonly BodyIncidences[]): Built {
  const isotropic = [new TermCollection(), new TermCollection(), new TermCollection()] as const;
  const general = new TermCollection();
  const pairs = new Map<BodyFamily, PairCollection>();
  let values = 0;
  for (const { family, incidences } of bodies) {
    let collected = pairs.get(family);
    if (!collected) pairs.set(family, (collected = new PairCollection()));
    const known = new Map<string, number>();
    const mobilityOf = (u: Incidence, v: Incidence): number => {
      const key = `${u.slot} ${v.slot}`;
      let start = known.get(key);
      if (start === undefined) {
        start = values;
        known.set(key, start);
        collected.add(u.slot, v.slot, start);
        values += family.isotropic ? 1 : u.size * v.size;
      }
      return start;
    };
    for (const u of incidences) {
      for (const v of incidences) {
        // Of a pair of constraints one order is enough, for the other half of A is its mirror image.
        if (v.constraint > u.constraint) continue;
        addTerms(family.isotropic ? isotropic[u.size - 1]! : general, u, v, mobilityOf(u, v));
      }
    }
  }
  const blockStart: number[] = [];
  for (const { constraints, firstRow, type } of system.batches) {
    for (let k = 0; k < constraints.length; k++) blockStart.push(firstRow + k * type.rows);
  }
  blockStart.push(system.rows.count);
  const { pattern, terms } = numberEntries(system.rows.count, Int32Array.from(blockStart), [...isotropic, general]);
  // The last one stays zero, for sums of fewer terms than a loop has.
  const store = new Float64Array(values + 1);
  return {
    pattern,
    store,
    isotropic: [terms[0]!, terms[1]!, terms[2]!],
    general: terms[3]!,
    mobility: Array.from(pairs, ([family, collected]) => ({ family, blocks: collected.blocks(store) })),
  };
}

function addTerms(terms: TermCollection, u: Incidence, v: Incidence, mobility: number): void {
  for (let r = 0; r < u.rows; r++) {
    for (let s = 0; s < v.rows; s++) {
      const i = u.firstRow + r;
      const j = v.firstRow + s;
      if (u.constraint === v.constraint && j > i) continue;
      terms.add(i, j, u.block + r * u.size, v.block + s * v.size, mobility, u.size, v.size);
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
    this.#mobility = built.store;
    this.#revisions = new Float64Array(built.mobility.length).fill(NaN);
    const begun = new Uint8Array(largestOf(position) + 1);
    // Small systems feel each writer that has nothing to write.
    this.#isotropic = [1, 2, 3]
      .filter((size) => built.isotropic[size - 1]!.count > 0)
      .map((size) => new IsotropicWriter(size, built.isotropic[size - 1]!, position, built.store.length - 1, begun));
    this.#general = built.general.count > 0 ? new GeneralWriter(built.general, position) : undefined;
  }

  write(values: Float64Array): void {
    const { mobility } = this.#built;
    const J = this.#J;
    const m = this.#mobility;
    let changed = false;
    for (let i = 0; i < mobility.length; i++) {
      const { family, blocks } = mobility[i]!;
      if (this.#revisions[i] === family.mobilityRevision) continue;
      this.#revisions[i] = family.mobilityRevision;
      family.writeMobility(blocks);
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
