import { existsSync, linkSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import fc from 'fast-check';
import ts from 'typescript';
import { expect, test } from 'vitest';
import { NOTICE } from '../../src/emit/notice.js';
import { parseManifest } from '../../src/generate/manifest.js';
import { generate } from '../../src/toolkit.js';
import { cli, project, slopeSpec } from '../cli/support.js';
import { inFull, IS_FULL, someOf } from '../support/scope.js';

const NAMES = [
  ...[
    'a b',
    'é',
    'e\u0301',
    'ﬁ',
    '日本語',
    '😀',
    "o'brien",
    'say "hi"',
    'back`tick',
    'two\nlines',
    'a\r\nb',
    'tab\tbed',
  ],
  ...[
    'a\u2028b',
    '\u001b[31mred',
    '$&',
    '${x}',
    '*',
    '// x',
    '*/',
    '[id]',
    '(x)',
    'a;b',
    'a,b',
    '-',
    '~',
    'con',
    '__proto__',
  ],
  ...['constructor', '100%', 'a#b', 'a?b', '.hidden', '..', 'a.b.c', 'manifest.json', '.holonomic.x', 'x'.repeat(252)],
  ...(process.platform === 'win32' ? [] : ['back\\slash', 'c:d']),
].filter((name) => !name.includes('/'));

const spec = (index: number, C = 'k * p.x'): string =>
  slopeSpec.replace('Slope', `Slope${index}`).replace('k * p.x', C);

/** Emits a spec file of each name, changes them all, and removes them all, as a user would. */
async function liveThrough(names: readonly string[]): Promise<void> {
  const folder = await project({ 'specs/stays.ts': slopeSpec });
  const [out, specs] = [join(folder, 'out'), join(folder, 'specs')];
  const run = () => generate({ specs, out });
  const file = (name: string): string => join(specs, `${name}.ts`);
  names.forEach((name, i) => {
    writeFileSync(file(name), spec(i));
  });
  const emitted = names.map((name) => `${name.normalize('NFC')}.ts`).sort();
  const all = [...emitted, 'index.ts', 'manifest.json', 'stays.ts'].sort();

  expect(await run()).toMatchObject({ errors: [] });
  expect(readdirSync(out).sort()).toEqual(all);
  expect([...parseManifest(readFileSync(join(out, 'manifest.json'), 'utf8'))!.keys()].sort()).toEqual(
    all.filter((name) => name !== 'manifest.json'),
  );
  for (const name of emitted) expect(readFileSync(join(out, name), 'utf8')).toMatch(NOTICE);
  expect(await run()).toMatchObject({ errors: [], written: [], orphaned: [] });

  names.forEach((name, i) => {
    writeFileSync(file(name), spec(i, 'k * p.x^2'));
  });
  expect((await run()).written).toEqual([...emitted, 'manifest.json'].sort());

  // The index names each module, in a text that is that name.
  const source = ts.createSourceFile('index.ts', readFileSync(join(out, 'index.ts'), 'utf8'), ts.ScriptTarget.ES2022);
  const exported = source.statements.map((statement) => {
    const { moduleSpecifier } = statement as ts.ExportDeclaration;
    return (moduleSpecifier as ts.StringLiteral).text;
  });
  expect(exported.sort()).toEqual(['./stays.js', ...emitted.map((name) => `./${name.slice(0, -3)}.js`)].sort());

  for (const name of names) rmSync(file(name));
  expect(await run()).toMatchObject({ errors: [], orphaned: emitted });
  expect(readdirSync(out).sort()).toEqual(['index.ts', 'manifest.json', 'stays.ts']);
}

inFull('files of any name are ours again in the next run', async () => {
  await liveThrough(
    someOf(
      NAMES.filter((name) => name !== 'e\u0301'),
      14,
    ),
  );
});

test('a name that file systems decompose is emitted under its composed form', async () => {
  await liveThrough(['e\u0301', 'o\u0308', '\u1112\u1161\u11ab']);
});

test.runIf(IS_FULL)('files of random names are ours again in the next run', async () => {
  const name = fc
    .string({ unit: 'binary', minLength: 1, maxLength: 40 })
    .filter((text) => !/[/\\\0:]/.test(text) && !/\.(d|test|spec)$/.test(text) && text !== 'index' && text !== 'stays');
  const names = fc.uniqueArray(name, { selector: (text) => text.normalize('NFC'), minLength: 1, maxLength: 6 });
  await fc.assert(fc.asyncProperty(names, liveThrough), { numRuns: 6 });
});

test('two spellings of one name are a clash', async () => {
  const folder = await project({ 'a/\u00e9.ts': slopeSpec, 'b/e\u0301.ts': slopeSpec.replace('Slope', 'Hill') });
  const { errors } = await generate({ specs: [join(folder, 'a'), join(folder, 'b')], out: join(folder, 'out') });
  expect(errors.map(({ code }) => code)).toEqual(['E_DUPLICATE_FILE']);
});

test('a file that is listed under a second name of its own is no orphan', async () => {
  const folder = await project({ 'specs/slope.ts': slopeSpec });
  const [out, specs] = [join(folder, 'out'), join(folder, 'specs')];
  await generate({ specs, out });
  // Like `SLOPE.ts` and `slope.ts` where upper and lower case are the same: two names, one file,
  // the same content.
  linkSync(join(out, 'slope.ts'), join(out, 'SLOPE.ts'));
  const text = readFileSync(join(out, 'manifest.json'), 'utf8');
  writeFileSync(join(out, 'manifest.json'), text.replace(/("slope\.ts": (".*"))/, '$1,\n    "SLOPE.ts": $2'));
  expect(await generate({ specs, out })).toMatchObject({ errors: [], written: ['manifest.json'], orphaned: [] });
  expect(existsSync(join(out, 'SLOPE.ts'))).toBe(true);
  expect(readFileSync(join(out, 'manifest.json'), 'utf8')).toBe(text);
});

test('names with signs of a terminal’s are printed harmlessly, and given in full as data', async () => {
  const name = 'two\nlines\u001b[31m';
  const folder = await project({ [`constraints-spec/${name}.ts`]: slopeSpec });
  expect((await cli(folder, 'generate')).stdout).toContain('  written   two\\nlines\\u{1b}[31m.ts\n');
  const { stdout } = await cli(folder, 'generate', '--check', '--json');
  expect(JSON.parse(stdout)).toMatchObject({ ok: true, unchanged: ['index.ts', 'manifest.json', `${name}.ts`] });
  expect((await cli(folder, 'verify', '--samples', '3')).stdout).toContain('1 class proven.');
});
