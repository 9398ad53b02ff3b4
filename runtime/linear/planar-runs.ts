import { INDEX } from '../vector.js';
import { STRIDE, type TermDraft } from './term-draft.js';

/** Numbers per run: its first item, the item after its last, the place of its first block, and that of the block's nearer half within it. */
const RUN = 4;

/**
 * Constraints between two planar points that follow each other in `J`, each joined to the one before, as in a chain or a row of a net. With `n` the
 * nearer half of a constraint's block, whose body it shares with the constraint before, and `f` the farther,
 *
 *     A_kk = w_n |n|² + w_f |f|²,   A_k,k−1 = w_n n · f of k − 1
 *
 * so that one pass finds both, and reads each block once.
 */
export class PlanarRuns {
  readonly #runs: Int32Array;
  /** Targets of each item: that of `A_kk` and that of `A_k,k−1`, which the first of a run has not. */
  readonly #targets: Int32Array;
  /** Weights of each item: `w_n` and `w_f`. */
  readonly #weights: Float64Array;
  readonly #mobility: Int32Array;

  /** Takes what makes runs out of the drafts of squares and products. */
  constructor(squares: TermDraft, products: TermDraft) {
    const runs: number[] = [];
    const targets: number[] = [];
    const mobility: number[] = [];
    const { links, nearer } = findLinks(squares, products);
    const count = squares.count;
    const takenSquares = new Uint8Array(count);
    const takenProducts = new Uint8Array(products.count);
    for (let first = 0, end = 0; first < count; first = end) {
      end = first + 1;
      while (end < count && links[end]! >= 0 && nearer[end] === nearer[first + 1]) end++;
      if (end === first + 1) continue;
      const near = nearer[first + 1]!;
      const begin = targets.length / 2;
      runs.push(begin, begin + end - first, blockOf(squares, first), near);
      for (let k = first; k < end; k++) {
        const nearFirst = squares.places[STRIDE * k + 1] === blockOf(squares, k) + near;
        const [one, other] = [squares.mobility[2 * k]!, squares.mobility[2 * k + 1]!];
        mobility.push(nearFirst ? one : other, nearFirst ? other : one);
        targets.push(squares.places[STRIDE * k]!, k === first ? -1 : products.places[STRIDE * links[k]!]!);
        takenSquares[k] = 1;
        if (k > first) takenProducts[links[k]!] = 1;
      }
    }
    squares.remove(takenSquares);
    products.remove(takenProducts);
    this.#runs = Int32Array.from(runs);
    this.#targets = Int32Array.from(targets);
    this.#weights = new Float64Array(mobility.length);
    this.#mobility = Int32Array.from(mobility);
  }

  /** Takes up changed mobilities. */
  weigh(m: Float64Array): void {
    const weights = this.#weights;
    const mobility = this.#mobility;
    for (let i = 0; i < weights.length; i++) weights[i] = m[mobility[i]!]!;
  }

  /** Sets the entries. */
  write(J: Float64Array, values: Float64Array): void {
    const runs = this.#runs;
    const targets = this.#targets;
    const weights = this.#weights;
    for (let r = 0; r < runs.length; r += RUN) {
      const first = runs[r]! & INDEX;
      const end = runs[r + 1]! & INDEX;
      const near = runs[r + 3]!;
      let n = (runs[r + 2]! + near) & INDEX;
      let f = (runs[r + 2]! + 2 - near) & INDEX;
      let p0 = 0;
      let p1 = 0;
      for (let k = first; k < end; k++) {
        const n0 = J[n]!;
        const n1 = J[n + 1]!;
        const f0 = J[f]!;
        const f1 = J[f + 1]!;
        const wn = weights[2 * k]!;
        const square = wn * (n0 * n0 + n1 * n1) + weights[2 * k + 1]! * (f0 * f0 + f1 * f1);
        const product = wn * (n0 * p0 + n1 * p1);
        values[targets[2 * k]!] = square;
        if (k > first) values[targets[2 * k + 1]!] = product;
        p0 = f0;
        p1 = f1;
        n += 4;
        f += 4;
      }
    }
  }
}

function blockOf({ places }: TermDraft, square: number): number {
  return Math.min(places[STRIDE * square + 1]!, places[STRIDE * square + 2]!);
}

/**
 * For each square the product that links it to the one before, where that is the constraint before, and where in its block the half of the shared body begins;
 * −1 without such a product.
 */
function findLinks(squares: TermDraft, products: TermDraft): { links: Int32Array; nearer: Int32Array } {
  const count = squares.count;
  const links = new Int32Array(count).fill(-1);
  const nearer = new Int32Array(count);
  let reach = 0;
  for (const place of squares.places) reach = Math.max(reach, place);
  for (const place of products.places) reach = Math.max(reach, place);
  // The square, counted from 1, whose block begins at a place.
  const squareAt = new Int32Array(reach + 3);
  for (let k = 0; k < count; k++) {
    const distance = squares.places[STRIDE * k + 1]! - squares.places[STRIDE * k + 2]!;
    if (Math.abs(distance) === 2) squareAt[blockOf(squares, k)] = k + 1;
  }
  for (let t = 0; t < products.count; t++) {
    const left = products.places[STRIDE * t + 1]!;
    const right = products.places[STRIDE * t + 2]!;
    for (let near = 0; near <= 2; near += 2) {
      const block = left - near;
      if (block < 4 || right !== block - 4 + (2 - near)) continue;
      const k = squareAt[block]! - 1;
      // In J and in the list of squares alike it comes next.
      if (k < 1 || squareAt[block - 4] !== k || links[k]! >= 0) continue;
      links[k] = t;
      nearer[k] = near;
    }
  }
  return { links, nearer };
}
