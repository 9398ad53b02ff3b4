import { readdirSync, readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { bundlePage, complaintsOf, launchBrowser, missingBrowser } from '../support/browser.js';

const FOLDER = join(import.meta.dirname, '../../scenes');
const scenes = readdirSync(FOLDER).map((name) => basename(name, '.json'));

describe.skipIf(missingBrowser !== undefined)('what scenes expect comes out in a browser, too', () => {
  let browser: Browser;
  let page: Page;
  let complaints: readonly string[];
  beforeAll(async () => {
    const [script, launched] = await Promise.all([
      bundlePage(`
        import { checkScene, loadScene } from 'holonomic/scene';
        window.check = async (document) => (await checkScene(await loadScene(document))).expectations;
      `),
      launchBrowser(),
    ]);
    browser = launched;
    page = await browser.newPage();
    complaints = complaintsOf(page);
    await page.addScriptTag({ content: script, type: 'module' });
    await page.waitForFunction('window.check');
  });
  afterAll(() => browser.close());

  test.each(scenes)('%s', async (name) => {
    const results = await page.evaluate<readonly { readonly pass: boolean }[]>(
      `window.check(${readFileSync(join(FOLDER, `${name}.json`), 'utf8')})`,
    );
    expect(results.length).toBeGreaterThan(1);
    expect(results.filter(({ pass }) => !pass)).toEqual([]);
    expect(complaints).toEqual([]);
  });
});
