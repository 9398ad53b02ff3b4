import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { cpus } from 'node:os';
import { dirname } from 'node:path';
import { fileURLToPath } from 'node:url';

/** A table of figures as text; the first row holds the headings. */
export type Table = readonly (readonly string[])[];

/** Returns the file of a measurement, relative to the project. */
const fileOf = (measurement: string, processor = processorName()): string =>
  `bench/results/${processor}/${measurement}.csv`;

const absolute = (file: string): string => fileURLToPath(new URL(`../${file}`, import.meta.url));

/** Returns the name of this machine's processor as a folder is called: `amd-epyc`. */
export function processorName(model = cpus()[0]?.model ?? 'unknown'): string {
  return model
    .toLowerCase()
    .replace(/\((r|tm)\)/g, '')
    .replace(/[^a-z0-9.]+/g, '-')
    .replace(/^-|-$/g, '');
}

/**
 * Prints the figures of a measurement below a title, and keeps them in `bench/results`, where the
 * tables of the documents come from. Where it is a part of the measurement, its rows replace those of
 * the same name. Comparisons with a revision that the environment names in `BEFORE` are printed only.
 */
export function report(measurement: string, title: string, table: Table, isWhole = true): void {
  console.log(`\n${title}\n\n${alignedTable(table)}`);
  if (process.env['BEFORE'] !== undefined) return;
  const file = absolute(fileOf(measurement));
  const kept = isWhole ? table : merged(keptFigures(measurement), table);
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(file, writeCsv(kept));
}

/** Reads the figures that an earlier run of a measurement has kept; none before the first. */
export function keptFigures(measurement: string): Table {
  const file = fileOf(measurement);
  return existsSync(absolute(file)) ? readFigures(file) : [];
}

/** Returns `old` with the rows of `part` in place of those of the same name, and after them the new ones. */
export function merged(old: Table, part: Table): Table {
  const rows = new Map(old.map((row) => [row[0], row]));
  for (const row of part) rows.set(row[0], row);
  return [...rows.values()];
}

/** Reads the figures that a measurement has left. */
export const readFigures = (file: string): Table => readCsv(readFileSync(absolute(file), 'utf8'));

export function writeCsv(table: Table): string {
  const cell = (text: string): string => (/[",\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text);
  return table.map((row) => `${row.map(cell).join(',')}\n`).join('');
}

export function readCsv(text: string): Table {
  return text
    .trimEnd()
    .split('\n')
    .map((line) => {
      const cells = `${line},`.matchAll(/(?:"((?:[^"]|"")*)"|([^,]*)),/g);
      return [...cells].map(([, quoted, plain]) => quoted?.replaceAll('""', '"') ?? plain!);
    });
}

/** Returns a table in aligned columns, those after the first aligned to the right. */
export function alignedTable(table: Table): string {
  const widths = table[0]!.map((_, column) => Math.max(...table.map((row) => row[column]!.length)));
  const line = (row: readonly string[]): string =>
    row
      .map((cell, column) => (column === 0 ? cell.padEnd(widths[column]!) : cell.padStart(widths[column]!)))
      .join('  ')
      .trimEnd();
  const [headings, ...body] = table;
  return [line(headings!), widths.map((width) => '-'.repeat(width)).join('  '), ...body.map(line)].join('\n');
}

/** Returns a table in Markdown, in prettier's layout. */
export function markdownTable(table: Table): string {
  const widths = table[0]!.map((_, column) => Math.max(3, ...table.map((row) => row[column]!.length)));
  const line = (row: readonly string[]): string =>
    `| ${row.map((cell, column) => cell.padEnd(widths[column]!)).join(' | ')} |`;
  const [headings, ...body] = table;
  return [line(headings!), line(widths.map((width) => '-'.repeat(width))), ...body.map(line)].join('\n');
}
