import { existsSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { expect, test } from 'vitest';
import { readmesOf } from '../support/structure.js';
import { PAGES, read, ROOT } from './pages.js';

/** Returns the page without its fenced blocks and inline code. */
const prose = (page: string): string =>
  read(page)
    .replace(/^```[^]*?^```$/gm, '')
    .replace(/`[^`\n]*`/g, 'code');

/**
 * Returns the anchor of a heading on common hosts: lower case, spaces to hyphens, punctuation
 * dropped.
 */
const anchorOf = (heading: string): string =>
  heading
    .toLowerCase()
    .replace(/[^\p{L}\p{N} _-]/gu, '')
    .replaceAll(' ', '-');

const anchorsOf = (page: string): readonly string[] =>
  [
    ...read(page)
      .replace(/^```[^]*?^```$/gm, '')
      .matchAll(/^#+ (.*)$/gm),
  ].map(([, heading]) => anchorOf(heading!));

const links = [...PAGES, ...readmesOf('runtime'), ...readmesOf('src')].flatMap((page) =>
  [...prose(page).matchAll(/\]\(([^)\s]+)\)/g)]
    .map(([, target]) => target!)
    .filter((target) => !/^https?:/.test(target))
    .map((target) => [page, target] as const),
);

test.each(links)('the link in %s to %s leads somewhere', (page, target) => {
  const [path = '', anchor] = target.split('#');
  const file = path === '' ? page : join(dirname(page), path);
  expect(existsSync(join(ROOT, file))).toBe(true);
  if (anchor !== undefined) expect(anchorsOf(file)).toContain(anchor);
});

test('every page of the documentation is linked from the first', () => {
  const reached = links.filter(([page]) => page === 'README.md').map(([, target]) => target.split('#')[0]);
  for (const page of PAGES) if (page.startsWith('docs/')) expect(reached).toContain(page);
});
