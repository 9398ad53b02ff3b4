import type { DiagnosticCode } from './codes.js';

/** A range of characters of a formula, `end` exclusive. */
export interface Span {
  readonly start: number;
  readonly end: number;
}

/**
 * A place in a file. Lines and columns are counted from 1, as editors do; columns in UTF-16 units.
 */
export interface SourcePlace {
  readonly line: number;
  readonly column: number;
  /** Length of the faulty part of the line, characters. */
  readonly length?: number;
  /** The line at fault and its neighbours. */
  readonly excerpt?: readonly { readonly line: number; readonly text: string }[];
}

/** One mistake in a spec, as plain data. */
export interface Diagnostic {
  readonly code: DiagnosticCode;
  /** The mistake, in one sentence. */
  readonly message: string;
  /** The remedy. */
  readonly hint?: string;
  /** Name of the constraint. */
  readonly spec?: string;
  /**
   * Path inside the spec, counted from 0 as in JavaScript: `C`, `C[1]`, `where.d`,
   * `params.length.min`.
   */
  readonly field?: string;
  /** The whole formula, and the part of it that is at fault. */
  readonly formula?: string;
  readonly span?: Span;
  /** File that the spec comes from. */
  readonly file?: string;
  /** Place in the file, as far as the file's text tells. */
  readonly source?: SourcePlace;
  /** Place in the program where the mistake was found, for those who debug the program. */
  readonly stack?: string;
}

const MAX_QUOTED = 60;

// Control and format characters, line separators and lone surrogates. A name from a spec may hold
// any of them.
const UNPRINTABLE = /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\p{Cs}]/gu;

/** Text from a spec as it may appear in a message: quoted, shortened, harmless to a terminal. */
export function quote(text: string): string {
  const short = text.length > MAX_QUOTED ? `${text.slice(0, MAX_QUOTED - 1)}…` : text;
  return `"${printable(short, escapeCharacter)}"`;
}

/** `text` with each unprintable character replaced. */
export function printable(text: string, replace: (character: string) => string): string {
  return text.replace(UNPRINTABLE, replace);
}

/** `\u{200b}` for an unprintable character, `\n` and `\t` for the common ones. */
export function escapeCharacter(character: string): string {
  if (character === '\n') return '\\n';
  if (character === '\t') return '\\t';
  if (character === '\r') return '\\r';
  return `\\u{${character.codePointAt(0)!.toString(16)}}`;
}
