import { FACTOR_STRIDE, type RowFactors } from '../equations/row-factors.js';
import type { RowGroups } from './row-groups.js';

/** Velocities of a rigid body in space, and entries that the three rows of a contact have on one. */
export const RIGID = 6;
const ENTRIES = 3 * RIGID;

/**
 * Numbers that are kept of a group's own block of `A + Σ`: of contacts `a_NN`, `a_1N`, `a_2N` and the largest
 * eigenvalue of the tangential block, of other rows `a`.
 */
export const BLOCK = 4;

/** What sweeps work on. */
export interface SweptRows {
  /** `z = Hᵀ λ`, and {@link RIGID} columns more, which stay 0. */
  readonly z: Float64Array;
  /** {@link BLOCK} numbers of each group. */
  readonly block: Float64Array;
  readonly compliance: Float64Array;
}

/**
 * Contacts with friction of rigid bodies in space with each other or with what is fixed. Their rows are kept in the
 * order of a sweep and worked on without loops: with those, sweeps of a pile of 1,000 spheres take 1.2 times as long.
 */
export class RigidContacts {
  /** The place of each group among these contacts, or −1. */
  readonly placeOf: Int32Array;
  readonly #first: Int32Array;
  readonly #contactOf: Int32Array;
  /** First columns of both bodies of each contact; of what is fixed the last ones, which stay 0. */
  readonly #columns: Int32Array;
  /** Where the entries on each of both begin in `H`, or −1: they are 0 then. */
  readonly #from: Int32Array;
  readonly #entries: Float64Array;
  readonly #H: Float64Array;
  readonly #z: Float64Array;
  readonly #block: Float64Array;
  readonly #compliance: Float64Array;

  constructor(
    { start, parts, columns, H }: RowFactors,
    { count, first, contactOf }: RowGroups,
    order: Int32Array,
    { z, block, compliance }: SweptRows,
  ) {
    this.placeOf = new Int32Array(count).fill(-1);
    const columnsOf: number[] = [];
    const from: number[] = [];
    for (const g of order) {
      const i = first[g]!;
      const p = FACTOR_STRIDE * start[i]!;
      const q = p + FACTOR_STRIDE;
      const end = FACTOR_STRIDE * start[i + 1]!;
      if (contactOf[g]! < 0 || first[g + 1]! - i !== 3 || parts[p + 2] !== RIGID) continue;
      const isSingle = q === end;
      if (!isSingle && (q + FACTOR_STRIDE !== end || parts[q + 2] !== RIGID)) continue;
      this.placeOf[g] = from.length / 2;
      columnsOf.push(parts[p]!, isSingle ? columns : parts[q]!);
      from.push(parts[p + 1]!, isSingle ? -1 : parts[q + 1]!);
    }
    this.#first = first;
    this.#contactOf = contactOf;
    this.#columns = Int32Array.from(columnsOf);
    this.#from = Int32Array.from(from);
    this.#entries = new Float64Array(ENTRIES * from.length);
    this.#H = H;
    this.#z = z;
    this.#block = block;
    this.#compliance = compliance;
  }

  /** Reads the entries as they are now. */
  load(): void {
    const from = this.#from;
    const entries = this.#entries;
    const H = this.#H;
    for (let k = 0, to = 0; k < from.length; k++, to += ENTRIES) {
      const e = from[k]!;
      if (e >= 0) for (let j = 0; j < ENTRIES; j++) entries[to + j] = H[e + j]!;
    }
  }

