import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { changed } from '../scene/documents.js';
import { cli, project } from './support.js';

const document = changed({ title: 'A pendulum' });

test('writes a module, and checks it', async () => {
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
  const inC = await cli(folder, 'mechanism', 'scene.json', '--step', 'rk4', '--target', 'c', '--gradient');
  expect(inC).toMatchObject({ exitCode: 1, stderr: expect.stringContaining('have no gradients') as string });
  expect((await cli(folder, 'mechanism', 'scene.json', '--target', 'cobol')).exitCode).toBe(2);
});
