import { agree, common, times, type Dimension } from './dimension.js';

/**
 * Dimension of one scalar. `null` fits everywhere. It is the dimension of zero, of a quantity
 * declared without a unit, and of anything made of a faulty part, which is reported once.
 */
export type Entry = Dimension | null;

/**
 * The dimensions of a part of a formula, as a matrix: a scalar is one row of one entry, a vector
 * one column.
 */
export type UnitValue = readonly (readonly Entry[])[];

export const scalarOf = (entry: Entry): UnitValue => [[entry]];
export const vectorOf = (entries: readonly Entry[]): UnitValue => entries.map((entry) => [entry]);

export const isScalar = (value: UnitValue): boolean => value.length === 1 && value[0]!.length === 1;
export const entriesOf = (value: UnitValue): readonly Entry[] => value.flat();
export const entryOf = (value: UnitValue): Entry => value[0]?.[0] ?? null;

export const mapEntries = (value: UnitValue, f: (entry: Dimension) => Entry): UnitValue =>
  value.map((row) => row.map((entry) => entry && f(entry)));

export const product = (a: Entry, b: Entry): Entry => a && b && times(a, b);

/** The dimension that several quantities share; `undefined` if they differ. */
export function sharedEntry(entries: readonly Entry[]): Entry | undefined {
  let shared: Entry = null;
  for (const entry of entries) {
    if (entry === null) continue;
    if (shared !== null && !agree(shared, entry)) return undefined;
    shared = shared === null ? entry : common(shared, entry);
  }
  return shared;
}
