import { spawn } from 'node:child_process';
import { mkdir, readdir, readFile, utimes, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { expect, test } from 'vitest';
import { LOCK, withLock } from '../../src/generate/lock.js';
import { hashOf } from '../../src/generate/hash.js';
import { recover } from '../../src/generate/transaction.js';
import { generate } from '../../src/toolkit.js';
import { project, rodSpec, slopeSpec, write } from '../cli/support.js';

const OLD = { 'a.ts': 'old a', 'b.ts': 'old b', 'c.ts': 'old c' };
const NEW = { 'a.ts': 'new a', 'b.ts': 'new b', 'd.ts': 'new d' };

async function contents(folder: string): Promise<Record<string, string>> {
  const names = (await readdir(folder)).filter((name) => name.endsWith('.ts')).sort();
  const entries: [string, string][] = [];
  for (const name of names) entries.push([name, await readFile(join(folder, name), 'utf8')]);
  return Object.fromEntries(entries);
}

/** Changes OLD to NEW in a process of its own, which is killed at the given call of the given function. */
async function killedAt(folder: string, call: 'writeFileSync' | 'renameSync' | 'rmSync', n: number, signal: string) {
  const module = pathToFileURL(join(import.meta.dirname, '../../src/generate/transaction.ts')).href;
  const script = `
    import fs from 'node:fs';
    import { syncBuiltinESMExports } from 'node:module';
    const original = fs.${call};
    let calls = 0;
    fs.${call} = (...args) => {
      if (++calls === ${n}) process.kill(process.pid, '${signal}');
      return original(...args);
    };
    syncBuiltinESMExports();
    const { applyChange } = await import(${JSON.stringify(module)});
    await applyChange(${JSON.stringify(folder)}, {
      writes: new Map(${JSON.stringify(Object.entries(NEW))}),
      removals: ['c.ts'],
    });
  `;
  const child = spawn(process.execPath, ['--import', 'tsx', '--input-type=module', '-e', script], { stdio: 'ignore' });
  return new Promise<string | number | null>((resolve) => {
    child.on('exit', (code, by) => {
      resolve(by ?? code);
    });
  });
}

test.each([
  ['writeFileSync', 1, OLD],
  ['writeFileSync', 3, OLD],
  ['writeFileSync', 4, OLD],
  ['renameSync', 1, OLD],
  ['renameSync', 2, NEW],
  ['renameSync', 4, NEW],
  ['rmSync', 1, NEW],
  ['rmSync', 2, NEW],
] as const)('a run killed at %s number %i leaves the old or the new files', async (call, n, expected) => {
  const folder = await project(OLD);
  expect(await killedAt(folder, call, n, 'SIGKILL')).toBe('SIGKILL');
  // Whatever it left, each file is whole.
  for (const [name, text] of Object.entries(await contents(folder)))
    expect([OLD[name as keyof typeof OLD], NEW[name as keyof typeof NEW]]).toContain(text);
  recover(folder);
  expect(await contents(folder)).toEqual(expected);
  expect((await readdir(folder)).filter((name) => name.startsWith('.'))).toEqual([]);
});

test('an interrupt while files are put in place waits until they are', async () => {
  const folder = await project(OLD);
  expect(await killedAt(folder, 'renameSync', 2, 'SIGINT')).toBe('SIGINT');
  expect(await contents(folder)).toEqual(NEW);
  expect((await readdir(folder)).filter((name) => name.startsWith('.'))).toEqual([]);
});

test('the next run completes what a killed one had decided', async () => {
  const folder = await project({ 'specs/rod.ts': rodSpec('norm(a - b) == length', '2') });
  const options = { specs: join(folder, 'specs'), out: join(folder, 'out') };
  await generate(options);
  await writeFile(join(folder, 'out/.holonomic.x.tmp'), 'half');
  await writeFile(
    join(folder, 'out/.holonomic.journal'),
    JSON.stringify({
      renames: [
        ['.holonomic.x.tmp', 'rod.ts'],
        ['.holonomic.x.tmp', '../escaped.ts'],
      ],
      removals: ['../specs'],
    }),
  );
  expect(await generate(options)).toMatchObject({ errors: [{ code: 'E_FOREIGN_FILE' }] });
  expect(await generate({ ...options, force: true })).toMatchObject({ errors: [], written: ['rod.ts'] });
  expect((await readdir(folder)).sort()).toEqual(['out', 'specs']);
  expect(await generate({ ...options, check: true })).toMatchObject({ stale: [], missing: [], orphaned: [] });
});

test('several generators at once on one folder do no harm', async () => {
  const folder = await project({
    'one/rod.ts': rodSpec(),
    'one/slope.ts': slopeSpec,
    'two/rod.ts': rodSpec('norm(a - b) == 2 * length'),
    'two/hill.ts': slopeSpec.replaceAll('Slope', 'Hill'),
  });
  const out = join(folder, 'out');
  const runs = ['one', 'two', 'one', 'two', 'one'].map((specs) => generate({ specs: join(folder, specs), out }));
  for (const { errors } of await Promise.all(runs)) expect(errors).toEqual([]);
  const { files } = JSON.parse(await readFile(join(out, 'manifest.json'), 'utf8')) as { files: Record<string, string> };
  const names = (await readdir(out)).filter((name) => name !== 'manifest.json').sort();
  expect(Object.keys(files).sort()).toEqual(names);
  for (const name of names) expect(hashOf(await readFile(join(out, name), 'utf8'))).toBe(files[name]);
});

test('a lock is waited for, and one that nobody holds any more is taken away', async () => {
  const folder = await project({});
  const order: string[] = [];
  const slow = withLock(folder, async () => {
    order.push('first begins');
    await new Promise((resolve) => setTimeout(resolve, 100));
    order.push('first ends');
  });
  while (order.length === 0) await new Promise((resolve) => setTimeout(resolve, 5));
  await withLock(folder, () => Promise.resolve(order.push('second')));
  await slow;
  expect(order).toEqual(['first begins', 'first ends', 'second']);

  // Of a process that is gone, and of another machine long ago.
  const lock = join(folder, LOCK);
  const { hostname } = await import('node:os');
  await writeFile(lock, JSON.stringify({ pid: 2 ** 22 + 1, host: hostname(), token: 'x' }));
  expect(await withLock(folder, () => Promise.resolve('mine'))).toBe('mine');
  await writeFile(lock, JSON.stringify({ pid: 1, host: 'elsewhere', token: 'x' }));
  await expect(withLock(folder, () => Promise.resolve(), 50)).rejects.toMatchObject({
    diagnostics: [{ code: 'E_LOCKED' }],
  });
  await utimes(lock, new Date(0), new Date(0));
  expect(await withLock(folder, () => Promise.resolve('mine'))).toBe('mine');
  expect(await readdir(folder)).toEqual([]);
});

test('a file that was not generated is not overwritten', async () => {
  const folder = await project({ 'specs/rod.ts': rodSpec('norm(a - b) == length', '2') });
  await mkdir(join(folder, 'out'));
  await write(folder, {
    'out/rod.ts': 'export const mine = 1;\n',
    'out/manifest.json': '{ "name": "a web application" }',
  });
  const options = { specs: join(folder, 'specs'), out: join(folder, 'out') };
  const { errors } = await generate(options);
  expect(errors.map(({ code }) => code)).toEqual(['E_FOREIGN_FILE', 'E_FOREIGN_FILE']);
  expect(await readFile(join(folder, 'out/rod.ts'), 'utf8')).toBe('export const mine = 1;\n');
  expect((await generate({ ...options, force: true })).written).toEqual(['index.ts', 'manifest.json', 'rod.ts']);
});
