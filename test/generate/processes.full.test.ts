import { spawn } from 'node:child_process';
import { readdir, readFile, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { generate } from '../../src/toolkit.js';
import { project, rodSpec, slopeSpec, write } from '../cli/support.js';

const ROOT = join(import.meta.dirname, '../..');
const COMMAND = [join(ROOT, 'node_modules/tsx/dist/cli.mjs'), join(ROOT, 'src/cli/main.ts'), 'generate', '--quiet'];

interface Ended {
  readonly code: number | null;
  readonly signal: NodeJS.Signals | null;
  readonly printed: string;
  readonly milliseconds: number;
}

/**
 * Runs `holonomic generate` in a process of its own, which is killed after `patience` ms if that is
 * given.
 */
function generateInProcess(folder: string, patience?: number): Promise<Ended> {
  const start = performance.now();
  // A process group of its own: the program runs in a child of the process that is started.
  const child = spawn(process.execPath, COMMAND, { cwd: folder, detached: true, stdio: ['ignore', 'pipe', 'pipe'] });
  let printed = '';
  child.stdout.on('data', (text: Buffer) => (printed += text.toString()));
  child.stderr.on('data', (text: Buffer) => (printed += text.toString()));
  const timer =
    patience === undefined
      ? undefined
      : setTimeout(() => {
          process.kill(-child.pid!, 'SIGKILL');
        }, patience);
  return new Promise((resolve) => {
    child.on('close', (code, signal) => {
      clearTimeout(timer);
      resolve({ code, signal, printed, milliseconds: performance.now() - start });
    });
  });
}

/** Reads all files of a folder. */
async function contents(folder: string): Promise<Readonly<Record<string, string>>> {
  const names = (await readdir(folder).catch(() => [])).sort();
  const texts = await Promise.all(names.map((name) => readFile(join(folder, name), 'utf8')));
  return Object.fromEntries(names.map((name, i) => [name, texts[i]!]));
}

/** Returns the files of a folder after one run. */
async function generated(folder: string): Promise<Readonly<Record<string, string>>> {
  const out = join(folder, 'generated');
  expect((await generate({ specs: join(folder, 'constraints-spec'), out })).errors).toEqual([]);
  return contents(out);
}

const OLD = { 'constraints-spec/rod.ts': rodSpec(), 'constraints-spec/slope.ts': slopeSpec };
const NEW = {
  'constraints-spec/rod.ts': rodSpec('norm(a - b) == 2 * length'),
  'constraints-spec/slope.ts': slopeSpec.replace('k * p.x', '2 * k * p.x'),
};

test('several processes at once have the result of one', async () => {
  const folder = await project({ 'package.json': '{}', ...OLD });
  const out = join(folder, 'generated');
  const expected = await generated(folder);
  expect(Object.keys(expected)).toEqual(['index.ts', 'manifest.json', 'rod.ts', 'slope.ts']);

  await rm(out, { recursive: true });
  const ended = await Promise.all(Array.from({ length: 3 }, () => generateInProcess(folder)));
  for (const { code, printed } of ended) expect({ code, printed }).toEqual({ code: 0, printed: '' });
  // No temporary file, no lock, no journal.
  expect(await contents(out)).toEqual(expected);
  expect(
    (await readdir(join(folder, 'node_modules/.cache/holonomic'))).filter((name) => !name.endsWith('.json')),
  ).toEqual([]);
});

test('a process killed at any moment leaves the old files or the new ones', async () => {
  const folder = await project({ 'package.json': '{}', ...NEW });
  const out = join(folder, 'generated');
  const after = await generated(folder);
  await write(folder, OLD);
  const { milliseconds } = await generateInProcess(folder);
  const before = await contents(out);
  expect(before['rod.ts']).not.toBe(after['rod.ts']);

  await write(folder, NEW);
  const names = new Set([...Object.keys(before), ...Object.keys(after)]);
  let killed = 0;
  for (const part of [0.6, 0.85, 0.97]) {
    const { signal } = await generateInProcess(folder, part * milliseconds);
    if (signal === 'SIGKILL') killed++;
    const now = await contents(out);
    for (const name of names) expect([before[name], after[name]], name).toContain(now[name]);
  }
  expect(killed).toBeGreaterThan(0);
  expect(await generateInProcess(folder)).toMatchObject({ code: 0 });
  expect(await contents(out)).toEqual(after);
});
