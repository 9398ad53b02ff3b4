import type { BodyRotation, BodyStore } from '../model/body-store.js';
import type { ConstraintSystem } from '../model/constraint-system.js';
import { RowKind } from '../model/row-table.js';

/** Returns the rotations of bodies, after marking in each the bodies that rows other than contacts act on. */
export function tiedRotations({ all, rowTable }: ConstraintSystem, stores: readonly BodyStore[]): BodyRotation[] {
  const { kind } = rowTable;
  const rotations: BodyRotation[] = [];
  for (const store of stores) {
    const { rotation, slotOffset, slotCount } = store;
    if (!rotation) continue;
    rotations.push(rotation);
    const tied = new Set<number>();
    for (const batch of all.batches) {
      for (const { count, rows, firstRow, inputs, input, slots } of batch.blocks) {
        for (let k = 0; k < count; k++) {
          const first = firstRow + k * rows;
          const slot = slots[k * inputs + input]!;
          if (slot < slotOffset || slot >= slotOffset + slotCount) continue;
          if (kind[first] !== RowKind.inequality) tied.add(store.bodyAt(slot));
        }
      }
    }
    rotation.tie(tied);
  }
  return rotations;
}
