import { readdir, readFile, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { cli, project, slopeSpec, write } from '../cli/support.js';

const list = async (folder: string): Promise<string[]> => (await readdir(folder)).sort();

test('C goes to a folder of its own beside TypeScript, and is kept like it', async () => {
  const folder = await project({
    'package.json': '{}',
    'holonomic.config.json': '{ "specs": "formulas", "out": "made" }',
    'formulas/slope.ts': slopeSpec,
  });
  expect((await cli(folder, 'generate')).exitCode).toBe(0);
  const made = await cli(folder, 'generate', '--target', 'c');
  expect(made.stderr).toBe('');
  // The folder of another language would have lost its files.
  expect(await list(join(folder, 'made'))).toEqual(['index.ts', 'manifest.json', 'slope.ts']);
  const files = ['holonomic.h', 'index.h', 'manifest.json', 'slope.c', 'slope.h'];
  expect(await list(join(folder, 'generated-c'))).toEqual(files);
  expect(await readFile(join(folder, 'generated-c/index.h'), 'utf8')).toContain('#include "slope.h"');
  expect((await cli(folder, 'generate', '--target', 'c')).stdout).toContain('generated-c is up to date: 1 class');

  await rm(join(folder, 'generated-c/slope.h'));
  expect((await cli(folder, 'generate', '--target', 'c', '--check')).stderr).toContain('missing   slope.h');
  await write(folder, { 'formulas/slope.ts': slopeSpec.replaceAll('Slope', 'Ramp').replace('k * p.x', '2 k * p.x') });
  expect((await cli(folder, 'generate', '--target', 'c')).exitCode).toBe(0);
  const header = await readFile(join(folder, 'generated-c/slope.h'), 'utf8');
  expect(header).toContain('Ramp_p_k = 0');
  expect(header).toContain('void rampKernel(');

  await rm(join(folder, 'formulas/slope.ts'));
  await write(folder, { 'formulas/hill.ts': slopeSpec });
  expect((await cli(folder, 'generate', '--target', 'c')).stdout).toContain('removed   slope.c');
  expect(await list(join(folder, 'generated-c'))).toContain('hill.c');
});

test('a configuration may ask for both', async () => {
  const folder = await project({
    'holonomic.config.json':
      '{ "outputs": [{ "specs": "formulas" }, { "specs": "formulas", "target": "c", "jdot": true }] }',
    'formulas/slope.ts': slopeSpec,
  });
  expect((await cli(folder, 'generate')).exitCode).toBe(0);
  expect(await list(join(folder, 'generated'))).toContain('slope.ts');
  expect(await readFile(join(folder, 'generated-c/slope.c'), 'utf8')).toContain('void slopeJdotKernel(');
});

test('a spec file cannot have the name of a file that every output in C has', async () => {
  const folder = await project({ 'constraints-spec/holonomic.ts': slopeSpec });
  const { exitCode, stderr } = await cli(folder, 'generate', '--target', 'c');
  expect(exitCode).toBe(1);
  expect(stderr).toContain('the generated holonomic would both be emitted as holonomic.h');
});

test('another language is a mistake', async () => {
  const folder = await project({ 'constraints-spec/slope.ts': slopeSpec });
  const { exitCode, stderr } = await cli(folder, 'generate', '--target', 'fortran');
  expect(exitCode).toBe(2);
  expect(stderr).toContain('Allowed choices are typescript, c.');
});
