import type { Diagnostic, SourcePlace, Span } from './diagnostic.js';
import { escapeCharacter, printable } from './diagnostic.js';

export interface FormatOptions {
  /** True to use the terminal's colours. */
  readonly color?: boolean;
}

/** Widest part of a formula that is shown; the rest becomes an ellipsis. */
const WINDOW = 100;

/**
 * A diagnostic as a block of text:
 *
 * ```text
 * E_UNKNOWN_NAME  Distance.C  (constraints-spec/distance.ts:8:16)
 *   There is nothing called "c".
 *
 *      7 |   inputs: { a: 'point', b: 'point' },
 *   >  8 |   C: 'norm(a - c) == length',
 *        |                ^
 *      9 | });
 *   hint: did you mean "a"?
 * ```
 *
 * Where the place in the file is not known, the formula alone is shown.
 */
export function formatDiagnostic(diagnostic: Diagnostic, { color = false }: FormatOptions = {}): string {
  const paint = colorsOf(color);
  const { code, message, hint, formula, span, file, source, stack } = diagnostic;
  const header = [paint.bold(code.startsWith('W_') ? paint.yellow(code) : paint.red(code))];
  const place = clean(
    [diagnostic.spec, diagnostic.field].filter((part) => part !== undefined && part !== '').join('.'),
  );
  if (place !== '') header.push(paint.bold(place));
  const position = source === undefined ? '' : `:${source.line}:${source.column}`;
  if (file !== undefined) header.push(paint.dim(`(${clean(file)}${position})`));
  const lines = [header.join('  '), `  ${clean(message)}`];
  if (source?.excerpt !== undefined) {
    lines.push('', ...excerptLines(source, paint), '');
  } else if (formula !== undefined && formula !== '') {
    const { line, marks } = frame(formula, span);
    lines.push('', `    ${line}`);
    if (marks !== '') lines.push(`    ${paint.red(marks)}`);
  }
  if (hint !== undefined) lines.push(`  ${paint.cyan('hint:')} ${clean(hint)}`);
  else if (lines.at(-1) === '') lines.pop();
  if (stack !== undefined)
    lines.push(
      paint.dim(printable(stack, (character) => (character === '\n' ? character : escapeCharacter(character)))),
    );
  return lines.join('\n');
}

/**
 * The lines of a file around the fault, or the formula, with carets. They have no colours: tools
 * show them in their own style.
 */
export function frameOf({ source, formula, span }: Diagnostic): string | undefined {
  if (source?.excerpt !== undefined) return excerptLines(source, colorsOf(false)).join('\n');
  if (formula === undefined || formula === '') return undefined;
  const { line, marks } = frame(formula, span);
  return marks === '' ? line : `${line}\n${marks}`;
}

/** The lines of a file around a place, with carets under the fault. */
function excerptLines({ line, column, length = 1, excerpt = [] }: SourcePlace, paint: Colors): string[] {
  const width = Math.max(...excerpt.map((one) => String(one.line).length));
  return excerpt.flatMap(({ line: number, text }) => {
    const label = String(number).padStart(width);
    if (number !== line) return [paint.dim(`    ${label} | ${frame(text, undefined).line}`).trimEnd()];
    const shown = frame(text, { start: column - 1, end: column - 1 + length });
    return [`  ${paint.red('>')} ${label} | ${shown.line}`, `    ${' '.repeat(width)} | ${paint.red(shown.marks)}`];
  });
}

type Colors = ReturnType<typeof colorsOf>;

/**
 * Styles by the codes of ECMA-48 that begin and end them, or none. Pages load this file, some
 * without a bundler: it imports no package.
 */
function colorsOf(color: boolean) {
  const style =
    (begin: number, end: number) =>
    (text: string): string =>
      color ? `\u001b[${begin}m${text}\u001b[${end}m` : text;
  return { bold: style(1, 22), dim: style(2, 22), red: style(31, 39), yellow: style(33, 39), cyan: style(36, 39) };
}

/** Formats several diagnostics, with a blank line between them. */
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

/**
 * The part of a text of `length` characters to show: all of it, or a window with the fault in the
 * middle.
 */
function windowAround(length: number, faultStart: number, faultEnd: number): [number, number] {
  if (length <= WINDOW) return [0, length];
  const width = Math.min(faultEnd - faultStart, WINDOW / 2);
  const start = Math.max(0, Math.min(length - WINDOW, Math.round(faultStart + width / 2 - WINDOW / 2)));
  return [start, start + WINDOW];
}
