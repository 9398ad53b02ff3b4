import { readdir, readFile, stat, utimes } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { cli, project, rodSpec, slopeSpec, STACK, write } from './support.js';
import { inFull } from '../support/scope.js';

const specs = { 'constraints-spec/rod.ts': rodSpec(), 'constraints-spec/slope.ts': slopeSpec };

inFull('generate writes classes once, and leaves them alone afterwards', async () => {
  const folder = await project(specs);
  const first = await cli(folder, 'generate');
  expect(first).toEqual({
    exitCode: 0,
    stdout: `generated: 3 classes from 2 spec files.
  written   index.ts
  written   manifest.json
  written   rod.ts
  written   slope.ts
`,
    stderr: '',
  });
  const rod = await readFile(join(folder, 'generated/rod.ts'), 'utf8');
  expect(rod).toContain('export class Rod2D extends Constraint');
  expect(rod).toContain('export class Rod3D extends Constraint');

  const longAgo = new Date('2001-02-03T04:05:06Z');
  for (const name of await readdir(join(folder, 'generated')))
    await utimes(join(folder, 'generated', name), longAgo, longAgo);
  const second = await cli(folder, 'generate');
  expect(second).toEqual({
    exitCode: 0,
    stdout: 'generated is up to date: 3 classes from 2 spec files.\n',
    stderr: '',
  });
  for (const name of await readdir(join(folder, 'generated')))
    expect((await stat(join(folder, 'generated', name))).mtime, name).toEqual(longAgo);
  expect(await cli(folder, 'generate', '--check')).toEqual(second);
});

test('generate --check lists stale, missing and orphaned files, and changes nothing', async () => {
  const folder = await project(specs);
  await cli(folder, 'generate');
  await write(folder, {
    'constraints-spec/rod.ts': rodSpec('norm(a - b) == 2 * length'),
    'constraints-spec/hill.ts': slopeSpec.replaceAll('Slope', 'Hill'),
  });
  const { rm } = await import('node:fs/promises');
  await rm(join(folder, 'constraints-spec/slope.ts'));
  const before = await readdir(join(folder, 'generated'));

  const { exitCode, stdout, stderr } = await cli(folder, 'generate', '--check');
  expect(exitCode).toBe(1);
  expect(stdout).toBe('');
  expect(
    stderr.replace(/^ {6}@@ line \d+ @@\n(?: {6}[-+…].*\n)+(?= {6}@@| {6}…| {2}\w)/gm, '').replace(/^ {6}….*\n/gm, ''),
  ).toBe(`generated is not what the specs say:
  stale     index.ts
  stale     manifest.json
  stale     rod.ts
  missing   hill.ts
  orphaned  slope.ts
Run "holonomic generate".
`);
  expect(stderr).toContain(`  stale     index.ts
      @@ line 3 @@
      +export * from './hill.js';
      @@ line 4 @@
      -export * from './slope.js';
`);
  expect(stderr).toContain(
    '      - * Formula: `norm(a - b) == length`\n      + * Formula: `norm(a - b) == 2 * length`\n      @@',
  );
  expect(await readdir(join(folder, 'generated'))).toEqual(before);

  const repaired = await cli(folder, 'generate');
  expect(repaired.stdout).toContain('  removed   slope.ts\n');
  expect((await cli(folder, 'generate', '--check')).exitCode).toBe(0);
});

