import type { Diagnostic, DiagnosticCode } from '../diagnostics/index.js';
import type { ParsedField } from '../syntax/parse-field.js';

/** Names of one section of a spec, with the message for those that no formula uses. */
export type UsedNames = readonly [section: string, code: DiagnosticCode, what: string, names: readonly string[]];

/**
 * Reports quantities of a spec that none of its formulas uses. Most often one name was mistaken for
 * another. Names `usedElsewhere` than in formulas are used.
 */
export function unusedQuantities(
  sections: readonly UsedNames[],
  formulas: readonly ParsedField[],
  faults: readonly Diagnostic[],
  usedElsewhere: readonly string[] = [],
): Diagnostic[] {
  // A formula that could not be read may use anything, and an unknown name may be a misspelling of
  // any of them.
  if (formulas.some((field) => field.syntax === undefined)) return [];
  if (faults.some(({ code }) => code === 'E_UNKNOWN_NAME')) return [];
  const used = new Set([...usedElsewhere, ...formulas.flatMap((field) => field.names.map(({ name }) => name))]);
  return sections.flatMap(([section, code, what, names]) =>
    names
      .filter((name) => !used.has(name))
      .map((name) => ({
        code,
        message: `${what} "${name}" is not used in any formula.`,
        hint: 'use it or remove it',
        field: `${section}.${name}`,
      })),
  );
}
