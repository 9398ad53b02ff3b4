import type { SingularPoint } from '../../derive/singular-points.js';
import { code, escape, table } from './element.js';

/**
 * The tables of a section `Domain`: the points where formulas are not smooth, and the ranges where
 * they are known to hold, as far as the spec says.
 */
export function domainTables(
  singular: readonly SingularPoint[],
  sample: Readonly<Record<string, readonly [number, number] | undefined>> = {},
): readonly string[] {
  return [singularTable(singular), sampleTable(sample)];
}

const singularTable = (singular: readonly SingularPoint[]): string =>
  table(
    'Singular points, and what is done there',
    [{ title: 'where' }, { title: 'that is' }, { title: 'then' }],
    singular.map(({ where, meaning = '', policy }) => [code(where), escape(meaning), escape(policy)]),
  );

const sampleTable = (sample: Parameters<typeof domainTables>[1] & object): string =>
  table(
    'Verification stays within these ranges, where the formula has a value',
    [{ title: 'name' }, { title: 'from', isNumber: true }, { title: 'to', isNumber: true }],
    Object.entries(sample).flatMap(([name, range]) =>
      range === undefined ? [] : [[code(name), String(range[0]), String(range[1])]],
    ),
  );
