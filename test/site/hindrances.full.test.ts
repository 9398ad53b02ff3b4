import { expect, test } from 'vitest';
import { launchBrowser, missingBrowser } from '../support/browser.js';
import { hindrances } from '../support/hindrances.js';

test.skipIf(missingBrowser !== undefined)('what is in the way of readers is found', async () => {
  const browser = await launchBrowser();
  try {
    const page = await browser.newPage({ viewport: { width: 640, height: 400 } });
    const show = async (body: string): Promise<readonly string[]> => {
      await page.setContent(
        `<!doctype html><html lang="en"><title>A page</title><main><h1>A page</h1>${body}</main></html>`,
      );
      return hindrances(page);
    };
    expect(await show('<label>Mass <input></label> <button>Run</button> <p>Text</p>')).toEqual([]);
    expect(await show('<input>')).toEqual(['label: input']);
    expect(await show('<button></button>')).toEqual(['button-name: button']);
    expect(await show('<p style="color: #999; background: #fff">Text</p>')).toEqual(['color-contrast: p']);
    expect(await show('<p style="width: 700px">Text</p>')).toEqual([
      expect.stringMatching(/^scrolls sideways by \d+ px$/),
    ]);
    const cover = '<div style="position: fixed; inset: 0"></div>';
    expect(await show(`<button>Run</button>${cover}`)).toEqual(['covered: <button>Run</button>']);
    // A dialog is meant to be in the way of the rest.
    const dialog = '<dialog aria-label="Export"><button>Save</button></dialog>';
    expect(await show(`<button>Run</button>${dialog}<script>document.querySelector('dialog').showModal()</script>`)).toEqual([]); // prettier-ignore
  } finally {
    await browser.close();
  }
});
