import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Browser, CDPSession, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { bundlePage, complaintsOf, launchBrowser, missingBrowser } from '../support/browser.js';
import { middleOf, touches } from '../support/touch.js';

const SCENE = readFileSync(join(import.meta.dirname, '../../scenes/four-bar.json'), 'utf8');
const ELEMENT = 'document.querySelector("holonomic-scene")';

describe.skipIf(missingBrowser !== undefined)('fingers on a page with a scene', () => {
  let browser: Browser;
  let page: Page;
  let client: CDPSession;
  let complaints: readonly string[];
  beforeAll(async () => {
    const [script, launched] = await Promise.all([
      bundlePage(`import { defineSceneElement } from 'holonomic/canvas'; defineSceneElement();`),
      launchBrowser(),
    ]);
    browser = launched;
    page = await browser.newPage({
      viewport: { width: 390, height: 844 },
      hasTouch: true,
      isMobile: true,
      reducedMotion: 'reduce',
    });
    complaints = complaintsOf(page);
    client = await page.context().newCDPSession(page);
    await page.setContent(
      `<!doctype html><meta name="viewport" content="width=device-width, initial-scale=1"><body style="height: 3000px">
      <holonomic-scene><script type="application/json">${SCENE}</script></holonomic-scene>`,
    );
    await page.addScriptTag({ content: script, type: 'module' });
    await page.waitForFunction(`${ELEMENT}.built`, undefined, { timeout: 30_000 });
  });
  afterAll(() => browser.close());

  /** The place in the window of a body. */
  const placeOf = (name: string): Promise<[number, number]> =>
    page.evaluate(`(() => {
      const { stage, built } = ${ELEMENT};
      const { left, top } = stage.canvas.getBoundingClientRect();
      const [x, y] = stage.view.place(built.bodies.get('${name}').body.position);
      return [left + x, top + y];
    })()`);
  const scrolled = (): Promise<number> => page.evaluate('scrollY');

  test('one that holds a point pulls; the page stays', async () => {
    const [x, y] = await placeOf('B');
    const { start, move, end } = touches(client);
    await start([x, y]);
    await expect.poll(() => page.evaluate(`${ELEMENT}.stage.hand.point !== undefined`)).toBe(true);
    await page.getByRole('button', { name: 'Play' }).click();
    const from = await page.evaluate<number>(`${ELEMENT}.built.bodies.get('B').body.position[1]`);
    for (let k = 1; k <= 8; k++) await move([x, y - 10 * k]);
    await expect
      .poll(() => page.evaluate<number>(`${ELEMENT}.built.bodies.get('B').body.position[1]`), { timeout: 10_000 })
      .not.toBeCloseTo(from, 2);
    expect(await page.evaluate(`${ELEMENT}.stage.hand.point !== undefined`)).toBe(true);
    await end();
    await expect.poll(() => page.evaluate(`${ELEMENT}.stage.hand.point === undefined`)).toBe(true);
    expect(await scrolled()).toBe(0);
  });

  test('one that holds a point keeps the page from scrolling, but for a page that scrolls already', async () => {
    const [x, y] = await placeOf('B');
    const { start, end } = touches(client);
    await start([x, y]);
    await expect.poll(() => page.evaluate(`${ELEMENT}.stage.hand.point !== undefined`)).toBe(true);
    const askedOf = (cancelable: boolean): Promise<number> =>
      page.evaluate(`(() => {
        let asked = 0;
        const event = new TouchEvent('touchstart', { cancelable: ${cancelable} });
        event.preventDefault = () => { asked++; };
        ${ELEMENT}.stage.canvas.dispatchEvent(event);
        return asked;
      })()`);
    expect([await askedOf(true), await askedOf(false)]).toEqual([1, 0]);
    await end();
    await expect.poll(() => page.evaluate(`${ELEMENT}.stage.hand.point === undefined`)).toBe(true);
  });

  test('one beside the mechanism scrolls the page, and two make it larger', async () => {
    await page.getByRole('button', { name: 'Reset' }).click();
    const box = (await page.locator('canvas').boundingBox())!;
    const corner = [box.x + 12, box.y + box.height - 12] as const;
    const { start, move, end } = touches(client);
    await start(corner);
    for (let k = 1; k <= 10; k++) await move([corner[0], corner[1] - 15 * k]);
    await end();
    await expect.poll(scrolled).toBeGreaterThan(50);
    expect(await page.evaluate(`${ELEMENT}.stage.hand.point === undefined`)).toBe(true);
    await page.evaluate('scrollTo(0, 0)');
    const [x, y] = [box.x + box.width / 2, box.y + 30];
    await start([x - 20, y], [x + 20, y]);
    for (let k = 1; k <= 8; k++) await move([x - 20 - 8 * k, y], [x + 20 + 8 * k, y]);
    await end();
    await expect.poll(() => page.evaluate<number>('visualViewport.scale')).toBeGreaterThan(1.3);
    await client.send('Emulation.setPageScaleFactor', { pageScaleFactor: 1 });
  });

  test('one on a slider sets a parameter', async () => {
    const slider = page.getByRole('slider', { name: 'crank' });
    await slider.scrollIntoViewIfNeeded();
    const [x, y] = await middleOf(slider);
    const { start, move, end } = touches(client);
    await start([x, y]);
    for (let k = 1; k <= 5; k++) await move([x - 8 * k, y]);
    await end();
    const value = Number(await slider.inputValue());
    expect(value).toBeLessThan(0.35);
    await page.waitForFunction(
      `Math.abs(Math.hypot(...${ELEMENT}.built.bodies.get('A').body.position) - ${value}) < 1e-9`,
    );
    expect(complaints).toEqual([]);
  });
});
