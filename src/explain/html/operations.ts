import type { OperationCount } from '../../lower/count.js';
import { escape, table } from './element.js';

const NAMES: Readonly<Record<string, string>> = {
  '+': 'addition +',
  '-': 'subtraction −',
  '*': 'multiplication ×',
  '/': 'division ÷',
  negate: 'negation',
  compare: 'comparison',
  select: 'selection',
};

/** A note on the columns of the table. */
export const OPERATIONS_NOTE =
  '<p class="note">As derived: each sum, product and power of the derivation written out once. As emitted: after factoring, sharing and reordering.</p>';

/** Operations by kind: as derived, and as emitted. */
export function operationsTable(caption: string, before: OperationCount, after: OperationCount): string {
  const kinds = [
    ...new Set([...Object.keys(NAMES), ...Object.keys(before.byKind), ...Object.keys(after.byKind)]),
  ].filter((kind) => (before.byKind[kind] ?? after.byKind[kind] ?? 0) > 0);
  const number = { isNumber: true } as const;
  return table(
    caption,
    [{ title: 'operation' }, { title: 'as derived', ...number }, { title: 'as emitted', ...number }],
    kinds.map((kind) => [
      escape(NAMES[kind] ?? kind),
      String(before.byKind[kind] ?? 0),
      String(after.byKind[kind] ?? 0),
    ]),
    ['all', String(before.total), String(after.total)],
  );
}
