import type { Diagnostic, Span } from '../../../src/diagnostics/diagnostic.js';

/** The formulas of a spec of a constraint. */
export interface Formulas {
  readonly C: string | readonly string[];
  readonly where?: Readonly<Record<string, string>>;
}

/** A formula of the text, and where it stands. */
interface Part {
  /** Its path in the spec: `C`, `C[1]`, `where.x`. */
  readonly field: string;
  readonly from: number;
  readonly to: number;
}

/** The text of an editor, read: the formulas of the spec, and their places. */
export interface FormulaText {
  readonly formulas: Formulas;
  readonly parts: readonly Part[];
  /** Mistakes of the text itself: a name that is given twice. */
  readonly faults: readonly PlacedFault[];
}

export interface PlacedFault {
  readonly from: number;
  readonly to: number;
  readonly message: string;
}

const DEFINITION = /^(\s*where\s+)([A-Za-z_]\w*)(\s*=(?!=)\s*)(.*?)\s*$/;

/**
 * Reads formulas as an editor shows them: a row of the constraint on each line, and lines
 * `where x = p.x / size`, which give names to parts.
 */
export function readFormulas(text: string): FormulaText {
  const rows: string[] = [];
  const rowParts: Omit<Part, 'field'>[] = [];
  const where: [string, string][] = [];
  const parts: Part[] = [];
  const faults: PlacedFault[] = [];
  let start = 0;
  for (const line of text.split('\n')) {
    const definition = DEFINITION.exec(line);
    if (definition) {
      const [, keyword = '', name = '', sign = '', formula = ''] = definition;
      const from = start + keyword.length + name.length + sign.length;
      if (where.some(([known]) => known === name))
        faults.push({
          from: start + keyword.length,
          to: start + keyword.length + name.length,
          message: `There are two formulas for "${name}".`,
        });
      else {
        where.push([name, formula]);
        parts.push({ field: `where.${name}`, from, to: from + formula.length });
      }
    } else if (line.trim() !== '') {
      const from = start + line.length - line.trimStart().length;
      rows.push(line.trim());
      rowParts.push({ from, to: from + line.trim().length });
    }
    start += line.length + 1;
  }
  if (rows.length === 0) rowParts.push({ from: 0, to: 0 });
  const fieldOf = (k: number): string => (rows.length > 1 ? `C[${k}]` : 'C');
  return {
    formulas: {
      C: rows.length > 1 ? rows : (rows[0] ?? ''),
      ...(where.length > 0 && { where: Object.fromEntries(where) }),
    },
    parts: [...rowParts.map((part, k) => ({ ...part, field: fieldOf(k) })), ...parts],
    faults,
  };
}

/** Writes formulas as {@link readFormulas} reads them. */
export function writeFormulas({ C, where = {} }: Formulas): string {
  const rows = typeof C === 'string' ? [C] : C;
  return [...rows, ...Object.entries(where).map(([name, formula]) => `where ${name} = ${formula}`)].join('\n');
}

/** Tests whether two texts hold the same formulas. */
export const areSameFormulas = (a: Formulas, b: Formulas): boolean =>
  JSON.stringify([a.C, Object.entries(a.where ?? {})]) === JSON.stringify([b.C, Object.entries(b.where ?? {})]);

/**
 * The range of the text that a diagnostic is about; undefined if it is not about a formula there.
 * `path` is that of the spec in the document: `specs.Heart`.
 */
export function placeOf(diagnostic: Diagnostic, path: string, text: FormulaText): Span | undefined {
  const { field, span } = diagnostic;
  if (!field?.startsWith(`${path}.`)) return undefined;
  const own = field.slice(path.length + 1);
  const part =
    text.parts.find((one) => one.field === own) ??
    // One row may be called C[0], and all rows C.
    (own === 'C' || own.startsWith('C[') ? text.parts.find((one) => one.field.startsWith('C')) : undefined);
  if (part === undefined) return undefined;
  const limit = (at: number): number => Math.max(part.from, Math.min(part.to, part.from + at));
  const [start, end] = span === undefined ? [part.from, part.to] : [limit(span.start), limit(span.end)];
  return { start, end: Math.max(start, end) };
}
