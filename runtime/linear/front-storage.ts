import { fours, triangle } from './front-kernels.js';
import type { Fronts } from './fronts.js';
import { PIVOTS } from './guarded-factorization.js';

/** The arrays that a factorization front by front works on, besides its plan. */
export interface FrontStorage {
  /** See {@link GuardedFactorization.pivots}. */
  readonly pivots: Float64Array;
  /** Entries of `A` below the diagonal, front by front, then its diagonal. */
  readonly values: Float64Array;
  /** Inverse pivots, and three spare entries for tiles with fewer than four columns. */
  readonly inverse: Float64Array;
  /**
   * Panels with `L`, in bands (see front-kernels.ts), whose entries above the diagonal have no
   * meaning. Behind them are the update matrices that wait for their parents, as lower triangles.
   */
  readonly store: Float64Array;
  /** `L D` of a band of a front's own rows, or of those below. */
  readonly products: Float64Array;
  /** Index in the store at which the update matrix of each front begins. */
  readonly updateStart: Int32Array;
}

/** Returns the lengths of the arrays, and where the update matrices are. */
export function storageNeeds(fronts: Fronts): {
  lengths: Record<Exclude<keyof FrontStorage, 'updateStart'>, number>;
  updateStart: Int32Array;
} {
  const { count, order, place, firstColumn, rowStart } = fronts;
  const { updateStart, end } = placeUpdates(fronts);
  let products = 0;
  for (let f = 0; f < count; f++) {
    const w = firstColumn[f + 1]! - firstColumn[f]!;
    products = Math.max(products, 16 * fours(w) * Math.max(1, fours(rowStart[f + 1]! - rowStart[f]!)));
  }
  const size = order.length;
  const lengths = { pivots: PIVOTS, values: place.length + size, inverse: size + 3, store: end, products };
  return { lengths, updateStart };
}

/** Makes the arrays, each for itself. */
export function frontStorage(fronts: Fronts): FrontStorage {
  const { lengths, updateStart } = storageNeeds(fronts);
  return {
    pivots: new Float64Array(lengths.pivots),
    values: new Float64Array(lengths.values),
    inverse: new Float64Array(lengths.inverse),
    store: new Float64Array(lengths.store),
    products: new Float64Array(lengths.products),
    updateStart,
  };
}

/** Returns the index of the entry in column 0 of row `i` of a lower triangle. */
export function triangleRow(i: number): number {
  const band = i >> 2;
  return triangle(band) + i - 4 * band;
}

/**
 * Places each front's update matrix behind the panels, until its parent uses it. In a postorder a
 * front's children are the last before it among those that wait at their depth. Two stacks are
 * therefore enough, one for even depths and one for odd: a front's own matrix never overlaps those
 * of its children.
 */
function placeUpdates({ count, rowStart, panelStart, childStart, child }: Fronts): {
  updateStart: Int32Array;
  end: number;
} {
  const odd = new Uint8Array(count);
  for (let f = count - 1; f >= 0; f--) {
    for (let c = childStart[f]!; c < childStart[f + 1]!; c++) odd[child[c]!] = 1 - odd[f]!;
  }
  const updateStart = new Int32Array(count);
  const top = [0, 0];
  const length = [0, 0];
  for (let f = 0; f < count; f++) {
    if (childStart[f]! < childStart[f + 1]!) top[1 - odd[f]!] = updateStart[child[childStart[f]!]!]!;
    updateStart[f] = top[odd[f]!]!;
    top[odd[f]!]! += triangle(fours(rowStart[f + 1]! - rowStart[f]!));
    length[odd[f]!] = Math.max(length[odd[f]!]!, top[odd[f]!]!);
  }
  const panels = panelStart[count]!;
  for (let f = 0; f < count; f++) updateStart[f]! += panels + (odd[f] === 1 ? length[0]! : 0);
  return { updateStart, end: panels + length[0]! + length[1]! };
}
