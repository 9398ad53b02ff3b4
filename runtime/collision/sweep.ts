import { squared } from '../base/powers.js';
import type { Shape } from './shape.js';

/**
 * Finds the pairs of shapes whose bounds overlap, by sorting them along the axis on which they are
 * spread most (sweep and prune). Shapes that move little between calls cost little to sort again.
 */
export class Sweep {
  #order: number[] = [];
  #axis = -1;

  /** Calls `visit` with each pair, in the order in which the shapes are listed. */
  find<S extends Shape>(shapes: readonly S[], visit: (a: S, b: S) => void): void {
    const order = this.#sort(shapes);
    const axis = this.#axis;
    for (let k = 0; k < order.length; k++) {
      const i = order[k]!;
      const a = shapes[i]!;
      const end = a.upper[axis]!;
      for (let l = k + 1; l < order.length; l++) {
        const j = order[l]!;
        const b = shapes[j]!;
        if (b.lower[axis]! > end) break;
        if (!overlap(a, b, 0)) continue;
        if (i < j) visit(a, b);
        else visit(b, a);
      }
    }
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
