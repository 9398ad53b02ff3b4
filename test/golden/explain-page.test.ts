import { join } from 'node:path';
import { expect, test } from 'vitest';
import { explain } from '../../src/toolkit.js';
import { expectGolden } from '../support/golden.js';

const slope = {
  summary: 'Keeps a point on a slope.',
  space: [2, 3],
  inputs: { p: 'point' },
  params: { k: { unit: '1', doc: 'Steepness.' } },
  C: 'p.y == k * p.x',
} as const;

/** Lists what a screen reader gets: headings, captions, table headings and descriptions. */
const structureOf = (page: string): string =>
  [...page.matchAll(/<(h[1-6]|caption|th scope="col"[^>]*|summary)>(.*?)<\/|aria-label="([^"]*)"/g)]
    .map(([, tag, text, label]) => (tag === undefined ? `[${label!}]` : `${tag.split(' ')[0]!} ${text!}`))
    .join('\n');

test('the page of a constraint has its parts in order', async () => {
  const page = explain('Slope', slope, 'html');
  expect(page.startsWith('<!doctype html>\n<html lang="en">')).toBe(true);
  await expectGolden(join(import.meta.dirname, 'explain-page'), new Map([['slope.txt', `${structureOf(page)}\n`]]));
});
