import type { Diagnostic, DiagnosticCode } from '../diagnostics/index.js';
import type { ConstraintSpec } from '../spec/constraint-spec.js';
import type { ParsedField } from './parse-field.js';

/** Inputs, parameters and quantities under `where` that no formula uses: most often a name was mistaken for another. */
export function unusedQuantities(
  spec: ConstraintSpec,
  where: readonly ParsedField[],
  equations: readonly ParsedField[],
  faults: readonly Diagnostic[],
): Diagnostic[] {
  const formulas = [...where, ...equations];
  // A formula that could not be read may use anything, and an unknown name may be any of them misspelt.
  if (formulas.some((field) => field.syntax === undefined)) return [];
  if (faults.some(({ code }) => code === 'E_UNKNOWN_NAME')) return [];
  const used = new Set(formulas.flatMap((field) => field.names.map(({ name }) => name)));
  const unused = (
    keys: readonly string[],
    section: string,
    code: DiagnosticCode,
    what: string,
    hint: string,
  ): Diagnostic[] =>
    keys
      .filter((key) => !used.has(key))
      .map((key) => ({
        code,
        message: `${what} "${key}" is not used in any formula.`,
        hint,
        field: `${section}.${key}`,
      }));
  return [
    ...unused(Object.keys(spec.inputs), 'inputs', 'E_UNUSED_INPUT', 'The input', 'use it or remove it'),
    ...unused(Object.keys(spec.params ?? {}), 'params', 'E_UNUSED_PARAM', 'The parameter', 'use it or remove it'),
    ...unused(Object.keys(spec.where ?? {}), 'where', 'E_UNUSED_WHERE', 'The quantity', 'use it or remove it'),
  ];
}
