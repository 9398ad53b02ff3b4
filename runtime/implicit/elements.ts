import type { Connector } from '../model/connector.js';
import type { Place, Places } from './places.js';

/**
 * Terms of one type, an element each: functions of a few connectors with gradients and Hessians. Elements
 * keep the values of their connectors one after the other, so that kernels can be called for unit rates.
 */
export class Elements {
  readonly count: number;
  /** Number of components of an element's connectors, and of each connector. */
  readonly width: number;
  readonly sizes: readonly number[];
  readonly x: Float64Array;
  /** Index in {@link x} of each input of each element. */
  readonly slots: Int32Array;
  /** Second derivatives of each element over its components, `width²`, row-major. */
  readonly H: Float64Array;
  /** Unknowns of element `k`, `unknowns[start[k]] …`, those of one connector after those of another. */
  readonly unknowns: Int32Array;
  readonly start: Int32Array;
  /**
   * Pairs of unknowns on and below the diagonal, those of element `k` from `firstPair[k]` on: their indices in the
   * square of the element, and in the matrix.
   */
  pairs = new Int32Array(0);
  entries = new Int32Array(0);
  firstPair = new Int32Array(1);
  readonly #places: readonly Place[];
  readonly #isPlain: boolean;
  readonly #product: Float64Array;
  readonly #square: Float64Array;

  constructor(connectors: readonly (readonly Connector[])[], sizes: readonly number[], places: Places) {
    this.count = connectors.length;
    this.sizes = sizes;
    this.width = sizes.reduce((sum, size) => sum + size, 0);
    this.#places = connectors.flatMap((list) => list.map((connector) => places.of(connector)));
    this.#isPlain = this.#places.every(({ isPlain }) => isPlain);
    const { width, count } = this;
    this.x = new Float64Array(count * width);
    this.H = new Float64Array(count * width * width);
    this.slots = new Int32Array(count * sizes.length);
    for (let i = 0, at = 0; i < this.slots.length; i++) {
      this.slots[i] = at;
      at += sizes[i % sizes.length]!;
    }
    this.start = new Int32Array(count + 1);
    for (let k = 0; k < count; k++) {
      const own = this.#placesOf(k).reduce((sum, { unknowns }) => sum + unknowns.length, 0);
      this.start[k + 1] = this.start[k]! + own;
    }
    this.unknowns = Int32Array.from(this.#places.flatMap(({ unknowns }) => Array.from(unknowns)));
    const most = this.start.reduce((m, s, k) => (k === 0 ? m : Math.max(m, s - this.start[k - 1]!)), 0);
    this.#product = new Float64Array(width * most);
    this.#square = new Float64Array(most * most);
  }

  #placesOf(k: number): readonly Place[] {
    const inputs = this.sizes.length;
    return this.#places.slice(k * inputs, (k + 1) * inputs);
  }

  /** Copies the values of the connectors. */
  gather(x: Float64Array): void {
    this.gatherTo(x, this.x);
  }

  /** Copies what belongs to the connectors from a list over the places. */
  gatherTo(x: Float64Array, out: Float64Array): void {
    const { sizes } = this;
    let to = 0;
    for (let i = 0, s = 0; i < this.#places.length; i++, s = s + 1 === sizes.length ? 0 : s + 1) {
      const { offset } = this.#places[i]!;
      for (let c = 0; c < sizes[s]!; c++) out[to++] = x[offset + c]!;
    }
  }

  /** Adds `scale g`, in the layout of {@link x}, to gradients over the places, and its size. */
  scatter(scale: number, g: Float64Array, out: Float64Array, sizes?: Float64Array): void {
    let from = 0;
    for (let i = 0, s = 0; i < this.#places.length; i++, s = s + 1 === this.sizes.length ? 0 : s + 1) {
      const { offset } = this.#places[i]!;
      for (let c = 0; c < this.sizes[s]!; c++) {
        const entry = scale * g[from++]!;
        out[offset + c]! += entry;
        if (sizes) sizes[offset + c]! += Math.abs(entry);
      }
    }
  }

  /** `out = row B`, of a row over the components of element `k`, over its unknowns. */
  multiplyRow(k: number, row: Float64Array, at: number, out: Float64Array, to: number): void {
    if (this.#isPlain) {
      for (let c = 0; c < this.width; c++) out[to + c] = row[at + c]!;
      return;
    }
    const inputs = this.sizes.length;
    let column = to;
    for (let i = 0; i < inputs; i++) {
      const { motion, unknowns, isPlain } = this.#places[k * inputs + i]!;
      const size = this.sizes[i]!;
      for (let j = 0; j < unknowns.length; j++, column++) {
        let sum = 0;
        if (isPlain) sum = row[at + j]!;
        else for (let c = 0; c < size; c++) sum += row[at + c]! * motion.B[c * motion.count + j]!;
        out[column] = sum;
      }
      at += size;
    }
  }

  /** Adds `Bᵀ H B` of all elements to the matrix. */
  addTo(values: Float64Array): void {
    const { width, H, start, pairs, entries, firstPair } = this;
    for (let k = 0; k < this.count; k++) {
      const own = start[k + 1]! - start[k]!;
      let S = H;
      let at = k * width * width;
      if (!this.#isPlain) {
        // (H B)ᵀ B, as H is symmetric.
        const [P, square] = [this.#product, this.#square];
        for (let r = 0; r < width; r++) this.multiplyRow(k, H, at + r * width, P, r * own);
        const column = new Float64Array(width);
        for (let j = 0; j < own; j++) {
          for (let r = 0; r < width; r++) column[r] = P[r * own + j]!;
          this.multiplyRow(k, column, 0, square, j * own);
        }
        S = square;
        at = 0;
      }
      for (let e = firstPair[k]!; e < firstPair[k + 1]!; e++) values[entries[e]!]! += S[at + pairs[e]!]!;
    }
  }
}
