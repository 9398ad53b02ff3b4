import pc from 'picocolors';
import type { Diagnostic, Span } from './diagnostic.js';
import { escapeCharacter, printable } from './diagnostic.js';

export interface FormatOptions {
  /** Whether to use the terminal's colours. */
  readonly color?: boolean;
}

/** Widest part of a formula that is shown; the rest becomes an ellipsis. */
const WINDOW = 100;

/**
 * A diagnostic as a block of text:
 *
 * ```text
 * E_UNKNOWN_NAME  Distance.C  (constraints-spec/distance.ts)
 *   There is nothing called "c".
 *
 *     norm(a - c) == length
 *              ^
 *   hint: did you mean "a"?
 * ```
 */
export function formatDiagnostic(diagnostic: Diagnostic, { color = false }: FormatOptions = {}): string {
  const paint = pc.createColors(color);
  const { code, message, hint, formula, span, file } = diagnostic;
  const header = [paint.bold(paint.red(code))];
  const place = clean(
    [diagnostic.spec, diagnostic.field].filter((part) => part !== undefined && part !== '').join('.'),
  );
  if (place !== '') header.push(paint.bold(place));
  if (file !== undefined) header.push(paint.dim(`(${clean(file)})`));
  const lines = [header.join('  '), `  ${clean(message)}`];
  if (formula !== undefined && formula !== '') {
    const { line, marks } = frame(formula, span);
    lines.push('', `    ${line}`);
    if (marks !== '') lines.push(`    ${paint.red(marks)}`);
  }
  if (hint !== undefined) lines.push(`  ${paint.cyan('hint:')} ${clean(hint)}`);
  return lines.join('\n');
}

/** Several diagnostics, a blank line between them. */
export function formatDiagnostics(diagnostics: readonly Diagnostic[], options?: FormatOptions): string {
  return diagnostics.map((diagnostic) => formatDiagnostic(diagnostic, options)).join('\n\n');
}

const clean = (text: string): string => printable(text, escapeCharacter);

/** The formula on one line, windowed around the fault, and a line of carets under the fault. */
function frame(formula: string, span: Span | undefined): { line: string; marks: string } {
  const faultStart = Math.min(span?.start ?? 0, formula.length);
  const faultEnd = Math.max(faultStart + 1, span?.end ?? 0);
  const [start, end] = windowAround(formula.length, faultStart, faultEnd);
  const [head, tail] = [start > 0 ? '… ' : '', end < formula.length ? ' …' : ''];
  // Each unprintable unit becomes one sign, so that the carets stay under the fault.
  const shown = printable(formula.slice(start, end), (character) =>
    character === '\t' ? ' ' : character === '\n' ? '⏎' : '�',
  );
  if (span === undefined) return { line: head + shown + tail, marks: '' };
  const marks = ' '.repeat(head.length + faultStart - start) + '^'.repeat(Math.min(faultEnd, end + 1) - faultStart);
  return { line: head + shown + tail, marks };
}

/** Which part of a text of `length` characters to show: all of it, or a window with the fault in the middle. */
function windowAround(length: number, faultStart: number, faultEnd: number): [number, number] {
  if (length <= WINDOW) return [0, length];
  const width = Math.min(faultEnd - faultStart, WINDOW / 2);
  const start = Math.max(0, Math.min(length - WINDOW, Math.round(faultStart + width / 2 - WINDOW / 2)));
  return [start, start + WINDOW];
}
