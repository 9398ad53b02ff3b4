import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import * as library from 'holonomic/library';
import { libraryTables } from './library-tables.js';
import { read, ROOT } from './pages.js';

const PAGE = 'docs/library.md';
const MARK = '<!-- From the specs, by UPDATE_DOCS=1 npx vitest run test/docs. -->\n\n';

test('the page of the library says what the specs say', async () => {
  const page = read(PAGE);
  const [introduction, ...rest] = page.split(MARK);
  expect(rest).toHaveLength(1);
  const expected = `${introduction!}${MARK}${await libraryTables()}`;
  if (process.env['UPDATE_DOCS'] !== undefined) writeFileSync(join(ROOT, PAGE), expected);
  else expect(page).toBe(expected);
});

test('every class is on it, and every class that it names exists', () => {
  const page = read(PAGE);
  for (const name of Object.keys(library).filter((key) => /^[A-Z]/.test(key))) expect(page).toContain(`\`${name}\``);
  const [introduction] = page.split(MARK);
  for (const [, name] of introduction!.matchAll(/`([A-Z]\w+)`/g)) expect(library).toHaveProperty(name!);
});
