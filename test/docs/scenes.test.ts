import { expect, test } from 'vitest';
import { checkScene, loadScene } from '../../src/scene/index.js';
import { fencedBlocks, PAGES } from './pages.js';

const scenes = PAGES.flatMap((page) =>
  fencedBlocks(page)
    .filter(({ language }) => language === 'scene')
    .map((block) => [`${page}:${block.line}`, block.code] as const),
);

test('pages have scenes', () => {
  expect(scenes.length).toBeGreaterThan(1);
});

test.each(scenes)('the scene of %s is as it expects', async (_, code) => {
  const { expectations, summary } = await checkScene(await loadScene(JSON.parse(code)));
  expect(expectations.length).toBeGreaterThan(0);
  expect(expectations.filter(({ pass }) => !pass)).toEqual([]);
  expect(summary.warnings).toEqual([]);
});