  /**
   * Solves group `g`, the contact at `place`, by itself, and keeps `z`. Coefficients of friction come as an array:
   * a call that passes a number allocates.
   */
  solve(place: number, g: number, coefficient: Float64Array, lambda: Float64Array, b: Float64Array): void {
    const block = this.#block;
    const at = BLOCK * g;
    const aN = block[at]!;
    if (!(aN > 0)) return;
    const E = this.#entries;
    const z = this.#z;
    const compliance = this.#compliance;
    const i = this.#first[g]!;
    const e = 2 * ENTRIES * place;
    const c = this.#columns[2 * place]!;
    const d = this.#columns[2 * place + 1]!;
    const z0 = z[c]!;
    const z1 = z[c + 1]!;
    const z2 = z[c + 2]!;
    const z3 = z[c + 3]!;
    const z4 = z[c + 4]!;
    const z5 = z[c + 5]!;
    const w0 = z[d]!;
    const w1 = z[d + 1]!;
    const w2 = z[d + 2]!;
    const w3 = z[d + 3]!;
    const w4 = z[d + 4]!;
    const w5 = z[d + 5]!;
    let u = E[e]! * z0 + E[e + 1]! * z1 + E[e + 2]! * z2 + (E[e + 3]! * z3 + E[e + 4]! * z4 + E[e + 5]! * z5);
    u += E[e + 18]! * w0 + E[e + 19]! * w1 + E[e + 20]! * w2 + (E[e + 21]! * w3 + E[e + 22]! * w4 + E[e + 23]! * w5);
    const old = lambda[i]!;
    const free = old - (u + compliance[i]! * old - b[i]!) / aN;
    // A contact that is open, and stays so.
    if (free <= 0 && old === 0) return;
    let u1 = E[e + 6]! * z0 + E[e + 7]! * z1 + E[e + 8]! * z2 + (E[e + 9]! * z3 + E[e + 10]! * z4 + E[e + 11]! * z5);
    u1 += E[e + 24]! * w0 + E[e + 25]! * w1 + E[e + 26]! * w2 + (E[e + 27]! * w3 + E[e + 28]! * w4 + E[e + 29]! * w5);
    let u2 =
      E[e + 12]! * z0 + E[e + 13]! * z1 + E[e + 14]! * z2 + (E[e + 15]! * z3 + E[e + 16]! * z4 + E[e + 17]! * z5);
    u2 += E[e + 30]! * w0 + E[e + 31]! * w1 + E[e + 32]! * w2 + (E[e + 33]! * w3 + E[e + 34]! * w4 + E[e + 35]! * w5);
    const next = Math.max(0, free);
    const d0 = next - old;
    const old1 = lambda[i + 1]!;
    const old2 = lambda[i + 2]!;
    const a = block[at + 3]!;
    let t1 = old1 - (u1 + compliance[i + 1]! * old1 - b[i + 1]! + block[at + 1]! * d0) / a;
    let t2 = old2 - (u2 + compliance[i + 2]! * old2 - b[i + 2]! + block[at + 2]! * d0) / a;
    const size = Math.sqrt(t1 * t1 + t2 * t2);
    const limit = coefficient[this.#contactOf[g]!]! * next;
    if (size > limit) {
      t1 *= limit / size;
      t2 *= limit / size;
    }
    lambda[i] = next;
    lambda[i + 1] = t1;
    lambda[i + 2] = t2;
    const d1 = t1 - old1;
    const d2 = t2 - old2;
    z[c] = z0 + (E[e]! * d0 + E[e + 6]! * d1 + E[e + 12]! * d2);
    z[c + 1] = z1 + (E[e + 1]! * d0 + E[e + 7]! * d1 + E[e + 13]! * d2);
    z[c + 2] = z2 + (E[e + 2]! * d0 + E[e + 8]! * d1 + E[e + 14]! * d2);
    z[c + 3] = z3 + (E[e + 3]! * d0 + E[e + 9]! * d1 + E[e + 15]! * d2);
    z[c + 4] = z4 + (E[e + 4]! * d0 + E[e + 10]! * d1 + E[e + 16]! * d2);
    z[c + 5] = z5 + (E[e + 5]! * d0 + E[e + 11]! * d1 + E[e + 17]! * d2);
    z[d] = w0 + (E[e + 18]! * d0 + E[e + 24]! * d1 + E[e + 30]! * d2);
    z[d + 1] = w1 + (E[e + 19]! * d0 + E[e + 25]! * d1 + E[e + 31]! * d2);
    z[d + 2] = w2 + (E[e + 20]! * d0 + E[e + 26]! * d1 + E[e + 32]! * d2);
    z[d + 3] = w3 + (E[e + 21]! * d0 + E[e + 27]! * d1 + E[e + 33]! * d2);
    z[d + 4] = w4 + (E[e + 22]! * d0 + E[e + 28]! * d1 + E[e + 34]! * d2);
    z[d + 5] = w5 + (E[e + 23]! * d0 + E[e + 29]! * d1 + E[e + 35]! * d2);
  }
}
