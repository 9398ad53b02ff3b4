import type { SpaceDerivation } from '../derive/derive-space.js';
import type { Dimension } from '../units/dimension.js';
import { formatUnit } from '../units/format-unit.js';

/** The units of a constraint's results. */
export type ResultUnits = Pick<SpaceDerivation, 'units' | 'levels' | 'rows'>;

/** Rows whose results are in the same units. */
export interface RowGroup {
  /** Row numbers, counted from 1. */
  readonly rows: readonly number[];
  readonly symbol: 'C' | 'phi';
  readonly value: Dimension;
  readonly lambda: Dimension;
}

/** Inputs whose forces are in the same unit. */
export interface ForceGroup {
  readonly inputs: readonly string[];
  readonly unit: Dimension;
}

/**
 * The units of rows and multipliers; rows of the same units stand together. Rows whose units are
 * not known are left out.
 */
export function rowGroups({ units, levels }: ResultUnits): RowGroup[] {
  return grouped(
    units.rows.flatMap((row, i): RowGroup[] =>
      row === undefined ? [] : [{ ...row, rows: [i + 1], symbol: levels[i] === 'velocity' ? 'phi' : 'C' }],
    ),
    ({ symbol, value, lambda }) => [symbol, formatUnit(value), formatUnit(lambda)].join(' '),
    (a, b) => ({ ...a, rows: [...a.rows, ...b.rows] }),
  );
}

/** The units of the forces on the inputs; forces of the same unit stand together. */
export function forceGroups({ units }: ResultUnits): ForceGroup[] {
  return grouped(
    Object.entries(units.forces).map(([input, unit]) => ({ inputs: [input], unit })),
    ({ unit }) => formatUnit(unit),
    (a, b) => ({ ...a, inputs: [...a.inputs, ...b.inputs] }),
  );
}

/** `C in m, lambda in N`; with several rows `C1, C2 in m, lambda in N`. */
export const describeRows = (results: ResultUnits): string[] =>
  rowGroups(results).map(({ rows, symbol, value, lambda }) => {
    const names = results.rows === 1 ? [symbol] : rows.map((row) => `${symbol}${row}`);
    return `${names.join(', ')} in ${formatUnit(value)}, lambda in ${formatUnit(lambda)}`;
  });

/** `force on a, b in N` */
export const describeForces = (results: ResultUnits): string[] =>
  forceGroups(results).map(({ inputs, unit }) => `force on ${inputs.join(', ')} in ${formatUnit(unit)}`);

function grouped<T>(list: readonly T[], keyOf: (entry: T) => string, join: (a: T, b: T) => T): T[] {
  const groups = new Map<string, T>();
  for (const entry of list) {
    const key = keyOf(entry);
    const group = groups.get(key);
    groups.set(key, group === undefined ? entry : join(group, entry));
  }
  return [...groups.values()];
}
