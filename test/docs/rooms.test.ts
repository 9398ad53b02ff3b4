import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { inlineCodeOf, readmesOf } from '../support/structure.js';
import { ROOT } from './pages.js';

const FOLDERS = ['runtime', 'src'];
const text = FOLDERS.flatMap((folder) =>
  readdirSync(join(ROOT, folder), { recursive: true, encoding: 'utf8' })
    .filter((file) => file.endsWith('.ts'))
    .map((file) => readFileSync(join(ROOT, folder, file), 'utf8')),
).join('\n');
const words = new Set(text.match(/\w+/g));

/** The names of classes, types and functions in the inline code of a page. */
const namesIn = (page: string): readonly string[] =>
  inlineCodeOf(page).flatMap((code) => /^([A-Z]\w{2,}|\w+[A-Z]\w+)\b/.exec(code)?.[1] ?? []);

const pages = FOLDERS.flatMap(readmesOf);

test.each(pages)('what %s names exists', (page) => {
  expect(namesIn(page).filter((name) => !words.has(name))).toEqual([]);
});

test('names of classes are found', () => {
  expect(namesIn('runtime/linear/README.md')).toContain('MultifrontalFactorization');
  expect(pages.flatMap(namesIn).length).toBeGreaterThan(100);
});
