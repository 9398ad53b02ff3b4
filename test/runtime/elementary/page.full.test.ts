import { expect, test } from 'vitest';
import { bundlePage, launchBrowser, missingBrowser } from '../../support/browser.js';
import { ARGUMENTS, argumentsOf, functionOf, type ElementaryName } from './arguments.js';

const NAMES = Object.keys(ARGUMENTS) as ElementaryName[];

test.skipIf(missingBrowser !== undefined)(
  'a browser has the same bits as Node',
  async () => {
    const script = await bundlePage(`
      import * as runtime from 'holonomic/runtime';
      window.valuesOf = (name, all) => all.map((args) => runtime[name](...args));
    `);
    const browser = await launchBrowser();
    try {
      const page = await browser.newPage();
      await page.addScriptTag({ content: script, type: 'module' });
      await page.waitForFunction('window.valuesOf');
      for (const name of NAMES) {
        const all = argumentsOf(name, 10_000);
        const found = await page.evaluate<number[]>(`window.valuesOf('${name}', ${JSON.stringify(all)})`);
        const differing = found.filter((value, i) => !Object.is(value, functionOf(name)(...all[i]!)));
        expect(differing, name).toEqual([]);
      }
    } finally {
      await browser.close();
    }
  },
  300_000,
);
