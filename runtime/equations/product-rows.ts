import type { ConnectorResponses } from '../model/body-store.js';
import type { Incidences } from './incidence.js';
import type { TermCollection } from './terms.js';

/** Numbers of a part of a product row: index in `J`, number of entries, index in the responses. */
export const PART_STRIDE = 3;

/**
 * The product rows of the bodies of one store that is not isotropic: one for each row of `J` and
 * body that it is attached to,
 *
 *     H = J B L⁻ᵀ,   M = L Lᵀ,   so that   A_ij = Σ H_i · H_j
 *
 * over the bodies that both rows are attached to. A product row has one part per input of its
 * constraint on the body: entries of `J` times rows of `B L⁻ᵀ`.
 */
export interface ProductRows {
  readonly responses: ConnectorResponses;
  /** Row of `A` that each product row belongs to, body by body, ascending for each body. */
  readonly rowOf: Int32Array;
  /** First product row of each body, and at the end the number of product rows. */
  readonly bodyStart: Int32Array;
  /** First part of each product row, and at the end the number of parts. */
  readonly partStart: Int32Array;
  readonly parts: Int32Array;
}

/** Finds the product rows of the bodies of a store with the given responses. */
export function findProductRows(
  { constraint, firstRow, rows, block, size, slot, bodyStart }: Incidences,
  { store, from, to }: Incidences['stores'][number],
  responses: ConnectorResponses,
): ProductRows {
  // A product row has one part at least.
  let most = 0;
  for (let u = bodyStart[from]!; u < bodyStart[to]!; u++) most += rows[u]!;
  const rowOf = new Int32Array(most);
  const starts = new Int32Array(to - from + 1);
  const partStart = new Int32Array(most + 1);
  const parts = new Int32Array(PART_STRIDE * most);
  let count = 0;
  let at = 0;
  for (let b = from; b < to; b++) {
    const last = bodyStart[b + 1]!;
    for (let u = bodyStart[b]!, end = u; u < last; u = end) {
      // The inputs of one constraint.
      while (end < last && constraint[end] === constraint[u]) end++;
      for (let r = 0; r < rows[u]!; r++) {
        rowOf[count] = firstRow[u]! + r;
        for (let v = u; v < end; v++, at += PART_STRIDE) {
          parts[at] = block[v]! + r * size[v]!;
          parts[at + 1] = size[v]!;
          parts[at + 2] = (slot[v]! - store.slotOffset) * responses.width;
        }
        partStart[++count] = at;
      }
    }
    starts[b - from + 1] = count;
  }
  return {
    responses,
    rowOf: rowOf.subarray(0, count),
    bodyStart: starts,
    partStart: partStart.subarray(0, count + 1),
    parts,
  };
}

/** Returns the number of terms that {@link addProducts} adds. */
export function countProducts({ bodyStart }: ProductRows): number {
  let count = 0;
  for (let b = 0; b + 1 < bodyStart.length; b++) {
    const meeting = bodyStart[b + 1]! - bodyStart[b]!;
    count += (meeting * (meeting + 1)) / 2;
  }
  return count;
}

/** Adds the products of all pairs of rows that meet at a body. */
export function addProducts(terms: TermCollection, kind: number, { responses, rowOf, bodyStart }: ProductRows): void {
  const { width } = responses;
  for (let b = 0; b + 1 < bodyStart.length; b++) {
    for (let k = bodyStart[b]!; k < bodyStart[b + 1]!; k++) {
      for (let l = bodyStart[b]!; l <= k; l++) terms.add(kind, rowOf[k]!, rowOf[l]!, k * width, l * width);
    }
  }
}
