import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { BrowserContextOptions, Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { until } from '../support/browser.js';

/** Opens a page of the site. */
export type Open = (
  path: string,
  options?: BrowserContextOptions,
) => Promise<{ readonly page: Page; readonly complaints: readonly string[]; readonly elsewhere: readonly string[] }>;

const ELEMENT = 'document.querySelector("holonomic-scene")';
const CANVAS = `${ELEMENT}.stage.canvas`;

/** Keeps a picture of the window, for who wants to see it: `PICTURES=folder`. */
async function keep(page: Page, name: string): Promise<void> {
  const folder = process.env['PICTURES'];
  if (folder !== undefined) writeFileSync(join(folder, `${name}.png`), await page.screenshot());
}

/** A fingerprint of the pixels of a canvas. */
const pixels = (page: Page, canvas = CANVAS): Promise<string> => page.evaluate(`${canvas}.toDataURL()`);

/** The number of pixels of a canvas near a colour `#rrggbb`. */
const coloured = (page: Page, canvas: string, color: string): Promise<number> =>
  page.evaluate(`(() => {
    const canvas = ${canvas};
    const copy = new OffscreenCanvas(canvas.width, canvas.height).getContext('2d', { willReadFrequently: true });
    copy.drawImage(canvas, 0, 0);
    const { data } = copy.getImageData(0, 0, canvas.width, canvas.height);
    const color = [1, 3, 5].map((k) => parseInt('${color}'.slice(k, k + 2), 16));
    let count = 0;
    for (let i = 0; i < data.length; i += 4)
      if (data[i + 3] > 128 && color.every((x, k) => Math.abs(data[i + k] - x) < 40)) count++;
    return count;
  })()`);

/** The tests of what stands on a page of the gallery, on its cards, and of figures in documents. */
export function galleryTests(open: Open): void {
  const time = (page: Page): Promise<number> => page.evaluate(`${ELEMENT}.built.world.time`);
  /** The time of a scene that is paused, once the worker that steps it has answered. */
  const settled = async (page: Page): Promise<number> => {
    for (let before = NaN; ;) {
      await page.evaluate(`${ELEMENT}.stage.advance(0)`);
      await page.waitForTimeout(300);
      const now = await time(page);
      if (now === before) return now;
      before = now;
    }
  };
  const pause = async (page: Page): Promise<void> => {
    await until(page, `${ELEMENT}?.built?.world.time > 0.05`);
    await page.getByRole('button', { name: 'Pause' }).click();
  };

  test('names of parts are written beside them when they are asked for', async () => {
    const { page, complaints } = await open('gallery/four-bar.html');
    await pause(page);
    const before = await pixels(page);
    const names = page.getByRole('button', { name: 'Names' });
    await names.click();
    expect(await names.getAttribute('aria-pressed')).toBe('true');
    const named = await pixels(page);
    expect(named).not.toBe(before);
    await keep(page, 'names');
    await names.click();
    expect(await pixels(page)).toBe(before);
    // Another world, after a reset, is named as well.
    await names.click();
    await page.getByRole('button', { name: 'Reset' }).click();
    const texts = await page.evaluate<string[]>(`[...${ELEMENT}.built.picture.labels.values()]`);
    expect(texts.sort()).toEqual(['A', 'B', 'P']);
    expect(complaints).toEqual([]);
  });

  test('a bar of a round length says how large a scene is', async () => {
    const { page } = await open('gallery/four-bar.html', { colorScheme: 'light' });
    await pause(page);
    // The longest dark run in the row of the bar.
    const [length, scale] = await page.evaluate<[number, number]>(`(() => {
      const { canvas, view } = ${ELEMENT}.stage;
      const ratio = devicePixelRatio;
      const row = canvas.getContext('2d').getImageData(0, canvas.height - 16 * ratio, canvas.width, 1).data;
      let [run, longest] = [0, 0];
      for (let i = 0; i < row.length; i += 4) {
        run = row[i + 3] > 80 && row[i] < 150 ? run + 1 : 0;
        longest = Math.max(longest, run);
      }
      return [longest / ratio, view.scale];
    })()`);
    const metres = length / scale;
    const power = 10 ** Math.floor(Math.log10(metres * 1.02));
    const off = [1, 2, 5].map((round) => Math.abs(metres / (round * power) - 1));
    expect(Math.min(...off), `${metres} m`).toBeLessThan(0.03);
  });

  test('speed is chosen, a run goes round in a loop, and the scene fills the screen', async () => {
    const { page, complaints } = await open('gallery/four-bar.html');
    await pause(page);
    for (const speed of [0.25, 2]) {
      await page.getByRole('combobox', { name: 'Speed' }).selectOption(String(speed));
      const before = await settled(page);
      await page.evaluate(`${ELEMENT}.stage.advance(0.04)`);
      // A part of a step, of which there are 240 a second, may be left before and after it.
      expect(Math.abs((await settled(page)) - before - 0.04 * speed)).toBeLessThan(0.007);
    }
    await page.getByRole('button', { name: 'Loop' }).click();
    await page.evaluate(`window.first = ${ELEMENT}.built`);
    await page.getByRole('button', { name: 'Play' }).click();
    await until(page, `${ELEMENT}.built !== window.first`, 30_000);
    expect(await time(page)).toBeLessThan(1);
    // The chosen speed is that of the next round, too.
    expect(await page.evaluate(`${ELEMENT}.stage.speed`)).toBe(2);
    const height = `${CANVAS}.getBoundingClientRect().height`;
    const small = await page.evaluate<number>(height);
    await page.getByRole('button', { name: 'Full screen' }).click();
    await until(page, `document.fullscreenElement === ${ELEMENT} && ${height} > ${small + 50}`);
    await keep(page, 'full-screen');
    await page.getByRole('button', { name: 'Full screen' }).click();
    await until(page, `document.fullscreenElement === null && Math.abs(${height} - ${small}) < 1`);
    expect(complaints).toEqual([]);
  });

  test('plots follow the scene, read values at the cursor, and show a part larger', async () => {
    const { page, complaints, elsewhere } = await open('gallery/scissor-lift.html', { colorScheme: 'light' });
    await until(page, `${ELEMENT}?.built`);
    await page.locator('.scene-plots').scrollIntoViewIfNeeded();
    const plot = (k: number): string => `document.querySelectorAll('.scene-plots canvas')[${k}]`;
    await until(page, plot(1), 30_000);
    await until(page, `${ELEMENT}.built.world.time > 1.5`, 30_000);
    await page.locator('holonomic-scene').getByRole('button', { name: 'Pause' }).click();
    // The curves are there, in their colour.
    for (const k of [0, 1]) expect(await coloured(page, plot(k), '#0072b2')).toBeGreaterThan(150);
    await page.locator('.scene-plots').scrollIntoViewIfNeeded();
    const over = page.locator('.scene-plots .u-over').nth(1);
    const box = (await over.boundingBox())!; // it is on the page
    await page.mouse.move(box.x + box.width / 2, box.y + box.height / 2);
    const values = page.locator('.scene-plots .uplot').nth(1).locator('.u-value');
    await expect.poll(() => values.nth(1).textContent()).toMatch(/^−?\d/);
    // The force where the cursor is lies between the largest and the smallest, as the sliders have it: N.
    const [, shown] = await values.allTextContents();
    expect(Number(shown!.replace('−', '-').replace(/·.*/, ''))).toBeLessThan(0);
    await keep(page, 'plots');
    const all = await pixels(page, plot(1));
    await page.mouse.down();
    await page.mouse.move(box.x + box.width / 2 + 60, box.y + box.height / 2, { steps: 5 });
    await page.mouse.up();
    await expect.poll(() => pixels(page, plot(1))).not.toBe(all);
    await over.dblclick();
    await expect.poll(() => pixels(page, plot(1))).toBe(all);
    // A reset empties them.
    await page.locator('holonomic-scene').getByRole('button', { name: 'Reset' }).click();
    await expect.poll(() => coloured(page, plot(1), '#0072b2')).toBeLessThan(30);
    expect({ complaints, elsewhere }).toEqual({ complaints: [], elsewhere: [] });
  });

  test('what came out is drawn on what was expected, and lies on it', async () => {
    const { page } = await open('gallery/scissor-lift.html', { javaScriptEnabled: false });
    const lines = await page
      .locator('.comparisons svg')
      .evaluateAll((graphics) =>
        graphics.map((graphic) =>
          ['found', 'expected'].map((kind) =>
            (
              (graphic as unknown as { querySelector(css: string): { getAttribute(name: string): string } | null })
                .querySelector(`polyline.${kind}`)
                ?.getAttribute('points') ?? ''
            )
              .split(' ')
              .map((pair) => pair.split(',').map(Number)),
          ),
        ),
      );
    expect(lines).toHaveLength(1);
    const [found, expected] = lines[0]!;
    expect(found!.length).toBeGreaterThan(200);
    expect(expected).toHaveLength(found!.length);
    found!.forEach(([x, y], k) => {
      expect(Math.hypot(x! - expected![k]![0]!, y! - expected![k]![1]!)).toBeLessThan(0.2);
    });
    // It is a curve: the force explodes as the lift lies flat.
    const heights = found!.map(([, y]) => y!);
    expect(Math.max(...heights) - Math.min(...heights)).toBeGreaterThan(140);
    await page.locator('.comparisons').scrollIntoViewIfNeeded();
    await keep(page, 'came-out');
  });

  test('a card moves while it is pointed at or chosen, and nothing is fetched before', async () => {
    for (const colorScheme of ['light', 'dark'] as const) {
      const { page, complaints } = await open('gallery/index.html', { colorScheme });
      const scripts: string[] = [];
      page.on('request', (request) => {
        if (request.resourceType() === 'script') scripts.push(request.url());
      });
      await until(page, `document.querySelector('#app').__vue_app__`);
      await page.waitForLoadState('networkidle');
      scripts.length = 0;
      const card = page.getByRole('link', { name: /A scissor lift/ });
      await card.scrollIntoViewIfNeeded();
      expect(scripts).toEqual([]);
      await card.hover();
      const canvas = `document.querySelector('.cards canvas')`;
      await until(page, canvas, 30_000);
      expect(scripts.some((url) => url.includes('cards'))).toBe(true);
      const first = await pixels(page, canvas);
      await expect.poll(() => pixels(page, canvas), { timeout: 10_000 }).not.toBe(first);
      expect(await coloured(page, canvas, colorScheme === 'light' ? '#7a4f24' : '#f0d3a6')).toBeGreaterThan(100);
      await keep(page, `cards-${colorScheme}`);
      await page.mouse.move(0, 0);
      await until(page, `!${canvas}`);
      await card.focus();
      await page.keyboard.press('Tab');
      await until(
        page,
        `document.activeElement.matches('.cards a') && ${canvas}?.parentElement === document.activeElement`,
      );
      expect(complaints).toEqual([]);
    }
    const calm = await open('gallery/index.html', { reducedMotion: 'reduce' });
    await until(calm.page, `document.querySelector('#app').__vue_app__`);
    await calm.page.getByRole('link', { name: /A scissor lift/ }).hover();
    await calm.page.waitForTimeout(300);
    expect(await calm.page.locator('.cards canvas').count()).toBe(0);
  });

  test.each(['tutorial', 'cookbook', 'contact', 'mathematics'])(
    'the figure of %s is a picture, which moves when it comes into sight and rests when it leaves',
    async (name) => {
      const { page, complaints, elsewhere } = await open(`docs/${name}.html`);
      await until(page, `document.querySelector('#app').__vue_app__`);
      await page.waitForLoadState('networkidle');
      expect(await page.evaluate(`customElements.get('holonomic-scene') === undefined`)).toBe(true);
      const see = (block: string): Promise<unknown> =>
        page.evaluate(`${ELEMENT}.scrollIntoView({ block: '${block}', behavior: 'instant' })`);
      await see('center');
      await until(page, `${ELEMENT}.built?.world.time > 0.1`, 30_000);
      await keep(page, `docs-${name}`);
      await page.evaluate('scrollTo({ top: 0, behavior: "instant" })');
      await until(page, `!${ELEMENT}.stage.isRunning`);
      await see('center');
      await until(page, `${ELEMENT}.stage.isRunning`);
      expect({ complaints, elsewhere }).toEqual({ complaints: [], elsewhere: [] });
      const plain = await open(`docs/${name}.html`, { javaScriptEnabled: false });
      const image = plain.page.locator('holonomic-scene img.in-light').first();
      await image.scrollIntoViewIfNeeded();
      await expect.poll(() => image.evaluate((one) => (one as { naturalWidth?: number }).naturalWidth)).toBe(1000);
    },
  );
}
