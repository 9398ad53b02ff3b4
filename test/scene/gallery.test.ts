import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { someOf } from '../support/scope.js';
import { checkScene, loadScene, type SceneDocument } from '../../src/scene/index.js';

const FOLDER = join(import.meta.dirname, '../../scenes');
const scenes = readdirSync(FOLDER).filter((name) => name.endsWith('.json'));

// All of them, each in a moment; together they take some seconds.
test.each(someOf(scenes, 6))('%s is as it expects', async (name) => {
  const scene = await loadScene(JSON.parse(readFileSync(join(FOLDER, name), 'utf8')));
  const { expectations, summary } = await checkScene(scene);
  expect(expectations.length).toBeGreaterThan(1);
  expect(expectations.filter(({ pass }) => !pass)).toEqual([]);
  expect(summary.warnings).toEqual([]);
});

// Its ends, its middle, and zero inside, where what is divided by the parameter has no bounds.
test.each(someOf(scenes, 6))('%s can be built all along each of its sliders', async (name) => {
  const document = JSON.parse(readFileSync(join(FOLDER, name), 'utf8')) as SceneDocument;
  for (const { name: param, min, max, step, isDerived } of (await loadScene(document)).params) {
    if (min === undefined || max === undefined || isDerived) continue;
    const middle = step === undefined ? (min + max) / 2 : min + step * Math.round((max - min) / step / 2);
    for (const value of [min, middle, max, ...(min < 0 && max > 0 ? [0] : [])])
      await loadScene(document, { params: { [param]: value } }).then(
        (scene) => scene.build(),
        (error: unknown) => expect.unreachable(`${param} = ${value}: ${(error as Error).message}`),
      );
  }
});

test('titles and summaries are plain text, which pages show as it stands', () => {
  const texts = scenes.flatMap((name) => {
    const { title, summary } = JSON.parse(readFileSync(join(FOLDER, name), 'utf8')) as {
      title: string;
      summary: string;
    };
    return [title, summary];
  });
  expect(texts.filter((text) => text.includes('`'))).toEqual([]);
});
