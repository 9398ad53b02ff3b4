import type { GivenQuantity } from '../account.js';
import { code, escape, table } from './element.js';

/** Quantities that a user gives, with their units and ranges. */
export function quantityTable(caption: string, list: readonly GivenQuantity[]): string {
  const columns = ['name', 'kind', 'unit', 'range', 'default', 'what it is'];
  const rows = list.map(({ name, kind, size, unit, min, max, doc, ...rest }) => [
    code(name),
    size > 1 ? `${escape(kind)}, ${size} components` : escape(kind),
    unit === undefined ? '' : escape(unit),
    range(min, max),
    rest.default === undefined ? '' : escape([rest.default].flat().join(', ')),
    doc === undefined ? '' : escape(doc),
  ]);
  // An empty column is left out.
  const isFilled = columns.map((_, i) => rows.some((row) => row[i] !== ''));
  const filled = <T>(cells: readonly T[]): T[] => cells.filter((_, i) => isFilled[i]);
  return table(
    caption,
    filled(columns).map((title) => ({ title })),
    rows.map(filled),
  );
}

function range(min: number | undefined, max: number | undefined): string {
  if (min === undefined && max === undefined) return '';
  if (min === undefined) return `≤ ${short(max!)}`;
  return max === undefined ? `≥ ${short(min)}` : `${short(min)} … ${short(max)}`;
}

const short = (value: number): string => {
  if (Math.abs(value) === Math.PI) return value < 0 ? '−π' : 'π';
  return escape(String(value).replace('-', '−'));
};
