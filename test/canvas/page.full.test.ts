import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Browser, BrowserContextOptions, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import { DARK, LIGHT } from '../../src/painter/colors.js';
import { bundlePage, complaintsOf, launchBrowser, missingBrowser } from '../support/browser.js';

const ROOT = join(import.meta.dirname, '../..');

/** The page of the documents, which tells the test its parts. */
const [, SCRIPT] = /<script type="module">\n([^]*?)<\/script>/.exec(
  readFileSync(join(ROOT, 'docs/canvas.md'), 'utf8'),
)!;
const PAGE = `${SCRIPT}\nObject.assign(window, { stage, bob });\n`;

type Point = readonly [x: number, y: number];

describe.skipIf(missingBrowser !== undefined)('a page with a stage', () => {
  let browser: Browser;
  let script: string;
  beforeAll(async () => {
    [script, browser] = await Promise.all([bundlePage(PAGE), launchBrowser()]);
  });
  afterAll(() => browser.close());

  async function open(
    options: BrowserContextOptions = {},
    head = '<meta name="color-scheme" content="light dark">',
  ): Promise<{ page: Page; complaints: readonly string[] }> {
    const context = await browser.newContext({ viewport: { width: 800, height: 600 }, ...options });
    onTestFinished(() => context.close());
    const page = await context.newPage();
    const complaints = complaintsOf(page);
    await page.setContent(
      `<!doctype html>${head}<style>html,body,canvas{margin:0;width:100%;height:100%;display:block}</style><canvas></canvas>`,
    );
    await page.addScriptTag({ content: script, type: 'module' });
    await page.waitForFunction('window.stage?.world.time > 0.05');
    return { page, complaints };
  }

  const placeOfBob = (page: Page): Promise<Point> => page.evaluate('stage.view.place(bob.position)');
  const positionOf = (page: Page): Promise<Point> => page.evaluate('Array.from(bob.position)');
  /** How far the bob is from rest: the larger of |x|, m, and |ẋ|, m/s. */
  const swingOf = (page: Page): Promise<number> =>
    page.evaluate('Math.max(Math.abs(bob.position[0]), Math.abs(bob.velocity[0]))');
  /** The place in the window of a position: 2.5 m in 552 px. */
  const toWindow = ([x, y]: Point): Point => [400 + (552 / 2.5) * x, 300 - (552 / 2.5) * (y + 0.25)];

  test('moves, is pulled by the mouse, and stops', async () => {
    const { page, complaints } = await open();
    // It comes to rest below.
    await expect.poll(() => swingOf(page), { timeout: 30_000 }).toBeLessThan(0.02);
    const [x, y] = await placeOfBob(page);
    expect([x, y]).toEqual([expect.closeTo(400, -1), expect.closeTo(toWindow([0, -1])[1], -1)]);

    await page.mouse.move(x, y);
    await page.mouse.down();
    await page.mouse.move(...toWindow([1, 0]), { steps: 5 });
    await expect.poll(async () => (await positionOf(page))[0], { timeout: 20_000 }).toBeGreaterThan(0.95);
    expect(Math.hypot(...(await positionOf(page)))).toBeCloseTo(1, 5);
    await page.mouse.up();
    await expect.poll(async () => (await positionOf(page))[0], { timeout: 20_000 }).toBeLessThan(0.5);

    await page.evaluate('stage.pause()');
    const time = await page.evaluate('stage.world.time');
    await page.waitForTimeout(100);
    expect(await page.evaluate('stage.world.time')).toBe(time);
    await page.evaluate('stage.step()');
    expect(await page.evaluate('stage.world.time')).toBeCloseTo((time as number) + 1 / 240, 12);

    // A scene at rest follows the colours that a person asks for.
    const picture = (): Promise<unknown> => page.evaluate('document.querySelector("canvas").toDataURL()');
    const light = await picture();
    await page.emulateMedia({ colorScheme: 'dark' });
    await expect.poll(picture).not.toBe(light);
    expect(complaints).toEqual([]);
  });

  test('has the pixels of the screen, follows its size, and obeys keys', async () => {
    const { page, complaints } = await open({ deviceScaleFactor: 2 });
    expect(await page.evaluate('document.querySelector("canvas").width')).toBe(1600);
    await page.setViewportSize({ width: 400, height: 300 });
    await expect.poll(() => page.evaluate('document.querySelector("canvas").width')).toBe(800);

    await expect.poll(() => swingOf(page), { timeout: 30_000 }).toBeLessThan(0.02);
    await page.locator('canvas').focus();
    await page.keyboard.press('Space');
    expect(await page.evaluate('stage.isRunning')).toBe(false);
    await page.keyboard.press('Space');
    expect(await page.evaluate('stage.isRunning')).toBe(true);
    await page.keyboard.press('PageDown');
    expect(await page.evaluate('stage.marked === bob')).toBe(true);
    for (let k = 0; k < 10; k++) await page.keyboard.press('ArrowRight');
    // Ten times 12 px, at 108 px per metre: the spring leads to (1.1, −1), the rod to less.
    await expect.poll(async () => (await positionOf(page))[0], { timeout: 20_000 }).toBeGreaterThan(0.5);
    await page.keyboard.press('Escape');
    expect(await page.evaluate('stage.hand.point')).toBeUndefined();

    const free = await page.evaluate<number>('stage.world.forces.length');
    await page.keyboard.press('ArrowRight');
    expect(await page.evaluate('stage.world.forces.length')).toBe(free + 1);
    await page.evaluate('stage.close(); stage.start()');
    expect(await page.evaluate('stage.isRunning')).toBe(false);
    expect(await page.evaluate('stage.world.forces.length')).toBe(free);
    expect(complaints).toEqual([]);
  });

  const styled = (scheme: string, of = ':root'): string => `<style>${of} { color-scheme: ${scheme} }</style>`;
  test.each([
    ['', false],
    ['<meta name="color-scheme" content="light dark">', true],
    [styled('light dark'), true],
    [styled('light') + styled('light dark', 'canvas'), true],
    [styled('light dark') + styled('only light', 'canvas'), false],
    [`<meta name="color-scheme" content="light dark">${styled('light')}`, false],
  ])('with "%s" is as dark as its paper, for who prefers dark pages', async (head, isDark) => {
    const { page } = await open({ colorScheme: 'dark' }, head);
    expect(await page.evaluate('stage.colors.paper')).toBe((isDark ? DARK : LIGHT).paper);
    // What the browser takes for dark: the system colour of texts, on a white or a dark page.
    const text = await page.evaluate<string>(
      '(stage.canvas.style.color = "CanvasText", getComputedStyle(stage.canvas).color)',
    );
    expect(text === 'rgb(255, 255, 255)').toBe(isDark);
  });

  test('is dark on a page that is dark for everybody', async () => {
    const { page } = await open({}, styled('dark'));
    expect(await page.evaluate('stage.colors.paper')).toBe(DARK.paper);
  });

  test.each([
    ['new stage.constructor(null, stage.world)', 'E_VIEW', 'canvas of a stage is null'],
    ['new stage.constructor(stage.canvas, null)', 'E_WORLD', 'world of a picture is null'],
    ['stage.show(null)', 'E_WORLD', 'world of a picture is null'],
    ['stage.show(stage.world, { traces: [{ point: null }] })', 'E_VIEW', 'The point of a trace is null'],
    ['stage.names = new Map([[null, "x"]])', 'E_VIEW', "'names' of a picture"],
  ])('refuses %s, and goes on', async (act, code, message) => {
    const { page, complaints } = await open();
    const told = await page.evaluate(
      `(() => { try { ${act}; } catch ({ code, message }) { return code + ' ' + message; } })()`,
    );
    expect(told).toMatch(code);
    expect(told).toContain(message);
    await page.waitForFunction('stage.world.time > 0.1');
    expect(complaints).toEqual([]);
  });
});
