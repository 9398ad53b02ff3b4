import { expect, test } from 'vitest';
import { compile } from '../../src/toolkit.js';
import { read } from './pages.js';

const KINDS: Readonly<Record<string, 'point' | 'direction' | 'scalar'>> = {
  a: 'point',
  b: 'point',
  c: 'point',
  p: 'point',
  u: 'direction',
  w: 'direction',
  theta: 'scalar',
  phi: 'scalar',
  s: 'scalar',
};
const LANGUAGE = new Set('norm sin cos cross dot angle ddt pi t x y z'.split(' '));

/** The rows of the first table of the page. */
const lines = read('docs/cheat-sheet.md').split('\n');
const start = lines.findIndex((line) => line.startsWith('| to say'));
const rows = lines
  .slice(start + 2, lines.indexOf('', start))
  .map((line) => /^\| (.*?) +\| `(.*)` +\|$/.exec(line)!.slice(1) as [string, string]);

test.each(rows)('%s: %s', (says, formula) => {
  const names = [...new Set(formula.match(/(?<!\.)\b[a-z]+\b/gi))].filter((name) => !LANGUAGE.has(name));
  const { Row } = compile('Row', {
    summary: 'A row of the cheat sheet.',
    space: says.includes('in space') ? 3 : 2,
    inputs: Object.fromEntries(names.flatMap((name) => (KINDS[name] === undefined ? [] : [[name, KINDS[name]]]))),
    params: Object.fromEntries(names.flatMap((name) => (KINDS[name] === undefined ? [[name, {}]] : []))),
    C: formula,
  });
  expect(Row.type.rows).toBeGreaterThan(0);
});

test('the table has lines', () => {
  expect(rows.length).toBeGreaterThan(20);
});
