import { inOrder, type Value } from './program.js';

/**
 * Number of operations of a program, in all and by kind (`+ - * /`, `negate`, a function's name,
 * `compare`, `select`).
 */
export interface OperationCount {
  readonly total: number;
  readonly byKind: Readonly<Record<string, number>>;
}

/**
 * Counts operations: every `+ − * /`, function call, comparison, connective and selection is one. A
 * negation counts if it stands alone; one that folds into its user has become a subtraction. Loads,
 * stores and constants do not count.
 */
export function countOperations(outputs: readonly Value[]): OperationCount {
  const byKind: Record<string, number> = {};
  let total = 0;
  for (const value of inOrder(outputs)) {
    const kind = kindOf(value);
    if (kind === undefined) continue;
    byKind[kind] = (byKind[kind] ?? 0) + 1;
    total += 1;
  }
  return { total, byKind };
}

function kindOf(value: Value): string | undefined {
  switch (value.kind) {
    case 'literal':
    case 'load':
      return undefined;
    case 'binary':
      return value.operator;
    case 'negation':
      return 'negate';
    case 'call':
      return value.name;
    case 'test':
      return 'compare';
    case 'selection':
      return 'select';
  }
}

/** The operations of several programs together. */
export function sumOfCounts(counts: readonly OperationCount[]): OperationCount {
  const byKind: Record<string, number> = {};
  for (const count of counts)
    for (const [kind, number] of Object.entries(count.byKind)) byKind[kind] = (byKind[kind] ?? 0) + number;
  return { total: counts.reduce((sum, { total }) => sum + total, 0), byKind };
}
