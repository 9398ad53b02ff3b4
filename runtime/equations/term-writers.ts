import type { Terms } from './terms.js';

/*
 * Lists of terms are interleaved, `STRIDE` numbers per term: target, left, right. Loops over many
 * separate arrays run out of registers.
 *
 * Products: `m (J_left · J_right)`, with one weight `m` per term. Squares:
 * `m |J_left|² + m' |J_right|²`, the diagonal entry of a constraint between two bodies, with two
 * weights per term.
 */
const STRIDE = 3;

/** Terms of one kind, and the indices of the mobilities that are their weights. */
class TermList {
  readonly places: Int32Array;
  readonly weights: Float64Array;
  readonly #mobility: Int32Array;

  constructor(places: Int32Array, mobility: Int32Array) {
    this.places = places;
    this.weights = new Float64Array(mobility.length);
    this.#mobility = mobility;
  }

  weigh(m: Float64Array): void {
    const mobility = this.#mobility;
    const weights = this.weights;
    for (let i = 0; i < weights.length; i++) weights[i] = m[mobility[i]!]!;
  }
}

/** Builds a {@link TermList} of up to `most` terms. */
class ListBuilder {
  readonly #weightsEach: number;
  readonly #places: Int32Array;
  readonly #mobility: Int32Array;
  #count = 0;

  constructor(most: number, weightsEach: number) {
    this.#weightsEach = weightsEach;
    this.#places = new Int32Array(STRIDE * most);
    this.#mobility = new Int32Array(weightsEach * most);
  }

  /** Adds a term. `other` is the mobility of the second weight, if there are two. */
  add(target: number, left: number, right: number, mobility: number, other: number): void {
    const t = STRIDE * this.#count;
    this.#places[t] = target;
    this.#places[t + 1] = left;
    this.#places[t + 2] = right;
    const w = this.#weightsEach * this.#count++;
    this.#mobility[w] = mobility;
    if (this.#weightsEach === 2) this.#mobility[w + 1] = other;
  }

  list(): TermList {
    return new TermList(
      this.#places.slice(0, STRIDE * this.#count),
      this.#mobility.slice(0, this.#weightsEach * this.#count),
    );
  }
}

/**
 * Terms whose mobility is one number, between blocks of `J` of one size. The first term of an entry
 * (on the diagonal, the first two) sets the entry; further terms are added afterwards.
 */
export class IsotropicWriter {
  readonly #size: number;
  readonly #squares: TermList;
  readonly #first: TermList;
  readonly #further: TermList;

  /**
   * Makes a writer of `terms`. `zero` is the index of a mobility that is zero; `begun` marks the
   * targets that have their first term.
   */
  constructor(size: number, terms: Terms, position: Int32Array, zero: number, begun: Uint8Array) {
    const { count, entry, left, right, mobility } = terms;
    const squares = new ListBuilder(count, 2);
    const first = new ListBuilder(count, 1);
    const further = new ListBuilder(count, 1);
    for (let t = 0; t < count; t++) {
      const target = position[entry[t]!]!;
      if (target < 0) continue;
      const fresh = begun[target] === 0;
      begun[target] = 1;
      if (fresh && left[t] === right[t]) {
        const next = t + 1;
        const paired = next < count && left[next] === right[next] && entry[next] === entry[t];
        squares.add(target, left[t]!, left[paired ? next : t]!, mobility[t]!, paired ? mobility[next]! : zero);
        if (paired) t++;
      } else {
        (fresh ? first : further).add(target, left[t]!, right[t]!, mobility[t]!, zero);
      }
    }
    this.#size = size;
    this.#squares = squares.list();
    this.#first = first.list();
    this.#further = further.list();
  }

  /** Updates the weights to the mobilities `m`. */
  weigh(m: Float64Array): void {
    this.#squares.weigh(m);
    this.#first.weigh(m);
    this.#further.weigh(m);
  }

