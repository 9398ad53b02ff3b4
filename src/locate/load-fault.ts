import { readFileSync } from 'node:fs';
import type { SourcePlace } from '../diagnostics/diagnostic.js';
import { thrownText } from '../diagnostics/kind-of.js';

/** The reason why a module could not be loaded, in one line, and its place in the file. */
export interface LoadFault {
  readonly reason: string;
  readonly source?: SourcePlace;
}

/**
 * Reads what importing the module at `path` threw: a syntax error, an import that leads nowhere, or
 * an error of the module's own code.
 */
export function loadFault(error: unknown, path: string): LoadFault {
  if (!(error instanceof Error)) return { reason: thrownText(error) };
  const [first = '', ...more] = error.message.split('\n').map((line) => line.trim());
  const syntax = /^(?:ParseError|SyntaxError): (.*)$/.exec(first)?.[1];
  if (syntax !== undefined) {
    const at = placeIn(more.join('\n'), path);
    return { reason: syntax, ...(at && { source: { line: at.line, column: at.column + 1 } }) };
  }
  const specifier = /^Cannot find (?:module|package) '([^']+)'/.exec(first)?.[1];
  if (specifier !== undefined) {
    const source = placeOfText(path, specifier);
    return { reason: `there is no module '${specifier}'.`, ...(source && { source }) };
  }
  // Columns are those of the translated code, but lines are kept.
  const at = placeIn(error.stack ?? '', path);
  return { reason: first, ...(at && { source: firstWord(path, at.line) }) };
}

/** The first `path:line:column` in a text. */
function placeIn(text: string, path: string): { line: number; column: number } | undefined {
  const start = text.indexOf(`${path}:`);
  if (start < 0) return undefined;
  const numbers = /^:(\d+):(\d+)/.exec(text.slice(start + path.length));
  return numbers === null ? undefined : { line: Number(numbers[1]), column: Number(numbers[2]) };
}

const linesOf = (path: string): readonly string[] => {
  try {
    return readFileSync(path, 'utf8').split('\n');
  } catch {
    return [];
  }
};

function placeOfText(path: string, text: string): SourcePlace | undefined {
  const lines = linesOf(path);
  const index = lines.findIndex((line) => line.includes(text));
  return index < 0 ? undefined : { line: index + 1, column: lines[index]!.indexOf(text) + 1, length: text.length };
}

function firstWord(path: string, line: number): SourcePlace {
  const text = linesOf(path)[line - 1] ?? '';
  return { line, column: text.length - text.trimStart().length + 1, length: Math.max(1, text.trim().length) };
}
