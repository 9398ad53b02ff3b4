import { readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Browser, BrowserContextOptions, Page } from 'playwright-core';
import { createServer, preview } from 'vite';
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import { complaintsOf, launchBrowser, missingBrowser } from '../support/browser.js';
import { run } from '../support/tarball.js';
import { copyExample } from './copy-example.js';

type Point = readonly [x: number, y: number];

/** The page's `window.linkage`; see its README. */
interface Readings {
  readonly joints: Readonly<Record<string, Point>>;
  readonly error: number;
  readonly worstError: number;
  readonly frames: number;
  readonly energy: { readonly kinetic: number };
  readonly formulas: readonly { readonly name: string; readonly C: string }[];
}

/** The joints of each bar, and its length, m: Theo Jansen's numbers. */
const BARS = [
  ['pin', 'top', 0.5],
  ['pin', 'knee', 0.619],
  ['hip', 'top', 0.415],
  ['hip', 'knee', 0.393],
  ['hip', 'side', 0.401],
  ['top', 'side', 0.558],
  ['side', 'ankle', 0.394],
  ['knee', 'ankle', 0.367],
  ['ankle', 'foot', 0.657],
  ['knee', 'foot', 0.49],
] as const;
const CRANK = 0.15;

const distance = (a: Point, b: Point): number => Math.hypot(a[0] - b[0], a[1] - b[1]);
const angleOf = ([x, y]: Point): number => Math.atan2(y, x);

/** Computes the largest error of a bar's length, m, from the positions alone. */
function barError(joints: Readings['joints']): number {
  const at = (side: string, joint: string): Point => joints[joint === 'pin' ? joint : `${side} ${joint}`]!;
  return Math.max(
    ...['left', 'right'].flatMap((side) =>
      BARS.map(([from, to, length]) => Math.abs(distance(at(side, from), at(side, to)) - length)),
    ),
  );
}

const read = (page: Page): Promise<Readings> =>
  page.evaluate<Readings>(
    `(({ joints, error, worstError, frames, energy, formulas }) => ({ joints, error, worstError, frames, energy, formulas }))(window.linkage)`,
  );
const screen = (page: Page, joint: string): Promise<Point> =>
  page.evaluate<Point>(`window.linkage.screen(${JSON.stringify(joint)})`);

async function until(page: Page, isReached: (readings: Readings) => boolean): Promise<Readings> {
  for (const limit = Date.now() + 30_000; ;) {
    const readings = await read(page);
    if (isReached(readings)) return readings;
    if (Date.now() > limit) throw new Error(`not reached: ${JSON.stringify(readings)}`);
    await page.waitForTimeout(30);
  }
}

const frames = async (page: Page, count: number): Promise<Readings> => {
  const { frames: start } = await read(page);
  return until(page, (now) => now.frames >= start + count);
};

const setSlider = async (page: Page, id: string, value: number): Promise<void> => {
  await page.locator(`#${id}`).fill(String(value));
};

/** Stops the motor, and waits until the pin is at rest. */
async function stop(page: Page): Promise<Readings> {
  await setSlider(page, 'rate', 0);
  return until(page, ({ energy }) => energy.kinetic < 1e-9);
}

/** Finds the map from the plane to the window from two fixed points. */
async function toWindow(page: Page): Promise<(place: Point) => Point> {
  const [left, right] = [await screen(page, 'left hip'), await screen(page, 'right hip')];
  const scale = (right[0] - left[0]) / 0.76;
  const middle = [(left[0] + right[0]) / 2, left[1] - 0.078 * scale] as const;
  return ([x, y]) => [middle[0] + scale * x, middle[1] - scale * y];
}

const onCircle = (angle: number): Point => [CRANK * Math.cos(angle), CRANK * Math.sin(angle)];