  /** Sets the entries to their first terms. */
  begin(J: Float64Array, values: Float64Array): void {
    if (this.#size === 2) {
      setPlanarSquares(this.#squares, J, values);
      setPlanarProducts(this.#first, J, values);
    } else if (this.#size === 3) {
      setSpatialSquares(this.#squares, J, values);
      setSpatialProducts(this.#first, J, values);
    } else {
      setScalarSquares(this.#squares, J, values);
      setScalarProducts(this.#first, J, values);
    }
  }

  /** Adds all other terms. */
  add(J: Float64Array, values: Float64Array): void {
    const { places, weights } = this.#further;
    const size = this.#size;
    for (let k = 0, t = 0; k < weights.length; k++, t += STRIDE) {
      const a = places[t + 1]!;
      const b = places[t + 2]!;
      let product = 0;
      for (let c = 0; c < size; c++) product += J[a + c]! * J[b + c]!;
      values[places[t]!]! += weights[k]! * product;
    }
  }
}

type Loop = (terms: TermList, J: Float64Array, values: Float64Array) => void;

const setScalarSquares: Loop = ({ places, weights }, J, values) => {
  for (let k = 0, t = 0; k < weights.length; k += 2, t += STRIDE) {
    const a = J[places[t + 1]!]!;
    const b = J[places[t + 2]!]!;
    values[places[t]!] = weights[k]! * a * a + weights[k + 1]! * b * b;
  }
};

// Planar terms, as in nets and chains, are handled two per iteration; see vector.ts. An odd last
// term is computed twice.
const setPlanarSquares: Loop = ({ places, weights }, J, values) => {
  const count = places.length / STRIDE;
  for (let k = 0; k < count; k += 2) {
    const other = Math.min(k + 1, count - 1);
    const t = STRIDE * k;
    const u = STRIDE * other;
    const l = places[t + 1]!;
    const r = places[t + 2]!;
    const p = places[u + 1]!;
    const q = places[u + 2]!;
    const a0 = J[l]!;
    const a1 = J[l + 1]!;
    const b0 = J[r]!;
    const b1 = J[r + 1]!;
    const c0 = J[p]!;
    const c1 = J[p + 1]!;
    const d0 = J[q]!;
    const d1 = J[q + 1]!;
    const first = weights[2 * k]! * (a0 * a0 + a1 * a1) + weights[2 * k + 1]! * (b0 * b0 + b1 * b1);
    const second = weights[2 * other]! * (c0 * c0 + c1 * c1) + weights[2 * other + 1]! * (d0 * d0 + d1 * d1);
    values[places[t]!] = first;
    values[places[u]!] = second;
  }
};

const setSpatialSquares: Loop = ({ places, weights }, J, values) => {
  for (let k = 0, t = 0; k < weights.length; k += 2, t += STRIDE) {
    const l = places[t + 1]!;
    const r = places[t + 2]!;
    const a0 = J[l]!;
    const a1 = J[l + 1]!;
    const a2 = J[l + 2]!;
    const b0 = J[r]!;
    const b1 = J[r + 1]!;
    const b2 = J[r + 2]!;
    values[places[t]!] = weights[k]! * (a0 * a0 + a1 * a1 + a2 * a2) + weights[k + 1]! * (b0 * b0 + b1 * b1 + b2 * b2);
  }
};

const setScalarProducts: Loop = ({ places, weights }, J, values) => {
  for (let k = 0, t = 0; k < weights.length; k++, t += STRIDE) {
    values[places[t]!] = weights[k]! * J[places[t + 1]!]! * J[places[t + 2]!]!;
  }
};

const setPlanarProducts: Loop = ({ places, weights }, J, values) => {
  const count = weights.length;
  for (let k = 0; k < count; k += 2) {
    const other = Math.min(k + 1, count - 1);
    const t = STRIDE * k;
    const u = STRIDE * other;
    const a = places[t + 1]!;
    const b = places[t + 2]!;
    const c = places[u + 1]!;
    const d = places[u + 2]!;
    const first = weights[k]! * (J[a]! * J[b]! + J[a + 1]! * J[b + 1]!);
    const second = weights[other]! * (J[c]! * J[d]! + J[c + 1]! * J[d + 1]!);
    values[places[t]!] = first;
    values[places[u]!] = second;
  }
};

const setSpatialProducts: Loop = ({ places, weights }, J, values) => {
  for (let k = 0, t = 0; k < weights.length; k++, t += STRIDE) {
    const a = places[t + 1]!;
    const b = places[t + 2]!;
    values[places[t]!] = weights[k]! * (J[a]! * J[b]! + J[a + 1]! * J[b + 1]! + J[a + 2]! * J[b + 2]!);
  }
};
