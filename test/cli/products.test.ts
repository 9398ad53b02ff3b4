import { symlink } from 'node:fs/promises';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { cli, project, slopeSpec } from './support.js';

const fall = JSON.stringify({
  format: 'holonomic-scene/1',
  title: 'Fall',
  space: 2,
  bodies: { stone: { kind: 'particle', mass: 1, position: [0, 0] } },
  settings: { until: 0.1 },
  plots: [{ kind: 'time', of: ['stone.y'] }],
});
const FILES = {
  'fall.json': fall,
  'constraints-spec/slope.ts': slopeSpec,
  'holonomic.config.json': '{ "specs": "constraints-spec" }',
};

test.each([
  ['a scene by a table', ['simulate', 'fall.json', '--no-svg', '--csv', 'fall.json'], 'fall.json'],
  ['a scene by a table, under another name', ['simulate', 'fall.json', '--no-svg', '--csv', 'link'], 'fall.json'],
  ['a scene by what is exported', ['scene', 'export', 'fall.json', '--to', 'csv', '--out', 'fall.json'], 'fall.json'],
  ['a scene by a study', ['study', 'fall.json', '--csv', './fall.json'], 'fall.json'],
  [
    'a spec by what explains it',
    ['explain', 'Slope', '--out', 'constraints-spec/slope.ts'],
    'constraints-spec/slope.ts',
  ],
  [
    'the configuration',
    ['explain', 'Slope', '--format', 'json', '--out', 'holonomic.config.json'],
    'holonomic.config.json',
  ],
] as const)('no command overwrites %s', async (_, argv, file) => {
  const folder = await project(FILES);
  await symlink(join(folder, 'fall.json'), join(folder, 'link'));
  const before = readFileSync(join(folder, file), 'utf8');
  const { exitCode, stderr } = await cli(folder, ...argv);
  expect(stderr).toMatch(/^error: \S+ is read here, and would be overwritten\.\nhint: Name another file to write\.\n$/);
  expect(exitCode).toBe(1);
  expect(readFileSync(join(folder, file), 'utf8')).toBe(before);
});

test.each([
  ['simulate', 'fall.json', '--svg', 'x.png'],
  ['simulate', 'fall.json', '--no-svg', '--glb', 'x.GIF'],
  ['scene', 'export', 'fall.json', '--to', 'svg', '--out', 'x.html'],
  ['explain', 'Slope', '--out', 'x.ts'],
])('%s does not write a format under the name of another', async (...argv) => {
  const { exitCode, stderr } = await cli(await project(FILES), ...argv);
  expect(stderr).toMatch(
    /^error: x\.\w+ is named as another format than what is written to it\.\nhint: Name it x\.(svg|glb|txt)\.\n$/,
  );
  expect(exitCode).toBe(1);
});
