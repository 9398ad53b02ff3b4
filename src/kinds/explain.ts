import { checkArgument, type OptionRule } from '../diagnostics/arguments.js';
import { deriveAs } from './derive.js';
import { EXPLAIN_FORMATS, type ExplainFormat, type KindName } from './kind.js';
import { kindNameOf, KINDS } from './index.js';

export type { ExplainFormat } from './kind.js';

const FORMAT: OptionRule = {
  is: (value) => EXPLAIN_FORMATS.some((format) => format === value),
  expected: `one of ${EXPLAIN_FORMATS.join(', ')}`,
};

/** Writes the derivation of a constraint or a body out for a reader. Throws a SpecError with all mistakes of the spec. */
export function explain(name: string, spec: unknown, format: ExplainFormat = 'text'): string {
  checkArgument('explain', 'format', format, FORMAT);
  return explainAs(kindNameOf(spec), name, spec, format);
}

const explainAs = <K extends KindName>(kind: K, name: string, spec: unknown, format: ExplainFormat): string =>
  KINDS[kind].explain[format](Object.values(deriveAs(kind, name, spec).spaces));