describe.skipIf(missingBrowser !== undefined)(
  `a page with a linkage${missingBrowser ? ` (${missingBrowser})` : ''}`,
  () => {
    let folder: string;
    let browser: Browser;
    beforeAll(async () => {
      [folder, browser] = await Promise.all([copyExample('linkage-page'), launchBrowser()]);
    });
    afterAll(async () => {
      await browser.close();
      await rm(folder, { recursive: true });
    });

    async function open(
      url: string,
      options: BrowserContextOptions = {},
    ): Promise<{ page: Page; complaints: readonly string[] }> {
      const context = await browser.newContext({ viewport: { width: 1100, height: 700 }, ...options });
      onTestFinished(() => context.close());
      const page = await context.newPage();
      const complaints = complaintsOf(page);
      await page.goto(url);
      await page.waitForFunction('window.linkage?.frames > 3');
      return { page, complaints };
    }

    describe('built', () => {
      let url: string;
      let close: () => Promise<void>;
      beforeAll(async () => {
        expect(await run(folder, 'npm', 'run', '--silent', 'build')).toContain('built in');
        const server = await preview({ root: folder, logLevel: 'silent', preview: { host: '127.0.0.1', port: 0 } });
        url = server.resolvedUrls!.local[0]!;
        close = () => server.close();
      });
      afterAll(() => close());

      test('the linkage follows the mouse, and its constraints hold in every frame', async () => {
        const { page, complaints } = await open(url);
        const start = await stop(page);
        expect(barError(start.joints)).toBeLessThan(1e-6);

        // Half a turn of the pin, dragged along its circle.
        const [place, from] = [await toWindow(page), angleOf(start.joints['pin']!)];
        await page.mouse.move(...place(start.joints['pin']!));
        await page.mouse.down();
        for (let i = 1; i <= 24; i++) {
          await page.mouse.move(...place(onCircle(from + (Math.PI * i) / 24)));
          const { joints } = await frames(page, 2);
          expect(barError(joints)).toBeLessThan(1e-6);
          expect(Math.abs(Math.hypot(...joints['pin']!) - CRANK)).toBeLessThan(1e-6);
        }
        const held = await until(page, ({ energy }) => energy.kinetic < 1e-5);
        // The mouse spring yields to the weight of the legs.
        expect(distance(held.joints['pin']!, onCircle(from + Math.PI))).toBeLessThan(0.04);
        for (const foot of ['left foot', 'right foot'])
          expect(distance(held.joints[foot]!, start.joints[foot]!)).toBeGreaterThan(0.1);

        // Pulled as far as the window goes, and thrown.
        for (const [x, y] of [
          [2000, -900],
          [-800, 1500],
          [400, 300],
        ] as const)
          await page.mouse.move(x, y, { steps: 4 });
        await page.mouse.up();
        const end = await frames(page, 20);
        expect(barError(end.joints)).toBeLessThan(1e-6);
        expect(end.worstError).toBeGreaterThan(0);
        expect(end.worstError).toBeLessThan(1e-6);
        expect(end.frames).toBeGreaterThan(70);
        expect(complaints).toEqual([]);
      });

      test('the motor drives it around a groove with lobes', async () => {
        const { page, complaints } = await open(url);
        await setSlider(page, 'lift', 4);
        await setSlider(page, 'rate', 6);
        const bottom = ({ joints }: Readings): boolean => joints['pin']![1] < -0.08;
        await until(page, bottom);
        await until(page, (now) => !bottom(now) && now.joints['pin']![0] > 0);
        const { joints, worstError } = await until(page, bottom);
        const pin = joints['pin']!;
        expect(Math.hypot(...pin)).toBeCloseTo(CRANK + 0.04 * Math.sin(3 * angleOf(pin)), 6);
        expect(barError(joints)).toBeLessThan(1e-6);
        expect(worstError).toBeLessThan(1e-6);
        expect(await page.locator('#error').textContent()).toMatch(/10⁻¹[³-⁹] m$/);
        expect(complaints).toEqual([]);
      });

      test('fingers and keys pull too, and the picture has all the pixels of the screen', async () => {
        const { page, complaints } = await open(url, { deviceScaleFactor: 2, hasTouch: true });
        expect(
          await page.evaluate(`(({ width, clientWidth }) => width / clientWidth)(document.getElementById('stage'))`),
        ).toBe(2);
        const start = await stop(page);
        const [place, from] = [await toWindow(page), angleOf(start.joints['pin']!)];
        const finger = await page.context().newCDPSession(page);
        const touch = (type: string, ...points: Point[]) =>
          finger.send('Input.dispatchTouchEvent', {
            type: type as 'touchMove',
            touchPoints: points.map(([x, y]) => ({ x, y })),
          });
        await touch('touchStart', place(start.joints['pin']!));
        for (let i = 1; i <= 6; i++) {
          await touch('touchMove', place(onCircle(from + i / 6)));
          await frames(page, 2);
        }
        const touched = await until(page, ({ energy }) => energy.kinetic < 1e-5);
        expect(distance(touched.joints['pin']!, onCircle(from + 1))).toBeLessThan(0.04);
        await touch('touchEnd');

        await stop(page);
        await page.locator('#stage').focus();
        await page.keyboard.press('PageDown');
        const before = (await read(page)).joints['pin']!;
        // Along the axis that is nearer to its path, and across the middle.
        const [x, y] = before;
        const key = Math.abs(y) > Math.abs(x) ? (x > 0 ? 'ArrowLeft' : 'ArrowRight') : y > 0 ? 'ArrowDown' : 'ArrowUp';
        for (let i = 0; i < 8; i++) await page.keyboard.press(key);
        const pulled = await until(page, ({ joints }) => distance(joints['pin']!, before) > 0.05);
        expect(pulled.worstError).toBeLessThan(1e-6);
        await page.keyboard.press('Escape');
        expect(await page.locator('#motor').isChecked()).toBe(true);
        await page.keyboard.press('Space');
        expect(await page.locator('#motor').isChecked()).toBe(false);
        expect(complaints).toEqual([]);
      });
    });

    test(
      'the development server exchanges a changed constraint, and shows a mistake until it is repaired',
      { timeout: 120_000 },
      async () => {
        const server = await createServer({ root: folder, logLevel: 'silent', server: { host: '127.0.0.1', port: 0 } });
        await server.listen();
        onTestFinished(() => server.close());
        const { page } = await open(server.resolvedUrls!.local[0]!);
        await page.evaluate('window.unchanged = true');

        const spec = join(folder, 'constraints-spec/crank.ts');
        const text = await readFile(spec, 'utf8');
        const smaller = text.replace("'norm(d) == radius", "'norm(d) == 0.8 * radius");
        expect(smaller).not.toBe(text);
        await writeFile(spec, smaller);
        const changed = await until(page, ({ formulas }) => formulas[0]!.C.includes('0.8 * radius'));
        expect(Math.hypot(...changed.joints['pin']!)).toBeCloseTo(0.8 * CRANK, 6);
        expect((await frames(page, 5)).worstError).toBeLessThan(1e-6);
        // The page was not reloaded: the linkage went on.
        expect(await page.evaluate('window.unchanged')).toBe(true);

        const overlay = page.locator('vite-error-overlay');
        await writeFile(spec, smaller.replace('space: 2,', 'space: 2;'));
        await overlay.waitFor();
        const shown = await overlay.locator('.window').innerText();
        const line = text.split('\n').findIndex((code) => code.includes('space: 2,')) + 1;
        expect(shown).toContain('E_SPEC_FILE');
        expect(shown).toMatch(new RegExp(`crank\\.ts:${line}:\\d+`));
        expect(shown).toMatch(new RegExp(`> +${line} \\|   space: 2;\\n +\\| +\\^`));

        await writeFile(spec, text);
        await overlay.waitFor({ state: 'detached' });
        await page.waitForFunction(`window.linkage?.formulas[0].C.startsWith('norm(d) == radius')`);
        expect((await frames(page, 5)).worstError).toBeLessThan(1e-6);
      },
    );
  },
);
