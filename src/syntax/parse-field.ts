import type { MathNode } from 'mathjs';
import { SpecError, type Diagnostic } from '../diagnostics/index.js';
import { parseFormula } from './parse.js';
import { namesIn, type NameSyntax, type Syntax } from './syntax.js';

/** A formula of a spec. */
export interface ParsedField {
  /** Path inside the spec. */
  readonly field: string;
  /** Name under `where`. */
  readonly key: string;
  readonly text: string;
  /** Missing where the formula could not be read. */
  readonly syntax?: Syntax;
  readonly tree?: MathNode;
  readonly names: readonly NameSyntax[];
}

/** Reads a formula. Its fault, if any, goes to `diagnostics`. */
export function parseField(field: string, text: string, diagnostics: Diagnostic[], key = field): ParsedField {
  try {
    const { syntax, tree } = parseFormula(text);
    return { field, key, text, syntax, tree, names: namesIn(syntax) };
  } catch (error) {
    if (!(error instanceof SpecError)) throw error;
    diagnostics.push(...error.diagnostics.map((diagnostic) => ({ ...diagnostic, field })));
    return { field, key, text, names: [] };
  }
}
