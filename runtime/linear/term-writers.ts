import { INDEX } from '../vector.js';
import { selectTerms, type Terms } from './terms.js';

/*
 * Lists of terms are interleaved, `stride` numbers per term: loops over many arrays at once run out of registers.
 *
 * Products: target, left, right, mobility: `m (J_left · J_right)`.
 * Squares: target, left, right, mobility, other mobility: `m |J_left|² + m' |J_right|²`, the diagonal entry of a constraint between two bodies.
 */
const PRODUCT = 4;
const SQUARE = 5;

/**
 * Terms whose mobility is one number, between blocks of `J` of one size. Each entry has a first term (on the diagonal, a first two), which
 * sets it; what further terms there are is added afterwards.
 */
export class IsotropicWriter {
  readonly #size: number;
  readonly #squares: Int32Array;
  readonly #first: Int32Array;
  readonly #further: Int32Array;

  /** `zero` is the index of a mobility that is zero; `begun` gathers the targets that have their first term. */
  constructor(size: number, terms: Terms, position: Int32Array, zero: number, begun: Set<number>) {
    const squares: number[] = [];
    const first: number[] = [];
    const further: number[] = [];
    const { count, entry, left, right, mobility } = terms;
    const isSquare = (t: number): boolean => t < count && left[t] === right[t];
    for (let t = 0; t < count; t++) {
      const target = position[entry[t]!]!;
      if (target < 0) continue;
      const fresh = !begun.has(target);
      begun.add(target);
      if (fresh && isSquare(t)) {
        const paired = isSquare(t + 1) && entry[t + 1] === entry[t];
        squares.push(target, left[t]!, left[paired ? t + 1 : t]!, mobility[t]!, paired ? mobility[t + 1]! : zero);
        if (paired) t++;
      } else {
        (fresh ? first : further).push(target, left[t]!, right[t]!, mobility[t]!);
      }
    }
    this.#size = size;
    this.#squares = Int32Array.from(squares);
    this.#first = Int32Array.from(first);
    this.#further = Int32Array.from(further);
  }

