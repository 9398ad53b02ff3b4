import { readdirSync, readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { expect, test } from 'vitest';
import { loadScene, sceneTable } from '../../src/scene/index.js';
import { cli, project } from '../cli/support.js';
import { someOf } from '../support/scope.js';
import { blob, mesh } from './blob.js';
import { heap, tray } from './colliding.js';

const FOLDER = join(import.meta.dirname, '../../scenes');
const scenes = readdirSync(FOLDER).filter((name) => name.endsWith('.json'));

// A project is made, generated and loaded for each.
const documents = [
  ...someOf(scenes, 12, 12).map((file) => [file, readFileSync(join(FOLDER, file), 'utf8')] as const),
  ['blob.json', JSON.stringify(blob)],
  ['mesh.json', JSON.stringify(mesh)],
  ['heap.json', JSON.stringify(heap)],
  ['tray.json', JSON.stringify(tray)],
] as const;

test.each(documents)('%s: the exported project takes the same path, to the bit', async (file, json) => {
  const name = basename(file, '.json');
  const folder = await project({ [file]: json });
  const exported = await cli(folder, 'scene', 'export', file, '--to', 'ts');
  if (exported.stderr.includes('has no counterpart')) return;
  expect(exported).toMatchObject({ exitCode: 0, stderr: '' });
  if (exported.stdout.includes('constraints-spec'))
    expect(await cli(folder, 'generate')).toMatchObject({ exitCode: 0, stderr: '' });
  const scene = await loadScene(JSON.parse(json));
  const until = 20 * scene.dt;
  const { world } = scene.build();
  for (let n = 0; n < 20; n++) world.step(until / 20);
  const { loadModule } = await import('../../src/modules/load-module.js');
  const { default: module } = (await loadModule(join(folder, `scenes/${name}.ts`))) as {
    default: { build: typeof scene.build };
  };
  const other = module.build();
  for (let n = 0; n < 20; n++) other.world.step(until / 20);
  expect(other.world.snapshot().q).toEqual(world.snapshot().q);
  expect(world.snapshot().q.length).toBeGreaterThan(0);
});

test('a table has a line per step', async () => {
  const scene = await loadScene(JSON.parse(readFileSync(join(FOLDER, 'heart.json'), 'utf8')));
  const lines = (await sceneTable(scene, { until: 0.1 })).trim().split('\n');
  expect(lines).toHaveLength(51 + 1);
});
