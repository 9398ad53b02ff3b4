import { commentText } from '../literal.js';
import type { BatchFunction } from '../syntax.js';

/** One class for a language that has no classes of it: the layout of its arrays, and functions. */
export interface Unit {
  readonly className: string;
  readonly comment: string;
  readonly layout: readonly LayoutConstant[];
  readonly functions: readonly BatchFunction[];
}

/** A constant of the layout: its name without that of the class, and what it counts. */
export type LayoutConstant = readonly [name: string, value: number, note?: string];

/** The places of quantities that lie one behind the other, under the names of the quantities. */
export function offsets(
  prefix: string,
  list: readonly { readonly name: string; readonly size: number; readonly unit?: string }[],
  perUnit = 1,
): LayoutConstant[] {
  let next = 0;
  return list.map(({ name, size, unit }): LayoutConstant => {
    const offset = next;
    next += size * perUnit;
    const place = [`${prefix}_${name}`, offset] as const;
    return unit === undefined ? place : [...place, commentText(unit)];
  });
}

export const totalOf = (list: readonly { readonly size: number }[]): number =>
  list.reduce((sum, { size }) => sum + size, 0);
