import { existsSync, readdirSync, writeFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import {
  alignedTable,
  markdownTable,
  merged,
  processorName,
  readCsv,
  readFigures,
  writeCsv,
} from '../../bench/figures.js';
import { IS_UPDATE } from './outputs.js';
import { PAGES, read, ROOT } from './pages.js';

/** A table below the comment that names its file, in Markdown or as text. */
const MARKED = /<!-- (bench\/results\/\S+\.csv) -->\n\n((?:\|.*\n)+|```text\n[^`]*```\n)/g;
const PAGES_WITH_FIGURES = [...PAGES, 'bench/peers/README.md'].filter((page) => read(page).includes('<!-- bench/'));
const FILES = PAGES_WITH_FIGURES.flatMap((page) => [...read(page).matchAll(MARKED)].map(([, file]) => file!));

const withFigures = (page: string): string =>
  page.replace(MARKED, (_, file: string, old: string) => {
    const table = readFigures(file);
    const text = old.startsWith('|') ? markdownTable(table) : `\`\`\`text\n${alignedTable(table)}\n\`\`\``;
    return `<!-- ${file} -->\n\n${text}\n`;
  });

test.each(PAGES_WITH_FIGURES)('the tables of %s show the figures that were measured', (page) => {
  const expected = withFigures(read(page));
  if (IS_UPDATE) writeFileSync(`${ROOT}${page}`, expected);
  else expect(read(page), 'run UPDATE_DOCS=1 npx vitest run test/docs/figures.test.ts').toBe(expected);
});

test.each(['docs/performance.md', 'docs/derivation.md', 'bench/peers/README.md'])(
  'every table of %s is one of figures that were measured',
  (page) => {
    expect(read(page).replace(MARKED, '')).not.toMatch(/^(\| *-+ *\||-+ {2}-+)/m);
  },
);

test('every mark names a file and has a table below it, and figures stand in one place', () => {
  for (const page of PAGES_WITH_FIGURES)
    expect([...read(page).matchAll(/<!-- bench\/results/g)], page).toHaveLength(
      [...read(page).matchAll(MARKED)].length,
    );
  for (const file of FILES) expect(existsSync(`${ROOT}${file}`), file).toBe(true);
  expect(FILES).toEqual([...new Set(FILES)]);
  expect(FILES.length).toBeGreaterThan(10);
});

test('figures that are kept can be read, and each row has a cell under each heading', () => {
  const files = readdirSync(`${ROOT}bench/results`, { recursive: true, encoding: 'utf8' });
  const tables = files.filter((name) => name.endsWith('.csv'));
  expect(tables.length).toBeGreaterThan(10);
  for (const name of tables) {
    const [headings, ...rows] = readFigures(`bench/results/${name}`);
    expect(new Set(headings).size, name).toBe(headings!.length);
    expect(rows.length, name).toBeGreaterThan(0);
    for (const row of rows) expect(row, name).toHaveLength(headings!.length);
  }
});

test('cells with commas, quotes and nothing in them survive', () => {
  const table = [
    ['', 'two, three', 'a "b"'],
    ['', '', ','],
    ['x', '"', 'y'],
  ];
  expect(readCsv(writeCsv(table))).toEqual(table);
});

test('a part of a measurement replaces its rows', () => {
  const old = [['engine', 'ms'], ['a', '1'], ['b', '2']]; // prettier-ignore
  expect(
    merged(old, [
      ['engine', 'ms'],
      ['b', '3'],
      ['c', '4'],
    ]),
  ).toEqual([...old.slice(0, 2), ['b', '3'], ['c', '4']]);
});

test('processors have names of folders', () => {
  expect(processorName('AMD EPYC')).toBe('amd-epyc');
  expect(processorName('Intel(R) Xeon(R) CPU @ 2.50GHz')).toBe('intel-xeon-cpu-2.50ghz');
});
