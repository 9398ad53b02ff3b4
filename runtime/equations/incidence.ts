import type { BodyStore } from '../model/body-store.js';
import type { RowRange } from '../model/constraint-system.js';

/**
 * Constraints that meet at each body: the inputs of all constraints that are attached to a body
 * that forces can move, those of one body together, constraint by constraint. Entry `i` of each array belongs to input `i`.
 */
export interface Incidences {
  readonly constraint: Int32Array;
  /** Index and number of the constraint's rows. */
  readonly firstRow: Int32Array;
  readonly rows: Int32Array;
  /** Index at which the input's block of `J` begins, and its width. */
  readonly block: Int32Array;
  readonly size: Int32Array;
  readonly slot: Int32Array;
  /** First input of each body that has any, and at the end the number of inputs. */
  readonly bodyStart: Int32Array;
  readonly stores: readonly StoreIncidences[];
}

/** Bodies of one store: from `from` up to `to`, exclusive, in {@link Incidences.bodyStart}. */
interface StoreIncidences {
  readonly store: BodyStore;
  readonly from: number;
  readonly to: number;
}

/**
 * Finds the incidences, store by store, body by body. Connectors that no force moves (ground,
 * handles) are left out.
 */
export function incidencesByBody(range: RowRange, stores: readonly BodyStore[]): Incidences {
  let inputs = 0;
  for (const batch of range.batches) for (const { count } of batch.blocks) inputs += count;
  // Bodies are numbered through all stores.
  const bodyOf = bodiesOfSlots(range.table.x.length, stores);
  const bodies = bodyOf.end[stores.length]!;

  const body = new Int32Array(inputs);
  const first = new Int32Array(bodies + 1);
  let at = 0;
  for (const batch of range.batches) {
    for (let k = 0; k < batch.constraints.length; k++) {
      for (const { inputs: width, input, slots } of batch.blocks) {
        const b = bodyOf.body[slots[k * width + input]!]!;
        body[at++] = b;
        if (b >= 0) first[b + 1]!++;
      }
    }
  }
  for (let b = 0; b < bodies; b++) first[b + 1]! += first[b]!;

  const total = first[bodies]!;
  const next = first.slice();
  const constraint = new Int32Array(total);
  const firstRow = new Int32Array(total);
  const rows = new Int32Array(total);
  const block = new Int32Array(total);
  const size = new Int32Array(total);
  const slot = new Int32Array(total);
  at = 0;
  let number = 0;
  for (const batch of range.batches) {
    for (let k = 0; k < batch.constraints.length; k++, number++) {
      for (const blocks of batch.blocks) {
        const b = body[at++]!;
        if (b < 0) continue;
        const i = next[b]!++;
        constraint[i] = number;
        firstRow[i] = blocks.firstRow + k * blocks.rows;
        rows[i] = blocks.rows;
        block[i] = batch.jacobianStart + k * blocks.stride + blocks.offset;
        size[i] = blocks.size;
        slot[i] = blocks.slots[k * blocks.inputs + blocks.input]!;
      }
    }
  }

  const bodyStart = new Int32Array(bodies + 1);
  let used = 0;
  const ofStores = stores.map((store, f) => {
    const from = used;
    for (let b = bodyOf.end[f]!; b < bodyOf.end[f + 1]!; b++)
      if (first[b]! < first[b + 1]!) bodyStart[used++] = first[b]!;
    return { store, from, to: used };
  });
  bodyStart[used] = total;
  return {
    constraint,
    firstRow,
    rows,
    block,
    size,
    slot,
    bodyStart: bodyStart.subarray(0, used + 1),
    stores: ofStores,
  };
}

/**
 * Finds the number of the body that each slot belongs to, counted through all stores, or −1; and
 * the number of bodies up to each store.
 */
function bodiesOfSlots(slots: number, stores: readonly BodyStore[]): { body: Int32Array; end: Int32Array } {
  const body = new Int32Array(slots).fill(-1);
  const end = new Int32Array(stores.length + 1);
  stores.forEach((store, f) => {
    let most = 0;
    for (let slot = store.slotOffset; slot < store.slotOffset + store.slotCount; slot++) {
      const own = store.bodyAt(slot);
      if (own < 0) continue;
      body[slot] = end[f]! + own;
      most = Math.max(most, own + 1);
    }
    end[f + 1] = end[f]! + most;
  });
  return { body, end };
}

/**
 * Returns a bound on the number of entries of `J W Jᵀ` besides the diagonal: `Σ r (r + 1) / 2`,
 * with `r` the number of rows that meet at a body.
 */
export function entryBound({ bodyStart, rows }: Incidences): number {
  let bound = 0;
  for (let b = 0; b + 1 < bodyStart.length; b++) {
    let meeting = 0;
    for (let i = bodyStart[b]!; i < bodyStart[b + 1]!; i++) meeting += rows[i]!;
    bound += (meeting * (meeting + 1)) / 2;
  }
  return bound;
}
