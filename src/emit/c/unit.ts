import { commentText } from '../literal.js';
import type { BatchFunction } from '../syntax.js';
import { c, prototype } from '../targets/c.js';
import { printFunction } from '../targets/target.js';

/** The C code of one class. */
export interface CUnit {
  /** The part of the header: a comment, the layout of its arrays, and its functions. */
  readonly declaration: string;
  /** The functions. */
  readonly definition: string;
}

/** A constant of the layout: its name without that of the class, and what it counts. */
export type LayoutConstant = readonly [name: string, value: number, note?: string];

/** The parts that every class has, from its comment, layout and functions. */
export function unitOf(
  className: string,
  comment: string,
  layout: readonly LayoutConstant[],
  functions: readonly BatchFunction[],
): CUnit {
  const constants = layout.map(
    ([name, value, note]) => `  ${className}_${name} = ${value},${note === undefined ? '' : ` // ${note}`}`,
  );
  return {
    declaration: [
      blockComment(`${className}: ${comment}`),
      `enum {\n${constants.join('\n')}\n};`,
      functions.map(prototype).join('\n'),
    ].join('\n'),
    definition: functions.map((one) => printFunction(c, one)).join('\n\n'),
  };
}

/** A comment of several lines. The text of a spec in it cannot begin a second one. */
const blockComment = (text: string): string =>
  `/*\n${text
    .replaceAll('/*', '/\u2060*')
    .split('\n')
    .map((line) => ` * ${line}`.trimEnd())
    .join('\n')}\n */`;

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