test('with one mistake in one spec nothing is written, and the mistake is shown', async () => {
  const folder = await project({ ...specs, 'constraints-spec/rod.ts': rodSpec('norm(a - c) == lenght') });
  const { exitCode, stdout, stderr } = await cli(folder, 'generate');
  expect(exitCode).toBe(1);
  expect(stdout).toBe('');
  expect(stderr).toMatchInlineSnapshot(`
    "E_UNKNOWN_NAME  Rod.C  (constraints-spec/rod.ts:9:16)
      There is nothing called "c".

         8 |   params: { length: { unit: 'm', min: 0 } },
      >  9 |   C: 'norm(a - c) == lenght',
           |                ^
        10 | });

      hint: known are a, b, length, pi, tau, e, t; others are declared under "inputs" or "params"

    E_UNKNOWN_NAME  Rod.C  (constraints-spec/rod.ts:9:22)
      There is nothing called "lenght".

         8 |   params: { length: { unit: 'm', min: 0 } },
      >  9 |   C: 'norm(a - c) == lenght',
           |                      ^^^^^^
        10 | });

      hint: did you mean "length"?

    2 errors; nothing was written.
    "
  `);
  expect(stderr).not.toMatch(STACK);
  await expect(readdir(join(folder, 'generated'))).rejects.toThrow('ENOENT');
});

test('mistakes of all files are shown together', async () => {
  const folder = await project({
    'constraints-spec/rod.ts': rodSpec('norm(a - c) == length'),
    'constraints-spec/slope.ts': slopeSpec.replace('k * p.x', 'k * p.z'),
    'constraints-spec/broken.ts': 'export const = 1;',
    'constraints-spec/empty.ts': 'export const nothing = 1;',
  });
  const { exitCode, stderr } = await cli(folder, 'generate');
  expect(exitCode).toBe(1);
  for (const name of ['rod.ts', 'slope.ts', 'broken.ts', 'empty.ts'])
    expect(stderr).toContain(`constraints-spec/${name}`);
  expect(stderr).toContain('nothing was written.');
  expect(stderr).not.toMatch(STACK);
});

test('a folder of specs that does not exist is the user’s to fix', async () => {
  const folder = await project({});
  const { exitCode, stderr } = await cli(folder, 'generate', '--specs', 'nowhere');
  expect(exitCode).toBe(1);
  expect(stderr).toContain('nowhere');
  expect(stderr).not.toMatch(STACK);
});

test('--specs, --out and --cwd say where', async () => {
  const folder = await project({ 'sub/mine/rod.ts': rodSpec('norm(a - b) == length', '2') });
  const { exitCode, stdout } = await cli(folder, '--cwd', 'sub', 'generate', '--specs', 'mine/rod.ts', '--out', 'made');
  expect(exitCode).toBe(0);
  expect(stdout).toContain('made: 1 class from 1 spec file.');
  expect(await readdir(join(folder, 'sub/made'))).toContain('rod.ts');
});

test('--json prints one JSON value on standard output and nothing else', async () => {
  const folder = await project(specs);
  const good = await cli(folder, 'generate', '--json');
  expect(good.stderr).toBe('');
  expect(JSON.parse(good.stdout)).toEqual({
    command: 'generate',
    ok: true,
    out: 'generated',
    classes: ['Rod2D', 'Rod3D', 'Slope'],
    written: ['index.ts', 'manifest.json', 'rod.ts', 'slope.ts'],
    unchanged: [],
    stale: [],
    missing: [],
    orphaned: [],
    differences: [],
    errors: [],
    warnings: [],
  });
  await write(folder, { 'constraints-spec/rod.ts': rodSpec('norm(a - c) == length') });
  const bad = await cli(folder, '--json', 'generate');
  expect(bad.exitCode).toBe(1);
  expect(bad.stderr).toBe('');
  expect(JSON.parse(bad.stdout)).toMatchObject({
    ok: false,
    written: [],
    errors: [{ code: 'E_UNKNOWN_NAME', spec: 'Rod', file: 'constraints-spec/rod.ts', span: { start: 9, end: 10 } }],
  });
});

test('--quiet leaves only problems', async () => {
  const folder = await project(specs);
  expect(await cli(folder, 'generate', '--quiet')).toEqual({ exitCode: 0, stdout: '', stderr: '' });
  await write(folder, { 'constraints-spec/rod.ts': rodSpec('norm(a - b) == 2 * length') });
  expect((await cli(folder, 'generate', '--check', '-q')).stderr).toContain('stale     rod.ts');
});
