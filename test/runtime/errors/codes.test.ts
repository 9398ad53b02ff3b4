import { readdirSync, readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';

const ROOT = new URL('../../../', import.meta.url);
const read = (path: string): string => readFileSync(new URL(path, ROOT), 'utf8');
const table = read('runtime/base/error-codes.ts');
const codes = [...table.matchAll(/\| '([EW]_[A-Z_]+)'/g)].map(([, code]) => code!);
// Views in three.js have the codes of the world that they show.
const source = ['runtime/', 'src/three/']
  .flatMap((folder) =>
    readdirSync(new URL(folder, ROOT), { recursive: true, encoding: 'utf8' }).map((path) => folder + path),
  )
  .filter((path) => path.endsWith('.ts') && path !== 'runtime/base/error-codes.ts')
  .map(read)
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
