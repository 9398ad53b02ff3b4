import { readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { stripVTControlCharacters } from 'node:util';
import type { Browser, Page } from 'playwright-core';
import { createServer, preview } from 'vite';
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import { complaintsOf, launchBrowser, missingBrowser } from '../support/browser.js';
import { installTarball, run, temporaryFolder } from '../support/tarball.js';

/** The package.json that `npm init -y` writes. */
const PACKAGE = `{
  "name": "mine",
  "version": "1.0.0",
  "scripts": { "test": "echo \\"Error: no test specified\\" && exit 1" },
  "type": "commonjs"
}
`;

/** An empty folder with the packed package installed, after `holonomic init`. */
async function initialised(...flags: readonly string[]): Promise<string> {
  const folder = await temporaryFolder();
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
  await writeFile(join(folder, 'package.json'), PACKAGE);
  await installTarball(folder);
  expect(await run(folder, 'npx', 'holonomic', 'init', '--yes', ...flags)).toContain('1 class from 1 spec file.');
  expect(await readFile(join(folder, '.gitignore'), 'utf8')).toBe('node_modules\ndist\nout\n*.tsbuildinfo\n');
  return folder;
}

/** Type checks the project, also in what is below `node_modules`. */
const typecheck = (folder: string): Promise<string> => run(folder, 'npx', 'tsc', '-p', '.', '--skipLibCheck', 'false');

test('the plain template is type checked, tested and simulated', async () => {
  const folder = await initialised();
  expect(await typecheck(folder)).toBe('');
  expect(await run(folder, 'npm', 'test')).toMatch(/pass 2\n[^]*fail 0\n/);
  expect(await run(folder, 'npm', 'run', 'simulate')).toContain('A bead on a wave: 5 s in 2500 steps');
}, 300_000);

test('the proofs are tests of vitest', async () => {
  const folder = await initialised('--vitest');
  expect(await typecheck(folder)).toBe('');
  expect((await readdir(join(folder, 'test'))).sort()).toEqual(['constraints.test.ts']);
  expect(stripVTControlCharacters(await run(folder, 'npm', 'test'))).toMatch(/Tests {2}5 passed/);
}, 300_000);

type Point = readonly [x: number, y: number];

/** The middle of the disc at the top, the bead, and of all others, by their colour on the canvas, CSS pixels. */
const discs = (page: Page): Promise<{ bead: Point; weights: Point; filled: number }> =>
  page.evaluate(`(() => {
    const canvas = document.querySelector('canvas');
    const { width, height } = canvas;
    const { data } = canvas.getContext('2d').getImageData(0, 0, width, height);
    const filled = [];
    for (let i = 0; i < width * height; i++)
      if (data[4 * i] === 0xe9 && data[4 * i + 1] === 0xbf && data[4 * i + 2] === 0x86)
        filled.push([i % width, Math.floor(i / width)]);
    const middleOf = (pixels) => [0, 1].map((k) => pixels.reduce((sum, p) => sum + p[k], 0) / pixels.length / devicePixelRatio);
    const [top] = filled;
    const isBead = ([x, y]) => Math.hypot(x - top[0], y - top[1]) < 30 * devicePixelRatio;
    return {
      bead: middleOf(filled.filter(isBead)),
      weights: middleOf(filled.filter((pixel) => !isBead(pixel))),
      filled: filled.length,
    };
  })()`);

describe.skipIf(missingBrowser !== undefined)('the page', () => {
  let browser: Browser;
  beforeAll(async () => {
    browser = await launchBrowser();
  });
  afterAll(() => browser.close());

  async function open(url: string): Promise<{ page: Page; complaints: readonly string[] }> {
    const page = await browser.newPage({ viewport: { width: 900, height: 700 } });
    onTestFinished(() => page.close());
    const complaints = complaintsOf(page);
    await page.goto(url);
    await expect.poll(async () => (await discs(page)).filled, { timeout: 30_000 }).toBeGreaterThan(400);
    return { page, complaints };
  }

  test('is built, moves, and can be pulled at', async () => {
    const folder = await initialised('--vite');
    expect(await typecheck(folder)).toBe('');
    expect(await run(folder, 'npm', 'run', 'build')).toContain('built in');
    const built = await preview({ root: folder, logLevel: 'silent', preview: { host: '127.0.0.1', port: 0 } });
    onTestFinished(() => built.close());
    const { page, complaints } = await open(built.resolvedUrls!.local[0]!);

    // It moves by itself, and the bead stays on the wave: y = 0.1 sin(2 π x), 652 px for 1.8 m.
    const start = await discs(page);
    await page.waitForTimeout(300);
    expect((await discs(page)).weights).not.toEqual(start.weights);

    // Pulled to the right and held, it stays there.
    const { bead } = await discs(page);
    await page.mouse.move(...bead);
    await page.mouse.down();
    await page.mouse.move(700, bead[1], { steps: 10 });
    await expect.poll(async () => Math.abs((await discs(page)).bead[0] - 700), { timeout: 20_000 }).toBeLessThan(25);
    const [x, y] = (await discs(page)).bead;
    const scale = 652 / 1.8;
    expect(Math.abs(350 - 0.1 * scale - y - 0.1 * scale * Math.sin((2 * Math.PI * (x - 450)) / scale))).toBeLessThan(2);
    await page.mouse.up();
    // The test itself reads the canvas often.
    expect(complaints.filter((text) => !text.includes('willReadFrequently'))).toEqual([]);

    // The development server, and a formula that is changed while the page runs.
    const server = await createServer({
      root: folder,
      logLevel: 'silent',
      server: { host: '127.0.0.1', port: 0 },
    });
    onTestFinished(() => server.close());
    await server.listen();
    const live = await open(server.resolvedUrls!.local[0]!);
    const spec = join(folder, 'constraints-spec/wave.ts');
    await writeFile(spec, (await readFile(spec, 'utf8')).replace('height * sin', 'hight * sin'));
    await live.page.waitForSelector('vite-error-overlay', { state: 'attached', timeout: 30_000 });
    await writeFile(spec, (await readFile(spec, 'utf8')).replace('hight * sin', 'height * cos'));
    await live.page.waitForSelector('vite-error-overlay', { state: 'detached', timeout: 30_000 });
    await expect.poll(async () => (await discs(live.page)).filled, { timeout: 30_000 }).toBeGreaterThan(400);
  }, 400_000);
});
