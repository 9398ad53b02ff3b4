import type { Paint } from './paint.js';

export interface Column {
  readonly title: string;
  /** Numbers are aligned right, words left. */
  readonly align?: 'left' | 'right';
}

/** A cell: a text, and how to colour it once it has been padded. */
export interface Cell {
  readonly text: string;
  readonly color?: (text: string) => string;
}

/** Aligned columns under a line of titles. */
export function formatTable(
  columns: readonly Column[],
  rows: readonly (readonly (Cell | string)[])[],
  paint: Paint,
): string {
  const cells = rows.map((row) => row.map((cell): Cell => (typeof cell === 'string' ? { text: cell } : cell)));
  const widths = columns.map(({ title }, c) => Math.max(title.length, ...cells.map((row) => row[c]!.text.length)));
  const pad = (text: string, c: number): string =>
    columns[c]!.align === 'right' ? text.padStart(widths[c]!) : text.padEnd(widths[c]!);
  const join = (texts: readonly string[]): string => texts.join('  ').trimEnd();
  const head = paint.dim(join(columns.map(({ title }, c) => pad(title, c))));
  const lines = cells.map((row) => join(row.map(({ text, color = (plain) => plain }, c) => color(pad(text, c)))));
  return [head, ...lines].join('\n');
}
