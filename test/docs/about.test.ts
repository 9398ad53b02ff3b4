import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { read, ROOT } from './pages.js';

interface Description {
  readonly version: string;
  readonly license: string;
  readonly homepage: string;
  readonly repository: { readonly url: string };
  readonly bugs: { readonly url: string };
}

const describePackage = (folder: string): Description =>
  JSON.parse(readFileSync(join(ROOT, folder, 'package.json'), 'utf8')) as Description;
const own = describePackage('.');

test('both packages name the same version, licence and addresses', () => {
  const runtime = describePackage('packages/runtime');
  for (const key of ['version', 'license', 'homepage', 'bugs'] as const) expect(runtime[key]).toEqual(own[key]);
  expect(runtime.repository.url).toBe(own.repository.url);
});

test('the citation names the version and addresses of the package', () => {
  const lines = read('CITATION.cff').split('\n');
  expect(lines).toContain(`version: ${own.version}`);
  expect(lines).toContain(`license: ${own.license}`);
  expect(lines).toContain(`url: ${own.homepage}`);
  expect(lines).toContain(`repository-code: ${own.repository.url.replace('git+', '')}`);
});

test('llms.txt lists the documents that the README lists', () => {
  const MARK = '## Documents\n\n';
  const [head] = read('llms.txt').split(MARK);
  const list = read('README.md')
    .slice(read('README.md').indexOf('- [Tutorial]'))
    .split('\n\n')[0]!
    .replace(/\n +/g, ' ');
  const expected = `${head!}${MARK}${list}\n`;
  if (process.env['UPDATE_DOCS'] !== undefined) writeFileSync(join(ROOT, 'llms.txt'), expected);
  else expect(read('llms.txt')).toBe(expected);
});
