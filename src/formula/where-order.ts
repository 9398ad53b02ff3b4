import type { Diagnostic } from '../diagnostics/index.js';
import { faultOf } from '../syntax/fault.js';
import type { ParsedField } from '../syntax/parse-field.js';
import type { NameSyntax } from '../syntax/syntax.js';

export interface OrderedField extends ParsedField {
  /** True for a quantity that is defined by itself, so that it has no value. */
  readonly isCyclic: boolean;
}

/**
 * Orders the entries of `where` so that each comes after those it uses: depth first, in the order
 * of the spec. Each cycle is reported once, with its path. The search keeps its own stack, since
 * entries may form a long chain.
 */
export function orderByUse(where: readonly ParsedField[], diagnostics: Diagnostic[]): OrderedField[] {
  const byKey = new Map(where.map((field) => [field.key, field]));
  const done = new Set<string>();
  const cyclic = new Set<string>();
  const ordered: ParsedField[] = [];
  for (const root of where) {
    const path: { field: ParsedField; uses: Iterator<NameSyntax> }[] = [];
    const enter = (field: ParsedField): void => {
      path.push({ field, uses: field.names[Symbol.iterator]() });
    };
    if (!done.has(root.key)) enter(root);
    for (let top = path.at(-1); top !== undefined; top = path.at(-1)) {
      const use = top.uses.next();
      if (use.done === true) {
        path.pop();
        done.add(top.field.key);
        ordered.push(top.field);
        continue;
      }
      const used = byKey.get(use.value.name);
      if (used === undefined || done.has(used.key)) continue;
      const start = path.findIndex(({ field }) => field === used);
      if (start < 0) {
        enter(used);
        continue;
      }
      const cycle = path.slice(start).map(({ field }) => field.key);
      // A name that is used twice closes the same cycle twice.
      if (cycle.every((key) => cyclic.has(key))) continue;
      cycle.forEach((key) => cyclic.add(key));
      diagnostics.push(cycleFault(top.field, use.value, cycle));
    }
  }
  return ordered.map((field) => ({ ...field, isCyclic: cyclic.has(field.key) }));
}

function cycleFault({ field, text }: ParsedField, use: NameSyntax, cycle: readonly string[]): Diagnostic {
  const path = [...cycle, cycle[0]!];
  const shown = path.length <= 8 ? path : [...path.slice(0, 4), '…', ...path.slice(-3)];
  const message =
    cycle.length === 1
      ? `"${use.name}" is defined by itself.`
      : `These quantities are defined by one another: ${shown.join(' → ')}.`;
  return { ...faultOf(text, use.span, 'E_CYCLE', message), field };
}
