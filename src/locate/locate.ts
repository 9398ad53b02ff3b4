import { readFileSync } from 'node:fs';
import type { Diagnostic, DiagnosticCode, SourcePlace } from '../diagnostics/index.js';
import { placeAt, withExcerpt } from './place.js';
import { SpecSyntax, type FoundField } from './spec-syntax.js';

/** Codes of mistakes in a name rather than in its value. */
const ABOUT_NAMES: ReadonlySet<DiagnosticCode> = new Set([
  'E_NAME_INVALID',
  'E_NAME_RESERVED',
  'E_NAME_CLASH',
  'E_SPEC_UNKNOWN_FIELD',
  'E_UNUSED_WHERE',
  'E_UNUSED_INPUT',
  'E_UNUSED_PARAM',
]);

/**
 * Adds to diagnostics the line and column in the spec file, if the faulty text is written there. A
 * formula that is computed can only be shown as it came out. `file` must be a readable path.
 */
export async function locate(diagnostics: readonly Diagnostic[]): Promise<Diagnostic[]> {
  if (!diagnostics.some(isLocatable)) return [...diagnostics];
  const { ts } = await import('ts-morph');
  const files = new Map<string, { text: string; syntax: SpecSyntax } | undefined>();
  const fileAt = (path: string): { text: string; syntax: SpecSyntax } | undefined => {
    if (!files.has(path)) {
      const text = readText(path);
      files.set(path, text === undefined ? undefined : { text, syntax: new SpecSyntax(ts, path, text) });
    }
    return files.get(path);
  };
  return diagnostics.map((diagnostic) => {
    const file = isLocatable(diagnostic) ? fileAt(diagnostic.file) : undefined;
    if (file === undefined) return diagnostic;
    const place = diagnostic.source ?? placeOf(diagnostic, file.text, file.syntax);
    return place === undefined ? diagnostic : { ...diagnostic, source: withExcerpt(place, file.text) };
  });
}

/** Tests whether a diagnostic names a file, and something to look for in it. */
const isLocatable = (diagnostic: Diagnostic): diagnostic is Diagnostic & { readonly file: string } =>
  diagnostic.file !== undefined &&
  diagnostic.source?.excerpt === undefined &&
  (diagnostic.source !== undefined || diagnostic.spec !== undefined);

function readText(path: string): string | undefined {
  try {
    return readFileSync(path, 'utf8');
  } catch {
    return undefined;
  }
}

function placeOf(diagnostic: Diagnostic, text: string, syntax: SpecSyntax): SourcePlace | undefined {
  if (diagnostic.spec === undefined) return undefined;
  const found = syntax.find(diagnostic.spec, diagnostic.field ?? '');
  return found && placeAt(text, ...rangeOf(diagnostic, found, syntax));
}

/** The part of the file that is at fault. */
function rangeOf(diagnostic: Diagnostic, { key, value }: FoundField, syntax: SpecSyntax): [number, number] {
  const { formula, span, field = '', code } = diagnostic;
  if (value === undefined || field === '') return syntax.range(key);
  const written = syntax.text(value);
  if (written !== undefined && written.value === formula) {
    const [start, end] = span ? [span.start, span.end] : [0, formula.length];
    const at = written.offsets[Math.min(start, formula.length)]!;
    return [at, Math.max(at + 1, written.offsets[Math.min(end, formula.length)]!)];
  }
  return syntax.range(ABOUT_NAMES.has(code) ? key : value);
}
