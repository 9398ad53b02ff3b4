import { spawn } from 'node:child_process';
import { cpSync, existsSync, rmSync, utimesSync } from 'node:fs';
import { mkdir, readdir, readFile, utimes, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { describe, expect, test } from 'vitest';
import { NOTICE } from '../../src/emit/notice.js';
import { TEMPORARY } from '../../src/files/files.js';
import { LOCK, withLock } from '../../src/generate/lock.js';
import { hashOf } from '../../src/generate/hash.js';
import { MANIFEST, parseManifest } from '../../src/generate/manifest.js';
import { generate, type GenerateResult } from '../../src/toolkit.js';
import { project, rodSpec, slopeSpec, write } from '../cli/support.js';
import { withFailingFiles, type FileCall } from '../support/failing-files.js';
import { contentsOf } from '../support/folders.js';
import { derivedOnce } from './derived-once.js';

const named = (name: string, C = 'k * p.x'): string => slopeSpec.replace('Slope', name).replace('k * p.x', C);

/** Two states of a project: one file stays, one changes, one is removed and one is added. */
const OLD = { 'old/stays.ts': named('Stays'), 'old/changes.ts': named('Changes'), 'old/goes.ts': named('Goes') };
const NEW = {
  'new/stays.ts': named('Stays'),
  'new/changes.ts': named('Changes', 'k * p.x^2'),
  'new/comes.ts': named('Comes'),
};
/**
 * Somebody else's files in the output folder, one of them a journal that would have them deleted.
 */
const OTHERS = {
  'out/mine.ts': 'export const mine = 1;\n',
  'out/notes.md': 'notes',
  'out/sub/mine.ts': `${NOTICE}\n`,
  'out/.holonomic.x.tmp': 'mine',
  'out/.holonomic.journal': '{"renames":[[".holonomic.x.tmp","notes.md"]],"removals":["mine.ts","sub/mine.ts",5,"."]}',
};

async function setUp() {
  const folder = await project({ ...OLD, ...NEW, ...OTHERS });
  const out = join(folder, 'out');
  const [old, changed] = [join(folder, 'old'), join(folder, 'new')];
  const generateFrom = await derivedOnce(out, old, changed);
  const run = (specs: 'old' | 'new'): Promise<GenerateResult> => generateFrom(specs === 'old' ? old : changed);
  const made = async (specs: 'old' | 'new'): Promise<Record<string, string>> => {
    expect(await run(specs)).toMatchObject({ errors: [] });
    return contentsOf(out);
  };
  const after = await made('new');
  const before = await made('old');
  expect(before['stays.ts']).toBeDefined();
  expect(after['changes.ts']).not.toBe(before['changes.ts']);
  const saved = join(folder, 'saved');
  cpSync(out, saved, { recursive: true });
  const reset = (): void => {
    rmSync(out, { recursive: true });
    cpSync(saved, out, { recursive: true });
  };
  return { out, run, before, after, reset };
}

/**
 * Expects that each file is the old or the new one, that the manifest accounts for all of them, and
 * that no other file was touched.
 */
function expectWhole(out: string, before: Record<string, string>, after: Record<string, string>): void {
  const now = contentsOf(out);
  const manifest = parseManifest(now[MANIFEST]);
  expect(manifest).toBeDefined();
  for (const [name, text] of Object.entries(OTHERS)) expect(now[name.slice('out/'.length)], name).toBe(text);
  for (const name of new Set([...Object.keys(before), ...Object.keys(after)]))
    if (name !== MANIFEST) expect([before[name], after[name]], name).toContain(now[name]);
  for (const [name, text] of Object.entries(now)) {
    if (name === MANIFEST || !text.startsWith(NOTICE) || /^(\.|sub)/.test(name)) continue;
    expect(manifest!.get(name), name).toContain(hashOf(text));
  }
}

/**
 * Lists the files of the folder. A lock that was left behind is removed when the next run has
 * something to write.
 */
function filesIn(out: string): Record<string, string> {
  return Object.fromEntries(Object.entries(contentsOf(out)).filter(([name]) => name !== LOCK));
}

/** Makes time pass: a lock that was left behind expires after a minute. */
function letTimePass(out: string): void {
  if (existsSync(join(out, LOCK))) utimesSync(join(out, LOCK), 0, 0);
}

describe('a change of the folder', () => {
  const CODES = ['ENOSPC', 'EACCES', 'EPERM', 'EROFS', 'EIO', 'EMFILE', 'EBUSY'];

  test(
    'that fails at any of its calls is a typed error, and the next run does the rest',
    { timeout: 240_000 },
    async () => {
      const { out, run, before, after, reset } = await setUp();
      const calls: FileCall[] = [];
      const record = (call: FileCall): undefined => void calls.push(call);
      await withFailingFiles(out, record, () => run('new'));
      const operations = new Set(calls.map(({ operation }) => operation));
      expect([...operations].sort()).toEqual([
        ...['close', 'lstat', 'mkdir', 'open', 'read', 'rename', 'scandir', 'unlink', 'write'],
      ]);
      let failed = 0;
      for (const [k, call] of calls.entries()) {
        reset();
        const code = CODES[k % CODES.length]!;
        const decide = ({ index }: FileCall): string | undefined => (index === k ? code : undefined);
        const { errors } = await withFailingFiles(out, decide, () => run('new'));
        const what = `${code} of ${call.operation} ${call.path}`;
        expectWhole(out, before, after);
        expect(
          Object.keys(contentsOf(out)).filter((name) => TEMPORARY.test(name)),
          what,
        ).toEqual([]);
        for (const error of errors) {
          expect(error, what).toMatchObject({ code: 'E_FILE_SYSTEM', hint: expect.any(String) as string });
          expect(error.file, what).toMatch(out);
          expect(error.message, what).toContain(`(${code})`);
        }
        if (errors.length > 0) failed++;
        // The only calls that may fail are those that release the lock.
        else expect(call.path, what).toContain(LOCK);
        letTimePass(out);
        // Whether the next run wants the new state or the old one again.
        const [specs, expected] = k % 2 === 0 ? (['new', after] as const) : (['old', before] as const);
        expect(await run(specs), what).toMatchObject({ errors: [] });
        expect(filesIn(out), what).toEqual(expected);
      }
      expect(failed).toBeGreaterThan(calls.length - 5);
    },
  );

  test(
    'that is killed at any of its calls is completed, or taken back, by the next run',
    { timeout: 240_000 },
    async () => {
      const { out, run, before, after, reset } = await setUp();
      // Being killed at a call that only reads is the same as being killed at the next one that
      // writes.
      const changing: number[] = [];
      const record = ({ operation, index }: FileCall): undefined => {
        if (!['lstat', 'stat', 'read', 'scandir'].includes(operation)) changing.push(index);
      };
      await withFailingFiles(out, record, () => run('new'));
      const states = new Set<string>();
      for (const k of changing)
        for (const specs of ['new', 'old'] as const) {
          reset();
          // After that nothing happens any more, not even cleaning up.
          await withFailingFiles(
            out,
            ({ index }) => (index >= k ? 'EIO' : undefined),
            () => run('new'),
          );
          expectWhole(out, before, after);
          states.add(JSON.stringify(contentsOf(out)[MANIFEST]));
          letTimePass(out);
          expect(await run(specs), `call ${k}`).toMatchObject({ errors: [] });
          expect(filesIn(out), `call ${k}`).toEqual(specs === 'new' ? after : before);
        }
      // The manifest before, meanwhile and after.
      expect(states.size).toBe(3);
    },
  );

  /**
   * Generates from the old specs to the new ones in a process of its own, which gets a signal at
   * the n-th renaming.
   */
  async function signalled(folder: string, n: number, signal: string) {
    const module = (path: string): string => JSON.stringify(pathToFileURL(join(import.meta.dirname, path)).href);
    const script = `
      import fs from 'node:fs';
      import { syncBuiltinESMExports } from 'node:module';
      const original = fs.renameSync;
      let calls = 0;
      fs.renameSync = (...args) => {
        if (++calls === ${n}) process.kill(process.pid, '${signal}');
        return original(...args);
      };
      syncBuiltinESMExports();
      const { generate } = await import(${module('../../src/generate/generate.js')});
      await generate({ specs: ${JSON.stringify(join(folder, 'new'))}, out: ${JSON.stringify(join(folder, 'out'))} });
    `;
    const child = spawn(process.execPath, ['--import', 'tsx', '--input-type=module', '-e', script], {
      stdio: 'ignore',
    });
    return new Promise<string | number | null>((resolve) => {
      child.on('exit', (code, by) => {
        resolve(by ?? code);
      });
    });
  }

  test('is completed before an interrupt ends the program', async () => {
    const { out, after } = await setUp();
    expect(await signalled(join(out, '..'), 2, 'SIGINT')).toBe('SIGINT');
    expect(filesIn(out)).toEqual(after);
  });

  test('that is ended by force between two files is completed by the next run', async () => {
    const { out, run, before, after } = await setUp();
    expect(await signalled(join(out, '..'), 3, 'SIGKILL')).toBe('SIGKILL');
    expectWhole(out, before, after);
    expect(contentsOf(out)).not.toEqual(before);
    expect(await run('new')).toMatchObject({ errors: [] });
    expect(contentsOf(out)).toEqual(after);
  });
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

  // A lock of a process that is gone, and one of another machine long ago.
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

test('a lock that somebody else has taken meanwhile is not taken from them', async () => {
  const folder = await project({});
  await withLock(folder, () => writeFile(join(folder, LOCK), 'theirs'));
  expect(await readFile(join(folder, LOCK), 'utf8')).toBe('theirs');
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
