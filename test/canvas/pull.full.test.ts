import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import { heroDocument } from '../../site/build/hero.js';
import { LIGHT } from '../../src/painter/colors.js';
import { bundlePage, complaintsOf, launchBrowser, missingBrowser } from '../support/browser.js';
import { inkOf } from '../support/pixels.js';

const ELEMENT = 'document.querySelector("holonomic-scene")';

/** Moves of the mouse on its way, and while it holds: a hand is never quite still. */
const MOVES = 20;
const HELD = 60;

/** Shows the machine, and returns where a foot of it is, in the page: the machine stands still until it starts. */
async function footOf(page: Page, script: string, style: string): Promise<[x: number, y: number]> {
  await page.setContent(
    `<body style="${style}"><holonomic-scene><script type="application/json">${JSON.stringify(heroDocument())}</script></holonomic-scene>`,
  );
  await page.addScriptTag({ content: script, type: 'module' });
  await page.waitForFunction(`${ELEMENT}.built?.world.time > 0.3`, undefined, { timeout: 30_000 });
  return page.evaluate<[number, number]>(`(() => {
    const { stage, built } = ${ELEMENT};
    // On a slow machine it would be elsewhere by the time of the press.
    stage.pause();
    const { left, top } = stage.canvas.getBoundingClientRect();
    const [x, y] = stage.view.place(built.traces[0].point.position);
    return [left + x, top + y];
  })()`);
}

describe.skipIf(missingBrowser !== undefined)('the machine of the front page, pulled out of its picture', () => {
  let browser: Browser;
  let script: string;
  beforeAll(async () => {
    [script, browser] = await Promise.all([
      bundlePage(`import { defineSceneElement } from 'holonomic/canvas'; defineSceneElement();`),
      launchBrowser(),
    ]);
  });
  afterAll(() => browser.close());

  test.each([
    { width: 1280, height: 1000, figure: 660, way: 400 },
    { width: 390, height: 844, figure: 342, way: 120 },
  ])('keeps its size by $way px on a page of $width px, and comes back', async ({ width, height, figure, way }) => {
    const context = await browser.newContext({ viewport: { width, height } });
    onTestFinished(() => context.close());
    const page = await context.newPage();
    const complaints = complaintsOf(page);
    const [x, y] = await footOf(page, script, `margin: 300px 0; width: ${figure}px`);
    const canvas = page.locator('canvas');
    const look = async () => ({
      ink: await inkOf(canvas, LIGHT.rod),
      scale: await page.evaluate<number>(`${ELEMENT}.stage.view.scale`),
      energy: await page.evaluate<number>(`${ELEMENT}.built.world.energy().total`),
    });
    const before = await look();
    expect(before.ink.count).toBeGreaterThan(500);
    await page.mouse.move(x, y);
    await page.mouse.down();
    expect(await page.evaluate(`${ELEMENT}.stage.hand.point !== undefined`)).toBe(true);
    await page.evaluate(`${ELEMENT}.stage.start()`);
    for (let k = 1; k <= MOVES; k++) await page.mouse.move(x, y - (way * k) / MOVES);
    for (let k = 0; k < HELD; k++) {
      await page.mouse.move(x + (k % 2), y - way);
      await page.waitForTimeout(20);
    }
    const held = await look();
    expect(held.scale).toBe(before.scale);
    const [sizes, heldSizes] = [before, held].map(({ ink: { box } }) => [box[2] - box[0], box[3] - box[1]]);
    for (const k of [0, 1]) expect(heldSizes![k]! / sizes![k]!).toBeGreaterThan(0.7);
    expect(held.ink.count / before.ink.count).toBeGreaterThan(0.7);
    // Three weights along the way, and a swing.
    const weight = await page.evaluate<number>(`9.81 * (${ELEMENT}.built.world.particles.length * 0.1 + 1)`);
    expect(held.energy - before.energy).toBeLessThan((3 * weight * way) / before.scale + weight);
    await page.mouse.up();
    // Three seconds of the machine, which are more of a loaded computer.
    const released = await page.evaluate<number>(`${ELEMENT}.built.world.time`);
    await page.waitForFunction(`${ELEMENT}.built.world.time > ${released} + 3`, undefined, { timeout: 60_000 });
    const after = await look();
    expect(Math.abs(after.scale / before.scale - 1)).toBeLessThan(0.02);
    expect(after.energy - before.energy).toBeLessThan(0.2 * weight);
    // All of it is inside.
    const [left, top, right, bottom] = after.ink.box;
    expect(Math.min(left, top, after.ink.width - right, after.ink.height - bottom)).toBeGreaterThan(0);
    expect(after.ink.count / before.ink.count).toBeGreaterThan(0.7);
    expect(complaints).toEqual([]);
  });

  test('stays in it while the mouse pulls from far outside', async () => {
    const page = await browser.newPage({ viewport: { width: 1280, height: 1000 } });
    onTestFinished(() => page.close());
    const [x, y] = await footOf(page, script, 'margin: 500px 0; width: 660px');
    const canvas = page.locator('canvas');
    const before = await inkOf(canvas, LIGHT.rod);
    await page.mouse.move(x, y);
    await page.mouse.down();
    await page.evaluate(`${ELEMENT}.stage.start()`);
    for (let k = 1; k <= MOVES; k++) await page.mouse.move(x - (x * k) / MOVES, y - (y * k) / MOVES);
    const counts: number[] = [];
    for (let k = 0; k < HELD; k++) {
      await page.mouse.move(0, k % 2);
      await page.waitForTimeout(20);
      if (k % 6 === 5) counts.push((await inkOf(canvas, LIGHT.rod)).count);
    }
    // It hangs from the picture's corner: at least a part of it is always to be seen.
    expect(Math.min(...counts) / before.count).toBeGreaterThan(0.05);
    await page.mouse.up();
  });
});
