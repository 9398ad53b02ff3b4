import { formatDiagnostic, frameOf, type Diagnostic } from '../diagnostics/index.js';

/** An error as bundlers and Vite's overlay understand it: with the file, the place in it, and the lines around. */
export interface BuildError {
  readonly plugin: 'holonomic';
  readonly name: string;
  readonly message: string;
  readonly stack: string;
  readonly id?: string;
  readonly loc?: { readonly file: string; readonly line: number; readonly column: number };
  readonly frame?: string;
}

/** The first of several mistakes in the form of an error; the others are told in its message. */
export function buildErrorOf(diagnostics: readonly Diagnostic[]): BuildError {
  const [first, ...others] = diagnostics;
  const { code, message, hint, spec, field, file, source } = first!;
  const subject = [spec, field].filter((part) => part !== undefined && part !== '').join('.');
  const frame = frameOf(first!);
  const text = [
    `${code}${subject === '' ? '' : `  ${subject}`}: ${message}`,
    ...(hint === undefined ? [] : [`hint: ${hint}`]),
    ...others.map((other) => `\n${formatDiagnostic(other)}`),
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

/** The same for whatever a run of the generator has thrown; what is no mistake of the user's is thrown on. */
export function buildErrorFrom(error: unknown): BuildError {
  if (error instanceof Error && 'diagnostics' in error) return buildErrorOf(error.diagnostics as readonly Diagnostic[]);
  throw error;
}
