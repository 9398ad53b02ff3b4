import type { SourcePlace } from '../diagnostics/index.js';

/** The place of the characters from `start` to `end` of a text; it ends with its first line. */
export function placeAt(text: string, start: number, end: number): SourcePlace {
  const lineStart = text.lastIndexOf('\n', start - 1) + 1;
  const lineEnd = text.indexOf('\n', start);
  const line = text.slice(0, start).split('\n').length;
  const last = Math.min(end, lineEnd < 0 ? text.length : lineEnd);
  return { line, column: start - lineStart + 1, length: Math.max(1, last - start) };
}

/** A place with the line at fault and those of its neighbours that are not empty. */
export function withExcerpt(place: SourcePlace, text: string): SourcePlace {
  const lines = text.split('\n').map((line) => line.replace(/\r$/, ''));
  const excerpt = [place.line - 1, place.line, place.line + 1]
    .filter((line) => line >= 1 && line <= lines.length && (line === place.line || lines[line - 1]!.trim() !== ''))
    .map((line) => ({ line, text: lines[line - 1]! }));
  return { ...place, excerpt };
}
