import { wholePower } from '../base/powers.js';
import { describePlainly } from '../base/printing.js';

/** Numbers kept of each piece: its derivatives at its left end, divided by k!, k = 0 … 5. */
export const TERMS = 6;

/** Behaviour of a curve beyond its first and last point. */
export type Outside = 'error' | 'hold' | 'linear';

/**
 * A function of one number through given points, which never changes: a piecewise polynomial
 * `f(s) = Σ c_k (s − s_i)^k` from knot `s_i` to `s_{i+1}`. `curve` makes one. Constraints take it
 * for a parameter of kind `'curve'`.
 *
 * The last lookup is kept. Value and derivatives at one argument, which kernels ask for one after
 * the other, so take one search.
 */
export class Curve {
  /** First argument, and last. */
  readonly start: number;
  readonly end: number;
  /** Period; undefined for a curve that has none. */
  readonly period: number | undefined;
  /** Number of derivatives that are continuous wherever the curve has a value; 5 for all of them. */
  readonly smoothness: number;
  readonly #knots: Float64Array;
  /** Six for each piece, then for arguments left of the range, and right of it. */
  readonly #coefficients: Float64Array;
  readonly #period: number;
  readonly #last: number;
  #argument = Number.NaN;
  #piece = 0;
  #from = 0;
  #offset = 0;

  static {
    describePlainly(this.prototype, ({ start, end, period, smoothness }) => ({
      start,
      end,
      ...(period !== undefined && { period }),
      smoothness,
    }));
  }

  /** @internal */
  constructor(knots: Float64Array, pieces: Float64Array, period: number, smoothness: number, outside: Outside) {
    const count = knots.length - 1;
    this.#knots = knots;
    this.#last = count - 1;
    this.#period = period;
    this.start = knots[0]!;
    this.end = knots[count]!;
    this.period = period > 0 ? period : undefined;
    const coefficients = new Float64Array((count + 2) * TERMS);
    this.#coefficients = coefficients;
    coefficients.set(pieces);
    let continuous = smoothness;
    for (const [block, piece, u] of [
      [count, 0, 0],
      [count + 1, count - 1, this.end - knots[count - 1]!],
    ] as const) {
      const own = coefficients.subarray(block * TERMS, (block + 1) * TERMS);
      if (outside === 'error' || period > 0) {
        own.fill(Number.NaN);
        continue;
      }
      const inside = coefficients.subarray(piece * TERMS, (piece + 1) * TERMS);
      own[0] = taylor(inside, 0, u);
      if (outside === 'linear') own[1] = taylor(inside, 1, u);
      const size = inside.reduce((sum, c, k) => sum + Math.abs(c) * wholePower(this.end - this.start, k), 0);
      const jumps = (order: number): boolean =>
        Math.abs(taylor(inside, order, u) - taylor(own, order, 0)) * wholePower(this.end - this.start, order) >
        SAME * size;
      for (let order = continuous; order > 0; order--) if (jumps(order)) continuous = order - 1;
    }
    this.smoothness = continuous;
    Object.freeze(this);
  }

  /** Value at `s`; NaN outside of a range that ends in an error. */
  value(s: number): number {
    return this.#at(s, 0);
  }

  /** Derivative at `s`: the first, or that of the order given. */
  derivative(s: number, order: 1 | 2 | 3 = 1): number {
    return this.#at(s, order);
  }

  #at(s: number, k: 0 | 1 | 2 | 3): number {
    if (s !== this.#argument) this.#seek(s);
    const c = this.#coefficients;
    const i = this.#from;
    const u = this.#offset;
    switch (k) {
      case 0:
        return c[i]! + u * (c[i + 1]! + u * (c[i + 2]! + u * (c[i + 3]! + u * (c[i + 4]! + u * c[i + 5]!))));
      case 1:
        return c[i + 1]! + u * (2 * c[i + 2]! + u * (3 * c[i + 3]! + u * (4 * c[i + 4]! + u * 5 * c[i + 5]!)));
      case 2:
        return 2 * c[i + 2]! + u * (6 * c[i + 3]! + u * (12 * c[i + 4]! + u * 20 * c[i + 5]!));
      case 3:
        return 6 * c[i + 3]! + u * (24 * c[i + 4]! + u * 60 * c[i + 5]!);
    }
  }

  /**
   * Finds the polynomial that holds at `s`: its coefficients in powers of `s − turns · period −
   * origin`.
   *
   * @internal
   */
  pieceAt(s: number): { readonly coefficients: Float64Array; readonly origin: number; readonly turns: number } {
    this.#seek(s);
    const turns = this.#period > 0 ? Math.floor((s - this.start) / this.#period) : 0;
    const piece = this.#from / TERMS;
    const origin = piece <= this.#last ? this.#knots[piece]! : piece === this.#last + 1 ? this.start : this.end;
    return { coefficients: this.#coefficients.slice(this.#from, this.#from + TERMS), origin, turns };
  }

  /**
   * The curve as a list of numbers, which kernels in C read: the number of pieces `n`, the period or 0,
   * `n + 1` knots, and six coefficients `c_0 … c_5` of each piece, then of what lies left and right of
   * the range.
   */
  table(): Float64Array {
    return Float64Array.of(this.#last + 1, this.#period, ...this.#knots, ...this.#coefficients);
  }

  /**
   * The numbers of which it consists: curves with the same ones are the same function.
   *
   * @internal
   */
  numbers(): Float64Array {
    return Float64Array.of(this.smoothness, ...this.table());
  }

  #seek(s: number): void {
    const knots = this.#knots;
    const last = this.#last;
    const { start, end } = this;
    this.#argument = s;
    const at = this.#period > 0 ? s - this.#period * Math.floor((s - start) / this.#period) : s;
    // Rounding may leave the range of a period by a little, where the piece at its end still holds.
    if (this.#period === 0 && (at < start || at > end)) {
      const isLeft = at < start;
      this.#from = (last + (isLeft ? 1 : 2)) * TERMS;
      this.#offset = at - (isLeft ? start : end);
      return;
    }
    let piece = this.#piece;
    if (!(knots[piece]! <= at && (at < knots[piece + 1]! || piece === last))) {
      let [low, high] = [0, last];
      while (low < high) {
        const middle = (low + high + 1) >> 1;
        if (knots[middle]! <= at) low = middle;
        else high = middle - 1;
      }
      piece = low;
    }
    this.#piece = piece;
    this.#from = piece * TERMS;
    this.#offset = at - knots[piece]!;
  }
}

/** Relative difference up to which two derivatives count as the same. */
const SAME = 1e-9;

/** The `order`-th derivative of `Σ c_k u^k`. */
function taylor(c: Float64Array, order: number, u: number): number {
  let sum = 0;
  for (let k = TERMS - 1; k >= order; k--) sum = sum * u + fallingFactorial(k, order) * c[k]!;
  return sum;
}

/** `k!/(k − r)!`, the factor of the `r`-th derivative of `u^k`. */
export function fallingFactorial(k: number, r: number): number {
  let product = 1;
  for (let i = 0; i < r; i++) product *= k - i;
  return product;
}
