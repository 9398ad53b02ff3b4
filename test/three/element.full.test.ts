import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Browser, BrowserContextOptions, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import { bundlePage, complaintsOf, launchBrowser, missingBrowser } from '../support/browser.js';

const ROOT = join(import.meta.dirname, '../..');
const scene = (name: string): string => readFileSync(join(ROOT, `scenes/${name}.json`), 'utf8');
const PAGE = `
  import { defineSceneElement } from 'holonomic/canvas';
  import { threeBackdrop } from 'holonomic/three';
  window.fetched = 0;
  defineSceneElement({ three: async () => { window.fetched++; return { threeBackdrop }; } });
  /** The colour behind the canvas at a place, CSS pixels, and how many pixels are painted. */
  window.behind = ([x, y]) => {
    const stage = document.querySelector('holonomic-scene').stage;
    stage.draw();
    const depth = stage.canvas.previousElementSibling;
    const flat = new OffscreenCanvas(depth.width, depth.height).getContext('2d');
    flat.drawImage(depth, 0, 0);
    const { data } = flat.getImageData(0, 0, depth.width, depth.height);
    const at = 4 * (Math.round(y) * depth.width + Math.round(x));
    let [red, all] = [0, 0];
    for (let k = 0; k < data.length; k += 4) if (data[k + 3] > 200) { all++; if (data[k] > 1.25 * data[k + 2]) red++; }
    return { color: [...data.slice(at, at + 4)], red, all };
  };
  /** Pixels of canvases, one above the other on white paper. */
  const pixelsOf = (...canvases) => {
    const { width, height } = canvases[0];
    const paper = new OffscreenCanvas(width, height).getContext('2d');
    paper.fillStyle = '#ffffff';
    paper.fillRect(0, 0, width, height);
    for (const canvas of canvases) paper.drawImage(canvas, 0, 0);
    return paper.getImageData(0, 0, width, height).data;
  };
  /** How many pixels a canvas has ink on. */
  window.inkOn = (canvas) => pixelsOf(canvas).filter((x, k) => k % 4 === 2 && x < 190).length;
  /** Which part of what the painter inks three.js does, too, and the mean colours there. */
  window.compared = () => {
    const { stage } = document.querySelector('holonomic-scene');
    stage.draw();
    const deep = pixelsOf(stage.canvas.previousElementSibling, stage.canvas);
    stage.backdrop = undefined;
    const flat = pixelsOf(stage.canvas);
    const isInk = (data, k) => data[k] + data[k + 1] + data[k + 2] < 705;
    let [inked, both] = [0, 0];
    const means = [[0, 0, 0], [0, 0, 0]];
    for (let k = 0; k < flat.length; k += 4) {
      if (!isInk(flat, k)) continue;
      inked++;
      if (!isInk(deep, k)) continue;
      both++;
      [flat, deep].forEach((data, n) => { for (let c = 0; c < 3; c++) means[n][c] += data[k + c]; });
    }
    return { inked, share: both / inked, apart: Math.max(...means[0].map((x, c) => Math.abs(x - means[1][c]) / both)) };
  };
`;
const stage = 'document.querySelector("holonomic-scene").stage';

interface Behind {
  readonly color: readonly [number, number, number, number];
  readonly red: number;
  readonly all: number;
}

