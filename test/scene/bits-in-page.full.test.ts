import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { bundlePage, complaintsOf, launchBrowser, missingBrowser } from '../support/browser.js';
import { goldenHashes, SCENES, sceneText } from '../support/scene-hashes.js';

describe.skipIf(missingBrowser !== undefined)('a browser comes to the same bits as Node', () => {
  let browser: Browser;
  let page: Page;
  let complaints: readonly string[];
  beforeAll(async () => {
    const [script, launched] = await Promise.all([
      bundlePage(`
        import { loadScene } from 'holonomic/scene';
        window.hashesOf = async (document) => {
          const { build, dt } = await loadScene(document);
          const { world } = build();
          for (let n = 0; n < 100; n++) world.step(dt);
          const first = world.hash();
          for (let n = 100; n < 1000; n++) world.step(dt);
          return { 100: first, 1000: world.hash() };
        };
      `),
      launchBrowser(),
    ]);
    browser = launched;
    page = await browser.newPage();
    complaints = complaintsOf(page);
    await page.addScriptTag({ content: script, type: 'module' });
    await page.waitForFunction('window.hashesOf');
  }, 120_000);
  afterAll(() => browser.close());

  test.each(SCENES)(
    '%s',
    async (name) => {
      expect(await page.evaluate(`window.hashesOf(${sceneText(name)})`)).toEqual(goldenHashes()[name]);
      expect(complaints).toEqual([]);
    },
    300_000,
  );
});
