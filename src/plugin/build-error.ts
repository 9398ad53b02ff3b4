import { formatDiagnostic, frameOf, type Diagnostic } from '../diagnostics/index.js';

/**
 * An error as bundlers and Vite's overlay understand it: with the file, the place in it, and the
 * lines around.
 */
export interface BuildError {
  readonly plugin: 'holonomic';
  readonly name: string;
  readonly message: string;
  readonly stack: string;
  readonly id?: string;
  readonly loc?: { readonly file: string; readonly line: number; readonly column: number };
  readonly frame?: string;
}

/** A mistake in one line: its code, its place in the spec, and its message. */
export function headlineOf({ code, message, spec, field }: Diagnostic): string {
  const subject = [spec, field].filter((part) => part !== undefined && part !== '').join('.');
  return `${code}${subject === '' ? '' : `  ${subject}`}: ${message}`;
}

/** The first of several mistakes in the form of an error; its message lists the others. */
export function buildErrorOf(diagnostics: readonly Diagnostic[]): BuildError {
  const [first, ...others] = diagnostics;
  const { hint, file, source } = first!;
  const frame = frameOf(first!);
  const text = [
    headlineOf(first!),
    ...(hint === undefined ? [] : [`hint: ${hint}`]),
    ...others.map((other) => `\n${formatDiagnostic(other)}`),
    ...(others.length > 0 ? [`\n${diagnostics.length} errors in all.`] : []),
  ].join('\n');
  return {
    plugin: 'holonomic',
    name: 'SpecError',
    message: text,
    stack: '',
    ...(file !== undefined && { id: file }),
    ...(file !== undefined && source && { loc: { file, line: source.line, column: source.column } }),
    ...(frame !== undefined && { frame }),
  };
}
