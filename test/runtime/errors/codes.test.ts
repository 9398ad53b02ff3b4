import { readdirSync, readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';

const ROOT = new URL('../../../', import.meta.url);
const read = (path: string): string => readFileSync(new URL(path, ROOT), 'utf8');
const table = read('runtime/base/error-codes.ts');
const codes = [...table.matchAll(/\| '([EW]_[A-Z_]+)'/g)].map(([, code]) => code!);
const source = readdirSync(new URL('runtime/', ROOT), { recursive: true, encoding: 'utf8' })
  .filter((path) => path.endsWith('.ts') && path !== 'base/error-codes.ts')
  .map((path) => read(`runtime/${path}`))
  .join('\n');
const page = read('docs/errors.md');

describe('codes of errors and warnings', () => {
  it('are unique, in order, and have a line each', () => {
    expect(codes.length).toBeGreaterThan(30);
    expect(codes).toEqual([...new Set(codes)].sort());
    expect([...table.matchAll(/\/\*\* .*\. \*\/\n {2}\| '/g)]).toHaveLength(codes.length);
  });

  it.each(codes)('%s is used and documented', (code) => {
    expect(source).toContain(`'${code}'`);
    expect(page).toContain(`| \`${code}\``);
  });
});
