import { existsSync } from 'node:fs';
import { readFile, rm, utimes, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { hashOf } from '../../src/generate/hash.js';
import { generate } from '../../src/toolkit.js';
import { project, rodSpec, slopeSpec, write } from '../cli/support.js';
import { inFull, IS_FULL } from '../support/scope.js';

async function setUp(files: Readonly<Record<string, string>>) {
  const folder = await project({ 'package.json': '{}', ...files });
  const options = { specs: join(folder, 'specs'), out: join(folder, 'out'), records: join(folder, 'records') };
  return { folder, run: (more: object = {}) => generate({ ...options, ...more }) };
}

const importing = (line: string): string =>
  rodSpec('norm(a - b) == length', '2').replace('\nimport', `\n${line}\nimport`);

inFull('unchanged specs are not derived again', async () => {
  const { folder, run } = await setUp({ 'specs/rod.ts': rodSpec(), 'specs/slope.ts': slopeSpec });
  const first = await run();
  expect(first.derived).toBe(2);
  const second = await run();
  expect(second).toMatchObject({ derived: 0, written: [], classes: first.classes });
  expect((await run({ check: true })).derived).toBe(0);

  // A new date is no change; a new text is.
  await utimes(join(folder, 'specs/rod.ts'), new Date(), new Date());
  expect((await run()).derived).toBe(0);
  await write(folder, { 'specs/rod.ts': rodSpec('norm(a - b) == 2 * length') });
  expect(await run()).toMatchObject({ derived: 1, written: ['manifest.json', 'rod.ts'] });
  // Without the record everything is derived, with the same result.
  expect(await generate({ specs: join(folder, 'specs'), out: join(folder, 'out') })).toMatchObject({
    written: [],
    derived: 2,
  });
});

test('an output that was altered or deleted is made again', async () => {
  const { folder, run } = await setUp({ 'specs/rod.ts': rodSpec() });
  await run();
  const path = join(folder, 'out/rod.ts');
  const text = await readFile(path, 'utf8');
  await writeFile(path, text.replace('length', 'lenght'));
  expect(await run({ check: true })).toMatchObject({ derived: 1, stale: ['rod.ts'] });
  // The check has derived it.
  expect(await run()).toMatchObject({ derived: 0, written: ['rod.ts'] });
  await rm(path);
  expect(await run()).toMatchObject({ derived: 1, written: ['rod.ts'] });
  expect(await readFile(path, 'utf8')).toBe(text);
  expect((await run({ force: true })).derived).toBe(1);
});

inFull('a change of what a spec imports counts, however far away', async () => {
  const { folder, run } = await setUp({
    'specs/rod.ts': importing(`import { summary } from '../lib/texts.js';`).replace(
      "'Holds two points apart.'",
      'summary',
    ),
    'lib/texts.ts': `export { summary } from './between.mjs';\n`,
    'lib/between.mjs': `export { summary } from './deep/index';\n`,
    'lib/deep/index.ts': `import data from './data.json';\nexport const { summary } = data;\n`,
    'lib/deep/data.json': '{ "summary": "First." }',
  });
  expect(await run()).toMatchObject({ errors: [], derived: 1 });
  expect((await run()).derived).toBe(0);
  await write(folder, { 'lib/deep/data.json': '{ "summary": "Second." }' });
  expect(await run()).toMatchObject({ derived: 1, written: ['manifest.json', 'rod.ts'] });
  expect(await readFile(join(folder, 'out/rod.ts'), 'utf8')).toContain('Second.');
});

test.each([
  ['the clock', 'export const now = Date.now();'],
  ['the environment', 'export const home = process.env.HOME;'],
  [
    'the file system',
    `import { readFileSync } from 'node:fs';\nexport const text = readFileSync(import.meta.url.slice(7), 'utf8');`,
  ],
  ['a computed import', `export const lazy = (name: string) => import(name);`],
])('a spec that depends on %s is derived every time', async (_, line) => {
  const { run } = await setUp({ 'specs/rod.ts': `${line}\n${rodSpec('norm(a - b) == length', '2')}` });
  expect(await run()).toMatchObject({ errors: [], derived: 1 });
  expect(await run()).toMatchObject({ errors: [], derived: 1, written: [] });
});

test('what is finished is kept for the next run, whatever kept it from being written', async () => {
  const { folder, run } = await setUp({
    'specs/rod.ts': rodSpec(),
    'specs/slope.ts': slopeSpec.replace('k * p.x', 'k * p.z'),
  });
  // A mistake in another spec.
  expect(await run()).toMatchObject({ derived: 2, written: [] });
  await write(folder, { 'specs/slope.ts': slopeSpec });
  expect(await run()).toMatchObject({ derived: 1, written: ['index.ts', 'manifest.json', 'rod.ts', 'slope.ts'] });
  expect(existsSync(join(folder, 'records', `finished-${hashOf(join(folder, 'out'))}`))).toBe(false);
  const rod = await readFile(join(folder, 'out/rod.ts'), 'utf8');

  // A run that is ended in the middle, here by its listener.
  await rm(join(folder, 'out'), { recursive: true });
  const ended = run({
    onRendered: (_: string, done: number, total: number) => {
      expect([done, total]).toEqual([1, 2]);
      throw new Error('ended');
    },
  });
  expect(await ended).toMatchObject({ written: [], errors: [{ code: 'E_INTERNAL' }] });
  expect(await run()).toMatchObject({ derived: 1 });
  expect(await readFile(join(folder, 'out/rod.ts'), 'utf8')).toBe(rod);

  // What is kept counts for the same text only, and not with --force.
  await rm(join(folder, 'out'), { recursive: true });
  await run({ check: true });
  await write(folder, { 'specs/rod.ts': rodSpec('norm(a - b) == 2 * length') });
  expect(await run({ force: true })).toMatchObject({ derived: 2 });
  expect(await readFile(join(folder, 'out/rod.ts'), 'utf8')).toContain('2 * length');
});

test('clashes between a known spec and a new one are found', async () => {
  const { folder, run } = await setUp({ 'specs/rod.ts': rodSpec() });
  await run();
  await write(folder, { 'specs/other.ts': rodSpec('norm(a - b) == length', '2').replace('Rod', 'Rod2D') });
  const { errors, derived } = await run();
  expect(derived).toBe(1);
  expect(errors.map(({ code }) => code)).toEqual(['E_CLASS_CLASH']);
});

test.runIf(IS_FULL)(
  'many specs are derived in threads, with the same result',
  async () => {
    const files = Array.from({ length: 125 }, (_, i) => [
      `specs/s${i}.ts`,
      i === 7 ? slopeSpec.replace('k * p.x', 'k * p.z') : slopeSpec.replace('Slope', `Slope${i}`),
    ]);
    const { folder, run } = await setUp(Object.fromEntries(files) as Record<string, string>);
    const seen: string[] = [];
    const onRendered = (path: string): void => void seen.push(path);
    const bad = await run({ threads: 2, onRendered });
    expect(bad.errors).toMatchObject([{ code: 'E_COMPONENT', source: { line: 9, column: 20 } }]);
    await write(folder, { 'specs/s7.ts': slopeSpec });
    const good = await run({ threads: 2, onRendered });
    expect(good.errors).toEqual([]);
    expect(good.written).toHaveLength(127);
    // What the run with a mistake has finished is kept.
    expect(new Set(seen).size).toBe(125);
    expect(seen.length).toBeLessThan(2 * 125);
    const { out, specFiles } = good;
    expect(await generate({ specs: specFiles.slice(0, 1), out: join(folder, 'other'), threads: 1 })).toMatchObject({
      errors: [],
    });
    const strip = (text: string): string => text.replace(/^\/\/ Source.*$/m, '');
    expect(strip(await readFile(join(folder, 'other/s0.ts'), 'utf8'))).toBe(
      strip(await readFile(join(out, 's0.ts'), 'utf8')),
    );
  },
  180_000,
);
