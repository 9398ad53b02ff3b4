import { chmod, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { strToU8, unzipSync, zipSync } from 'fflate';
import { describe, expect, test } from 'vitest';
import { run } from '../../src/cli/run.js';
import { missingCompiler } from '../support/c-compiler.js';
import { changed } from '../scene/documents.js';
import { cli, project } from './support.js';
import { inFull } from '../support/scope.js';

const document = changed({ title: 'A pendulum' });

inFull('writes a module, and checks it', async () => {
  const folder = await project({ 'my-pendulum.json': JSON.stringify(document) });
  const run = (...rest: string[]): ReturnType<typeof cli> => cli(folder, 'mechanism', 'my-pendulum.json', ...rest);
  const missing = await run('--check');
  expect(missing).toMatchObject({ exitCode: 1, stderr: expect.stringContaining('my-pendulum.ts') as string });
  const written = await run('--out', 'made');
  expect(written).toMatchObject({ exitCode: 0, stderr: '' });
  expect(written.stdout).toMatch(/written +made\/my-pendulum\.ts/);
  expect(written.stdout).toMatch(/3 rows of constraints, \d+ operations/);
  const path = join(folder, 'made/my-pendulum.ts');
  const text = await readFile(path, 'utf8');
  expect(text).toContain('// Source: ../my-pendulum.json\n');
  expect(text).toContain('export class MyPendulum {');
  expect((await run('--out', 'made')).stdout).toMatch(/unchanged +made\/my-pendulum\.ts/);
  expect((await run('--out', 'made', '--check')).exitCode).toBe(0);
  await writeFile(path, text.replace('1.5', '1.6').replace('dt / 2', 'dt / 3'));
  expect((await run('--out', 'made', '--check')).exitCode).toBe(1);
  await writeFile(path, 'export const mine = 1;\n');
  const refused = await run('--out', 'made');
  expect(refused).toMatchObject({ exitCode: 1, stderr: expect.stringContaining('was not generated') as string });
  expect(await readFile(path, 'utf8')).toBe('export const mine = 1;\n');
});

test('says why a scene needs the runtime', async () => {
  const settings = { integrator: 'rattle' };
  const folder = await project({ 'scene.json': JSON.stringify(changed({ settings })) });
  const { exitCode, stderr } = await cli(folder, 'mechanism', 'scene.json');
  expect(exitCode).toBe(1);
  expect(stderr).toContain('E_MECHANISM');
  expect(stderr).toContain("say step: 'rk4'");
  expect((await cli(folder, 'mechanism', 'scene.json', '--step', 'rk4', '--gradient')).exitCode).toBe(0);
  expect(await readFile(join(folder, 'scene.ts'), 'utf8')).toContain('  gradient(');
  expect((await cli(folder, 'mechanism', 'scene.json', '--step', 'rk4', '--target', 'c', '--gradient')).exitCode).toBe(
    0,
  );
  expect(await readFile(join(folder, 'scene.h'), 'utf8')).toContain('bool Scene_gradient(');
  expect((await cli(folder, 'mechanism', 'scene.json', '--target', 'cobol')).exitCode).toBe(2);
});

describe('an FMU', () => {
  /** The command with a compiler of this name. */
  async function withCompiler(CC: string, folder: string, ...rest: string[]): ReturnType<typeof cli> {
    let [stdout, stderr] = ['', ''];
    const exitCode = await run(['mechanism', 'my-pendulum.json', '--target', 'fmu', ...rest], {
      cwd: folder,
      env: { CC },
      stdout: { write: (text) => (stdout += text) },
      stderr: { write: (text) => (stderr += text) },
    });
    return { exitCode, stdout, stderr };
  }

  test('is written with its sources alone where there is no compiler, and checked', async () => {
    const folder = await project({ 'my-pendulum.json': JSON.stringify(document) });
    expect((await withCompiler('no-such-cc', folder, '--check')).exitCode).toBe(1);
    const written = await withCompiler('no-such-cc', folder);
    expect(written).toMatchObject({ exitCode: 0, stderr: '' });
    expect(written.stdout).toMatch(/written +my-pendulum\.fmu\n/);
    expect(written.stdout).toMatch(/sources alone: /);
    const path = join(folder, 'my-pendulum.fmu');
    const files = unzipSync(await readFile(path));
    expect(Object.keys(files).sort()).toEqual([
      'modelDescription.xml',
      'sources/buildDescription.xml',
      'sources/fmi3.c',
      'sources/mechanism.c',
      'sources/mechanism.h',
    ]);
    expect((await withCompiler('no-such-cc', folder)).stdout).toMatch(/unchanged +my-pendulum\.fmu/);
    expect((await withCompiler('no-such-cc', folder, '--check')).exitCode).toBe(0);
    // A library that somebody else added is no change of the scene; another source is.
    await writeFile(path, zipSync({ ...files, 'binaries/x86_64-windows/MyPendulum.dll': new Uint8Array(8) }));
    expect((await withCompiler('no-such-cc', folder, '--check')).exitCode).toBe(0);
    await writeFile(path, zipSync({ ...files, 'sources/fmi3.c': new Uint8Array(8) }));
    expect((await withCompiler('no-such-cc', folder, '--check')).exitCode).toBe(1);
    expect((await withCompiler('no-such-cc', folder)).exitCode).toBe(0);
    expect(unzipSync(await readFile(path))).toEqual(files);
  });

  test('does not take the place of what others made, and has no gradients', async () => {
    const folder = await project({ 'my-pendulum.json': JSON.stringify(document), 'my-pendulum.fmu': 'mine' });
    const refused = await withCompiler('no-such-cc', folder);
    expect(refused).toMatchObject({ exitCode: 1, stderr: expect.stringContaining('was not generated') as string });
    expect(await readFile(join(folder, 'my-pendulum.fmu'), 'utf8')).toBe('mine');
    const foreign = zipSync({ 'modelDescription.xml': strToU8('<fmiModelDescription generationTool="other"/>') });
    await writeFile(join(folder, 'my-pendulum.fmu'), foreign);
    expect((await withCompiler('no-such-cc', folder)).exitCode).toBe(1);
    const { exitCode, stderr } = await withCompiler('no-such-cc', folder, '--gradient');
    expect([exitCode, stderr]).toEqual([1, expect.stringContaining("target 'fmu' have no gradients")]);
  });

  test.skipIf(process.platform !== 'linux' || missingCompiler !== undefined)(
    'takes its compiler from CC, with the flags that stand there',
    async () => {
      const folder = await project({
        'my-pendulum.json': JSON.stringify(document),
        'own-cc': `#!/bin/sh\nprintf '%s ' "$@" > ${process.cwd()}/never\nexec cc "$@"\n`,
      });
      const [compiler, words] = ['own-cc', 'words'].map((name) => join(folder, name)) as [string, string];
      await writeFile(compiler, `#!/bin/sh\necho "$@" > '${words}'\nexec cc "$@"\n`);
      await chmod(compiler, 0o755);
      const written = await withCompiler(`  ${compiler} -DOWN=1   -g0 `, folder);
      expect(written).toMatchObject({ exitCode: 0, stderr: '' });
      expect(written.stdout).toMatch(/sources, and a library for (?:x86_64|aarch64)-linux/);
      expect(await readFile(words, 'utf8')).toMatch(/^-DOWN=1 -g0 -std=c99 /);
      const names = Object.keys(unzipSync(await readFile(join(folder, 'my-pendulum.fmu'))));
      expect(names.filter((name) => name.endsWith('.so'))).toHaveLength(1);
      expect((await withCompiler('', folder, '--check')).exitCode).toBe(0);
    },
  );

  test.skipIf(process.platform !== 'linux')('says so where a compiler fails', async () => {
    const folder = await project({ 'my-pendulum.json': JSON.stringify(document) });
    const failed = await withCompiler('false', folder);
    expect(failed).toMatchObject({
      exitCode: 1,
      stderr: expect.stringContaining('false does not compile the sources of the FMU') as string,
    });
  });
});
