import { readFileSync, writeFileSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { gzipSync } from 'node:zlib';
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import { LIGHT } from '../../src/painter/colors.js';
import { complaintsOf, launchBrowser, missingBrowser } from '../support/browser.js';
import { inkOf } from '../support/pixels.js';
import { installTarball, run, temporaryFolder } from '../support/tarball.js';

const ROOT = join(import.meta.dirname, '../..');
/** Bytes of a page with a four-bar linkage, after `gzip -9`; the page with the runtime has 250 kB. */
const MOST_BYTES = 39_100;
const ELEMENT = 'document.querySelector("holonomic-scene")';

describe.skipIf(missingBrowser !== undefined)('an exported page', () => {
  let browser: Browser;
  let folder: string;
  beforeAll(async () => {
    folder = await temporaryFolder();
    [browser] = await Promise.all([launchBrowser(), installTarball(folder)]);
  });
  afterAll(async () => {
    await browser.close();
    await rm(folder, { recursive: true });
  });

  /** Exports a scene by the packed command line, and opens the file. */
  async function open(name: string, document: object): Promise<{ page: Page; complaints: readonly string[] }> {
    writeFileSync(join(folder, `${name}.json`), JSON.stringify(document));
    const out = join(folder, `${name}.html`);
    await run(folder, 'npx', 'holonomic', 'scene', 'export', `${name}.json`, '--to', 'html', '--out', out);
    const context = await browser.newContext({ viewport: { width: 900, height: 900 }, offline: true });
    onTestFinished(() => context.close());
    const page = await context.newPage();
    const complaints = complaintsOf(page);
    await page.goto(pathToFileURL(out).href);
    await page.waitForFunction(`${ELEMENT}.built?.world.time > 0.05`, undefined, { timeout: 30_000 });
    return { page, complaints };
  }
  const scene = (name: string): object => JSON.parse(readFileSync(join(ROOT, `scenes/${name}.json`), 'utf8')) as object;
  const time = (page: Page): Promise<number> => page.evaluate(`${ELEMENT}.built.world.time`);

  /** Presses the mouse on the first particle, and moves it by so many pixels. */
  async function pull(page: Page, dx: number): Promise<void> {
    const { x, y } = await page.evaluate<{ x: number; y: number }>(`(() => {
      const { stage, built } = ${ELEMENT};
      const { left, top } = stage.canvas.getBoundingClientRect();
      const [x, y] = stage.view.place(built.world.particles[0].position);
      return { x: left + x, y: top + y };
    })()`);
    await page.mouse.move(x, y);
    await page.mouse.down();
    await page.mouse.move(x + dx, y);
  }

  test('moves from a file without a network: pauses, steps, starts again, takes parameters', async () => {
    const { page, complaints } = await open('four-bar', scene('four-bar'));
    expect(gzipSync(readFileSync(join(folder, 'four-bar.html')), { level: 9 }).length).toBeLessThan(MOST_BYTES);
    await page.getByRole('button', { name: 'Pause' }).click();
    const paused = await time(page);
    await page.getByRole('button', { name: 'Step' }).click();
    expect(await time(page)).toBeCloseTo(paused + Math.PI / 800, 12);
    await page.getByRole('slider', { name: 'crank' }).fill('0.3');
    await page.waitForFunction(`Math.abs(Math.hypot(...${ELEMENT}.built.bodies.get('A').body.position) - 0.3) < 1e-9`);
    await page.getByRole('button', { name: 'Step' }).click();
    expect(await time(page)).toBeGreaterThan(0);
    await page.getByRole('button', { name: 'Reset' }).click();
    expect(await time(page)).toBe(0);
    // Where the crank and the coupler are in a line, it can turn no further: all of it stays to be seen.
    for (const [name, value] of [
      ['crank', '0.5'],
      ['coupler', '0.9'],
      ['rocker', '0.7'],
      ['frame', '1.4'],
    ] as const)
      await page.getByRole('slider', { name }).fill(value);
    await page.getByRole('button', { name: 'Play' }).click();
    const alert = page.locator('holonomic-scene [role=alert]');
    await expect.poll(() => alert.textContent(), { timeout: 20_000 }).toContain('the machine cannot go on');
    expect((await inkOf(page.locator('canvas'), LIGHT.rod)).count).toBeGreaterThan(500);
    await page.getByRole('slider', { name: 'frame' }).fill('1');
    await expect.poll(() => alert.isHidden()).toBe(true);
    expect(complaints).toEqual([]);
  });

  test('a scene of space moves by a module as well: its solids are painted, and the eye goes round them', async () => {
    const { page, complaints } = await open('universal-joint', scene('universal-joint'));
    expect(await page.evaluate(`typeof ${ELEMENT}.built.world.snapshot`)).toBe('undefined');
    expect((await inkOf(page.locator('canvas'), LIGHT.bodyEdge)).count).toBeGreaterThan(200);
    const right = (): Promise<number[]> => page.evaluate(`Array.from(${ELEMENT}.stage.view.camera.right)`);
    const before = await right();
    await page.locator('canvas').focus();
    await page.keyboard.press('Shift+ArrowLeft');
    await expect.poll(right).not.toEqual(before);
    expect(complaints).toEqual([]);
  });

  test('a scene with an inequality moves by the runtime', async () => {
    const { page, complaints } = await open('ladder', scene('ladder'));
    expect(await page.evaluate(`typeof ${ELEMENT}.built.world.snapshot`)).toBe('function');
    expect(complaints).toEqual([]);
  });

  test('a scene with a formula of its own, and a hostile title, is pulled at', async () => {
    const title = '</script><script>window.hit = 1</script><img src=x onerror="window.hit = 2">';
    const { page, complaints } = await open('heart', { ...scene('heart'), title });
    expect(await page.title()).toBe(title);
    expect(await page.locator('h2').textContent()).toBe(title);
    expect(await page.evaluate('window.hit')).toBeUndefined();
    await page.getByRole('button', { name: 'Pause' }).click();
    // From the notch at the top of the heart, where the bead would stay if it were pulled downwards, and swings by 5 cm.
    await page.getByRole('button', { name: 'Reset' }).click();
    const across = (): Promise<number> => page.evaluate(`${ELEMENT}.built.world.particles[0].position[0]`);
    expect(await across()).toBe(0);
    await pull(page, 80);
    expect(await page.evaluate(`${ELEMENT}.stage.hand.point !== undefined`)).toBe(true);
    await page.evaluate(`${ELEMENT}.stage.start()`);
    await expect.poll(across, { timeout: 20_000 }).toBeGreaterThan(0.2);
    await page.mouse.up();
    expect(await page.evaluate(`${ELEMENT}.stage.hand.point`)).toBeUndefined();
    expect(complaints).toEqual([]);
  });
});
