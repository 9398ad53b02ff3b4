import { squared } from '../base/powers.js';
import type { Shape } from './shape.js';

/** Numbers of a shape: two bounds along each axis. */
const STRIDE = 6;

/**
 * Finds the pairs of shapes whose bounds overlap, by sorting them along the axis on which they are
 * spread most (sweep and prune). Shapes that move little between calls cost little to sort again.
 */
export class Sweep {
  #order: number[] = [];
  #axis = -1;
  #bounds = new Float64Array(0);

  /** Calls `visit` with each pair, in the order in which the shapes are listed. */
  find<S extends Shape>(shapes: readonly S[], visit: (a: S, b: S) => void): void {
    const order = this.#sort(shapes);
    const bounds = this.#readBounds(shapes);
    for (let k = 0; k < order.length; k++) {
      const i = order[k]!;
      const p = STRIDE * k;
      const end = bounds[p + 1]!;
      const low = bounds[p + 2]!;
      const high = bounds[p + 3]!;
      const near = bounds[p + 4]!;
      const far = bounds[p + 5]!;
      for (let l = k + 1, q = p + STRIDE; l < order.length && bounds[q]! <= end; l++, q += STRIDE) {
        if (bounds[q + 2]! > high || bounds[q + 3]! < low || bounds[q + 4]! > far || bounds[q + 5]! < near) continue;
        const j = order[l]!;
        const a = shapes[Math.min(i, j)]!;
        const b = shapes[Math.max(i, j)]!;
        if (overlap(a, b, 0)) visit(a, b);
      }
    }
  }

  /** Lower and upper bound of each shape, in order, along each axis, this one first; 0 along the third in the plane. */
  #readBounds(shapes: readonly Shape[]): Float64Array {
    const size = STRIDE * shapes.length;
    if (this.#bounds.length !== size) this.#bounds = new Float64Array(size);
    const bounds = this.#bounds;
    for (let k = 0; k < this.#order.length; k++) {
      const { lower, upper } = shapes[this.#order[k]!]!;
      for (let c = 0; c < lower.length; c++) {
        const axis = (this.#axis + c) % lower.length;
        bounds[STRIDE * k + 2 * c] = lower[axis]!;
        bounds[STRIDE * k + 2 * c + 1] = upper[axis]!;
      }
    }
    return bounds;
  }

  #sort(shapes: readonly Shape[]): number[] {
    const axis = widestAxis(shapes);
    const order = this.#order;
    const before = (i: number, j: number): number => shapes[i]!.lower[axis]! - shapes[j]!.lower[axis]! || i - j;
    if (axis !== this.#axis || order.length !== shapes.length) {
      this.#axis = axis;
      this.#order = shapes.map((_, i) => i).sort(before);
      return this.#order;
    }
    for (let k = 1; k < order.length; k++) {
      const i = order[k]!;
      let l = k;
      for (; l > 0 && before(i, order[l - 1]!) < 0; l--) order[l] = order[l - 1]!;
      order[l] = i;
    }
    return order;
  }
}

/** True where the bounds of two shapes, made smaller by `by` on all sides, overlap, and neither shape misses the other. */
export function overlap(a: Shape, b: Shape, by: number): boolean {
  for (let c = 0; c < a.lower.length; c++) {
    if (a.lower[c]! + by > b.upper[c]! - by || b.lower[c]! + by > a.upper[c]! - by) return false;
  }
  if (a.isRound && b.isRound && !meet(a, b, by)) return false;
  return !a.misses?.(b, by) && !b.misses?.(a, by);
}

/** True where the discs or balls within two bounds, each made smaller by `by`, overlap. */
function meet(a: Shape, b: Shape, by: number): boolean {
  const reach = (a.upper[0]! - a.lower[0]! + b.upper[0]! - b.lower[0]!) / 2 - 2 * by;
  let square = 0;
  for (let c = 0; c < a.lower.length; c++) {
    const distance = (a.lower[c]! + a.upper[c]! - b.lower[c]! - b.upper[c]!) / 2;
    square += distance * distance;
  }
  return square <= reach * reach;
}

/** The axis along which the lower corners of bounds vary most. */
function widestAxis(shapes: readonly Shape[]): number {
  let widest = 0;
  let most = -1;
  const axes = shapes[0]?.lower.length ?? 0;
  for (let axis = 0; axis < axes; axis++) {
    let [mean, square] = [0, 0];
    for (const { lower } of shapes) if (isFinite(lower[axis]!)) mean += lower[axis]! / shapes.length;
    for (const { lower } of shapes) if (isFinite(lower[axis]!)) square += squared(lower[axis]! - mean);
    if (square > most) [widest, most] = [axis, square];
  }
  return widest;
}
