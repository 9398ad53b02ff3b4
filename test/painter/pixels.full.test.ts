import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Browser } from 'playwright-core';
import { bundlePage, launchBrowser, missingBrowser } from '../support/browser.js';

const ROOT = join(import.meta.dirname, '../..');

/** Paints a scene at t = 1 s on a canvas and as SVG, and returns the part of the pixels that differ. */
const SCRIPT = `
import { loadScene } from './src/scene/load-scene.js';
import { CanvasPainter } from './src/painter/canvas-painter.js';
import { DARK, LIGHT } from './src/painter/colors.js';
import { paintGrid } from './src/painter/grid.js';
import { paintShapes, viewOf } from './src/painter/paint-world.js';
import { Sketch } from './src/painter/sketch.js';
import { SvgPainter } from './src/painter/svg-painter.js';
import { viewportOf } from './src/painter/view.js';

const [WIDTH, HEIGHT] = [800, 600];
const contextOf = () => Object.assign(document.createElement('canvas'), { width: WIDTH, height: HEIGHT }).getContext('2d');

window.difference = async (document, isDark, spoil) => {
  const scene = await loadScene(document);
  const { world, picture } = scene.build();
  while (world.time < 1) world.step(scene.dt);
  const colors = isDark ? DARK : LIGHT;
  const shapes = new Sketch(world, picture).shapes();
  const view = viewOf(world, shapes, [], viewportOf(WIDTH, HEIGHT, 24), picture);
  const paint = (painter) => {
    painter.polygon([[0, 0], [WIDTH, 0], [WIDTH, HEIGHT], [0, HEIGHT]], { fill: colors.paper });
    if (world.space === 2) paintGrid(painter, view, colors);
    paintShapes(painter, shapes, [], view, colors, 1);
  };
  const svg = new SvgPainter();
  paint(svg);
  const image = new Image();
  image.src = 'data:image/svg+xml,' + encodeURIComponent(svg.file({ title: '', width: WIDTH, height: HEIGHT }));
  await image.decode();
  const [drawn, direct] = [contextOf(), contextOf()];
  drawn.drawImage(image, spoil, 0);
  paint(new CanvasPainter(direct));
  const [a, b] = [drawn, direct].map((context) => context.getImageData(0, 0, WIDTH, HEIGHT).data);
  let count = 0;
  for (let i = 0; i < a.length; i += 4)
    if ([0, 1, 2].some((k) => Math.abs(a[i + k] - b[i + k]) > 48)) count++;
  return count / (WIDTH * HEIGHT);
};
`;

describe.skipIf(missingBrowser !== undefined)('a picture on a canvas', () => {
  let browser: Browser;
  let script: string;
  beforeAll(async () => {
    [script, browser] = await Promise.all([bundlePage(SCRIPT), launchBrowser()]);
  });
  afterAll(() => browser.close());

  test('is the one in SVG', async () => {
    const page = await browser.newPage();
    await page.setContent('<p></p>');
    await page.addScriptTag({ content: script, type: 'module' });
    const differences: Record<string, number> = {};
    for (const name of ['four-bar', 'heart', 'stewart-platform']) {
      const document = readFileSync(join(ROOT, `scenes/${name}.json`), 'utf8');
      for (const isDark of [false, true])
        differences[`${name}, ${isDark ? 'dark' : 'light'}`] = await page.evaluate(
          `difference(${document}, ${isDark}, 0)`,
        );
      // One pixel to the side is noticed.
      expect(await page.evaluate(`difference(${document}, false, 1)`)).toBeGreaterThan(0.005);
    }
    expect(Object.entries(differences).filter(([, part]) => part > 0.005)).toEqual([]);
  });
});