  /** Sets the entries to their first terms. */
  begin(J: Float64Array, m: Float64Array, values: Float64Array): void {
    if (this.#size === 2) {
      setPlanarSquares(this.#squares, J, m, values);
      setPlanarProducts(this.#first, J, m, values);
    } else if (this.#size === 3) {
      setSpatialSquares(this.#squares, J, m, values);
      setSpatialProducts(this.#first, J, m, values);
    } else {
      setScalarSquares(this.#squares, J, m, values);
      setScalarProducts(this.#first, J, m, values);
    }
  }

  /** Adds all others. */
  add(J: Float64Array, m: Float64Array, values: Float64Array): void {
    const list = this.#further;
    const size = this.#size;
    for (let t = 0; t < list.length; t += PRODUCT) {
      const a = list[t + 1]!;
      const b = list[t + 2]!;
      let product = 0;
      for (let c = 0; c < size; c++) product += J[a + c]! * J[b + c]!;
      values[list[t]!]! += m[list[t + 3]!]! * product;
    }
  }
}

/** Terms `J_left M J_rightᵀ` with blocks `M` of any size. */
export class GeneralWriter {
  readonly #terms: Terms;
  readonly #target: Int32Array;

  constructor(terms: Terms, position: Int32Array) {
    const wanted = Int32Array.from(terms.entry.keys()).filter((t) => position[terms.entry[t]!]! >= 0);
    this.#terms = selectTerms(terms, wanted);
    this.#target = this.#terms.entry.map((e) => position[e]!);
  }

  clear(values: Float64Array): void {
    const target = this.#target;
    for (const place of target) values[place] = 0;
  }

  add(J: Float64Array, m: Float64Array, values: Float64Array): void {
    const target = this.#target;
    const { left, right, mobility, leftSize, rightSize } = this.#terms;
    for (let t = 0; t < target.length; t++) {
      const rows = leftSize[t]!;
      const columns = rightSize[t]!;
      const a = left[t]!;
      const b = right[t]!;
      let e = mobility[t]!;
      let sum = 0;
      for (let r = 0; r < rows; r++) {
        let product = 0;
        for (let c = 0; c < columns; c++, e++) product += m[e]! * J[b + c]!;
        sum += J[a + r]! * product;
      }
      values[target[t]!]! += sum;
    }
  }
}

type Loop = (list: Int32Array, J: Float64Array, m: Float64Array, values: Float64Array) => void;

const setScalarSquares: Loop = (list, J, m, values) => {
  for (let t = 0; t < list.length; t += SQUARE) {
    const a = J[list[t + 1]!]!;
    const b = J[list[t + 2]!]!;
    values[list[t]!] = m[list[t + 3]!]! * a * a + m[list[t + 4]!]! * b * b;
  }
};

// Two terms a turn: see vector.ts. An odd last one is done twice.
const setPlanarSquares: Loop = (list, J, m, values) => {
  for (let t = 0; t < list.length; t += 2 * SQUARE) {
    const u = Math.min(t + SQUARE, list.length - SQUARE);
    const l = list[t + 1]! & INDEX;
    const r = list[t + 2]! & INDEX;
    const p = list[u + 1]! & INDEX;
    const q = list[u + 2]! & INDEX;
    const a0 = J[l]!;
    const a1 = J[l + 1]!;
    const b0 = J[r]!;
    const b1 = J[r + 1]!;
    const c0 = J[p]!;
    const c1 = J[p + 1]!;
    const d0 = J[q]!;
    const d1 = J[q + 1]!;
    values[list[t]!] = m[list[t + 3]!]! * (a0 * a0 + a1 * a1) + m[list[t + 4]!]! * (b0 * b0 + b1 * b1);
    values[list[u]!] = m[list[u + 3]!]! * (c0 * c0 + c1 * c1) + m[list[u + 4]!]! * (d0 * d0 + d1 * d1);
  }
};

const setSpatialSquares: Loop = (list, J, m, values) => {
  for (let t = 0; t < list.length; t += SQUARE) {
    const l = list[t + 1]!;
    const r = list[t + 2]!;
    const a0 = J[l]!;
    const a1 = J[l + 1]!;
    const a2 = J[l + 2]!;
    const b0 = J[r]!;
    const b1 = J[r + 1]!;
    const b2 = J[r + 2]!;
    values[list[t]!] =
      m[list[t + 3]!]! * (a0 * a0 + a1 * a1 + a2 * a2) + m[list[t + 4]!]! * (b0 * b0 + b1 * b1 + b2 * b2);
  }
};

const setScalarProducts: Loop = (list, J, m, values) => {
  for (let t = 0; t < list.length; t += PRODUCT) {
    values[list[t]!] = m[list[t + 3]!]! * J[list[t + 1]!]! * J[list[t + 2]!]!;
  }
};

const setPlanarProducts: Loop = (list, J, m, values) => {
  for (let t = 0; t < list.length; t += 2 * PRODUCT) {
    const u = Math.min(t + PRODUCT, list.length - PRODUCT);
    const a = list[t + 1]! & INDEX;
    const b = list[t + 2]! & INDEX;
    const c = list[u + 1]! & INDEX;
    const d = list[u + 2]! & INDEX;
    const first = m[list[t + 3]!]! * (J[a]! * J[b]! + J[a + 1]! * J[b + 1]!);
    const second = m[list[u + 3]!]! * (J[c]! * J[d]! + J[c + 1]! * J[d + 1]!);
    values[list[t]!] = first;
    values[list[u]!] = second;
  }
};

const setSpatialProducts: Loop = (list, J, m, values) => {
  for (let t = 0; t < list.length; t += PRODUCT) {
    const a = list[t + 1]!;
    const b = list[t + 2]!;
    values[list[t]!] = m[list[t + 3]!]! * (J[a]! * J[b]! + J[a + 1]! * J[b + 1]! + J[a + 2]! * J[b + 2]!);
  }
};
