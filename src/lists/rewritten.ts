import type { Diagnostic, Span } from '../diagnostics/index.js';

/** A formula that was written anew from pieces of another, and the places of the pieces in that. */
export interface Rewritten {
  readonly text: string;
  /** Path of the original inside the spec, and its text. */
  readonly field: string;
  readonly original: string;
  readonly pieces: readonly { readonly start: number; readonly end: number; readonly from: Span }[];
}

/** Writes a formula anew, piece by piece. */
export class Rewriting {
  readonly #field: string;
  readonly #original: string;
  readonly #pieces: { start: number; end: number; from: Span }[] = [];
  #text = '';
  #end: number | undefined;

  constructor(field: string, original: string, head = '') {
    this.#field = field;
    this.#original = original;
    this.#text = head;
  }

  /** Adds `text` in place of the part `from` of the original, as far from the last part as that was. */
  add(text: string, from: Span): void {
    if (this.#end !== undefined) this.#text += this.#original.slice(this.#end, from.start);
    const start = this.#text.length;
    this.#text += text;
    this.#pieces.push({ start, end: this.#text.length, from });
    this.#end = from.end;
  }

  finish(tail = ''): Rewritten {
    return { text: this.#text + tail, field: this.#field, original: this.#original, pieces: this.#pieces };
  }
}

/** A diagnostic about one of the formulas, as one about its original. */
export function aboutOriginal(diagnostic: Diagnostic, formulas: readonly Rewritten[]): Diagnostic {
  const { formula, span, ...rest } = diagnostic;
  const found = formulas.find(({ text }) => text === formula);
  if (found === undefined) return diagnostic;
  const { field, original, pieces } = found;
  const touched = span ? pieces.filter(({ start, end }) => start < span.end && end > span.start) : [];
  const [first] = touched;
  const place = first ? { span: { start: first.from.start, end: touched.at(-1)!.from.end } } : {};
  return { ...rest, field, formula: original, ...place };
}