describe.skipIf(missingBrowser !== undefined)('a scene in three dimensions on a page', () => {
  let browser: Browser;
  let script: string;
  beforeAll(async () => {
    [script, browser] = await Promise.all([bundlePage(PAGE), launchBrowser(true)]);
  });
  afterAll(() => browser.close());

  async function open(name: string, attributes = '', options: BrowserContextOptions = {}, hasWebGL = true) {
    const context = await browser.newContext({ viewport: { width: 480, height: 640 }, ...options });
    onTestFinished(() => context.close());
    const page = await context.newPage();
    const complaints = complaintsOf(page);
    const inside = `<script type="application/json">${scene(name)}</script>`;
    await page.setContent(`<style>body{margin:0}</style><holonomic-scene paused ${attributes}>${inside}</holonomic-scene>`); // prettier-ignore
    if (!hasWebGL)
      await page.evaluate(`{
        const { getContext } = HTMLCanvasElement.prototype;
        HTMLCanvasElement.prototype.getContext = function (kind, ...more) {
          return kind === 'webgl2' ? null : getContext.call(this, kind, ...more);
        };
      }`);
    await page.addScriptTag({ content: script, type: 'module' });
    await page.waitForFunction(stage, undefined, { timeout: 30_000 });
    return { page, complaints };
  }
  const deep = (page: Page): Promise<unknown> => page.waitForFunction(`${stage}.backdrop`, undefined, { timeout: 30_000 }); // prettier-ignore
  const placeOf = (page: Page, body: number): Promise<[number, number]> =>
    page.evaluate(`${stage}.view.place(${stage}.world.bodies[${String(body)}].position)`);
  const behind = (page: Page, at: readonly number[]): Promise<Behind> => page.evaluate(`behind(${JSON.stringify(at)})`);

  test.each(['', 'style="height: 300px"', 'class="low"'])(
    'is as large as what is painted, with "%s"',
    async (given) => {
      const { page, complaints } = await open('schatz', given);
      await deep(page);
      await page.addStyleTag({ content: '.low::part(canvas) { max-height: 100px }' });
      const boxOf = (canvas: string): Promise<unknown> =>
        page.evaluate(`JSON.stringify(${canvas}.getBoundingClientRect())`);
      expect(await boxOf(`${stage}.canvas.previousElementSibling`)).toBe(await boxOf(`${stage}.canvas`));
      expect(complaints).toEqual([]);
    },
  );

  test('is solid or flat as its attributes say, whenever they change', async () => {
    const { page, complaints } = await open('four-bar');
    const isDeep = (): Promise<boolean> => page.evaluate(`${stage}.backdrop !== undefined`);
    const solid = page.getByRole('button', { name: '3D' });
    expect(await isDeep()).toBe(false);
    await page.evaluate('document.querySelector("holonomic-scene").setAttribute("solid", "")');
    await expect.poll(isDeep).toBe(true);
    expect(await solid.getAttribute('aria-pressed')).toBe('true');
    await page.evaluate('document.querySelector("holonomic-scene").setAttribute("solid", "false")');
    expect(await isDeep()).toBe(false);
    expect(await solid.getAttribute('aria-pressed')).toBe('false');
    expect(complaints).toEqual([]);
  });

  test('is drawn where the painter would draw it, turns by mouse and keys, and is pulled at', async () => {
    const { page, complaints } = await open('schatz');
    await deep(page);
    // The vessel, the third body, is large and light brown.
    const isVessel = async (): Promise<boolean> => {
      const { color } = await behind(page, await placeOf(page, 2));
      return color[3] === 255 && color[0] > 1.2 * color[2];
    };
    expect(await isVessel()).toBe(true);
    expect((await behind(page, [0, 0])).all).toBeLessThan(0.5 * 480 * 360);
    const eye = (): Promise<number[]> => page.evaluate(`Array.from(${stage}.view.camera.eye)`);
    const first = await eye();
    await page.mouse.move(20, 30);
    await page.mouse.down();
    await page.mouse.move(120, 60, { steps: 4 });
    await page.mouse.up();
    const second = await eye();
    expect(Math.hypot(...first.map((x, k) => x - second[k]!))).toBeGreaterThan(0.2);
    expect(await isVessel()).toBe(true);
    await page.evaluate(`${stage}.canvas.focus()`);
    await page.keyboard.press('Shift+ArrowLeft');
    expect(await eye()).not.toEqual(second);
    const scale = (): Promise<number> => page.evaluate(`${stage}.view.scale`);
    const before = await scale();
    await page.keyboard.press('+');
    expect((await scale()) / before).toBeCloseTo(1.25, 6);
    await page.keyboard.press('0');
    expect(await eye()).toEqual(first);
    // A ray finds the body, and the mouse takes hold of it, or of a point of it.
    const at = await placeOf(page, 2);
    expect(await page.evaluate(`${stage}.backdrop.pick(${JSON.stringify(at)}).owner === ${stage}.world.bodies[2]`)).toBe(true); // prettier-ignore
    await page.mouse.move(...at);
    await page.mouse.down();
    await page.mouse.move(at[0] + 60, at[1], { steps: 3 });
    expect(await page.evaluate(`${stage}.hand.point !== undefined`)).toBe(true);
    expect(await eye()).toEqual(first);
    await page.mouse.up();
    expect(complaints.filter((text) => !/GPU stall|willReadFrequently/.test(text))).toEqual([]);
  });

  test('takes the place of the painter without a jump: same places, same colours, bit by bit', async () => {
    for (const name of ['bennett', 'schatz', 'stewart-platform', 'gyroscope', 'coin', 'differential']) {
      const { page } = await open(name);
      await deep(page);
      // The painter's picture goes as the other one comes; then its words alone remain.
      const ink = (): Promise<number> => page.evaluate(`(${stage}.draw(), inkOn(${stage}.canvas))`);
      if (name === 'bennett') {
        const first = await page.evaluate(`(() => {
          const { backdrop } = ${stage};
          backdrop.close = () => undefined;
          ${stage}.backdrop = backdrop;
          return inkOn(${stage}.canvas);
        })()`);
        expect(first).toBeGreaterThan(1000);
      }
      await expect.poll(ink, { timeout: 10_000 }).toBe(0);
      const { inked, share, apart } = await page.evaluate<Record<'inked' | 'share' | 'apart', number>>('compared()');
      expect(inked, name).toBeGreaterThan(2000);
      expect(share, name).toBeGreaterThan(0.9);
      expect(apart, name).toBeLessThan(25);
    }
  });

  test('of the plane is flat until it is asked for, and loads nothing', async () => {
    const { page } = await open('planetary-gear', '', { colorScheme: 'dark' });
    expect(await page.evaluate('fetched')).toBe(0);
    expect(await page.evaluate(`${stage}.sights`)).toBeUndefined();
    await page.getByRole('button', { name: '3D' }).click();
    await deep(page);
    const { red, all } = await behind(page, [0, 0]);
    expect(red / all).toBeGreaterThan(0.3);
    expect(all).toBeGreaterThan(5000);
    // A point of the plane that is pulled at stays in it.
    const place = await page.evaluate<number[]>(`${stage}.view.locate(${stage}.view.place([0.2, 0.1]), [0, 0])`);
    expect(place).toHaveLength(2);
    expect(Math.hypot(place[0]! - 0.2, place[1]! - 0.1)).toBeLessThan(1e-9);
    await page.getByRole('button', { name: '3D' }).click();
    expect(await page.evaluate(`${stage}.backdrop`)).toBeUndefined();
    expect(await page.locator('holonomic-scene canvas').count()).toBe(1);
  });

  test('gives way to one of the plane, and that to one of space', async () => {
    const { page } = await open('schatz', 'solid');
    await page.route('https://scenes.test/*', (route) =>
      route.fulfill({
        body: scene(/([^/]+)\.json$/.exec(route.request().url())![1]!),
        headers: { 'access-control-allow-origin': '*' },
      }),
    );
    await deep(page);
    const show = async (name: string, space: number): Promise<Behind> => {
      await page.evaluate(`document.querySelector('holonomic-scene').setAttribute('src', 'https://scenes.test/${name}.json')`); // prettier-ignore
      await page.waitForFunction(`${stage}.world.space === ${String(space)}`, undefined, { timeout: 30_000 });
      return behind(page, [0, 0]);
    };
    const { red, all } = await show('planetary-gear', 2);
    expect(red / all).toBeGreaterThan(0.3);
    expect(await page.evaluate(`${stage}.sights !== undefined`)).toBe(true);
    // The vessel, again.
    await show('schatz', 3);
    const { color } = await behind(page, await placeOf(page, 2));
    expect(color[0]).toBeGreaterThan(1.2 * color[2]);
    // As it is flat again, it is not behind the painter's picture.
    await show('planetary-gear', 2);
    await page.getByRole('button', { name: '3D' }).click();
    expect(await page.evaluate(`${stage}.sights`)).toBeUndefined();
  });

  test('is painted in perspective, and turns, where there is no WebGL or it is not wanted', async () => {
    for (const [attribute, hasWebGL] of [
      ['', false],
      ['flat', true],
    ] as const) {
      const { page, complaints } = await open('bennett', attribute, {}, hasWebGL);
      const inks = await page.evaluate<number>(`(() => {
        const { canvas } = ${stage};
        const { data } = canvas.getContext('2d').getImageData(0, 0, canvas.width, canvas.height);
        return data.filter((x, k) => k % 4 === 3 && x > 200).length;
      })()`);
      expect(inks).toBeGreaterThan(2000);
      expect(await page.evaluate('fetched')).toBe(0);
      await page.evaluate(`${stage}.canvas.focus()`);
      const eye = (): Promise<number[]> => page.evaluate(`Array.from(${stage}.view.camera.eye)`);
      const before = await eye();
      await page.keyboard.press('Shift+ArrowRight');
      expect(await eye()).not.toEqual(before);
      expect(complaints.filter((text) => !text.includes('willReadFrequently'))).toEqual([]);
    }
  });

  test('a finger turns it sideways, two zoom, and the page keeps the way up and down', async () => {
    const { page } = await open('bennett', 'solid', { hasTouch: true });
    await deep(page);
    expect(await page.evaluate(`getComputedStyle(${stage}.canvas).touchAction`)).toBe('pan-y');
    const send = (type: string, id: number, x: number, y: number): Promise<unknown> =>
      page.evaluate(`${stage}.canvas.dispatchEvent(new PointerEvent('${type}', { pointerId: ${String(id)}, pointerType: 'touch', clientX: ${String(x)}, clientY: ${String(y)}, button: 0, bubbles: true }))`); // prettier-ignore
    // Pointers that no finger makes cannot be captured.
    await page.evaluate(`${stage}.canvas.setPointerCapture = () => undefined`);
    const view = (): Promise<{ scale: number; eye: number[] }> =>
      page.evaluate(`({ scale: ${stage}.view.scale, eye: Array.from(${stage}.view.camera.eye) })`);
    const first = await view();
    await send('pointerdown', 5, 20, 30);
    await send('pointermove', 5, 60, 30);
    const second = await view();
    expect(second.eye).not.toEqual(first.eye);
    expect(second.scale).toBeCloseTo(first.scale, 9);
    await send('pointerdown', 6, 160, 30);
    await send('pointermove', 6, 260, 30);
    const third = await view();
    expect(third.scale / second.scale).toBeCloseTo(2, 6);
    expect(third.eye).toEqual(second.eye);
    await send('pointerup', 5, 60, 30);
    await send('pointerup', 6, 260, 30);
    await send('pointermove', 6, 300, 30);
    expect(await view()).toEqual(third);
  });
});
