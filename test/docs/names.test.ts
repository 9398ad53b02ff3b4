import * as canvas from 'holonomic/canvas';
import * as library from 'holonomic/library';
import * as runtime from 'holonomic/runtime';
import { expect, test } from 'vitest';
import { read } from './pages.js';

/** Names to import, and the function that a formula of the page uses. */
const known = new Set([...Object.keys(library), ...Object.keys(runtime), ...Object.keys(canvas), 'norm']);

/** The names of classes and functions that begin an inline code: `Rope2D`, `velocityStep()`. */
const namesIn = (text: string): readonly string[] =>
  [...text.matchAll(/`(?:new )?([A-Z]\w+|\w+(?=\())/g)].map(([, name]) => name!).filter((name) => !/^[EW]_/.test(name));

test('what stands for the words of other engines exists', () => {
  const rows = read('docs/coming-from.md')
    .split('\n')
    .filter((line) => /^\| .*`/.test(line));
  const names = new Set(rows.flatMap((row) => namesIn(row.split('|')[2]!)));
  expect(names.size).toBeGreaterThan(30);
  expect([...names].filter((name) => !known.has(name))).toEqual([]);
});

test('so does what is recommended', () => {
  const names = new Set(namesIn(read('docs/choosing.md')));
  expect(names.size).toBeGreaterThan(5);
  expect([...names].filter((name) => !known.has(name))).toEqual([]);
});
