import { readFile, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { preview } from 'vite';
import { expect, onTestFinished, test } from 'vitest';
import { complaintsOf, launchBrowser, missingBrowser } from '../support/browser.js';
import { run } from '../support/tarball.js';
import { copyExample } from './copy-example.js';

test('a world in a React component', { timeout: 400_000 }, async () => {
  const folder = await copyExample('react-page');
  onTestFinished(() => rm(folder, { recursive: true }));
  await run(folder, 'npm', 'run', '--silent', 'build');

  if (missingBrowser !== undefined) return;
  const browser = await launchBrowser();
  onTestFinished(() => browser.close());
  const server = await preview({ root: folder, logLevel: 'silent', preview: { host: '127.0.0.1', port: 0 } });
  onTestFinished(() => server.close());
  const page = await browser.newPage({ viewport: { width: 600, height: 620 } });
  const complaints = complaintsOf(page);
  await page.goto(server.resolvedUrls!.local[0]!);

  // The bead moves. It starts at x = 0.25, on the crest, with 0.4 m/s.
  const x = async (): Promise<number> => Number(await page.locator('output').innerText());
  await expect.poll(x, { timeout: 20_000 }).toBeGreaterThan(0.4);
  // The mouse pulls at it.
  const box = (await page.locator('canvas').boundingBox())!;
  const at = (px: number, py: number): [number, number] => {
    const scale = Math.min(box.width / 2.4, box.height / 1.6);
    return [box.x + box.width / 2 + px * scale, box.y + box.height / 2 - py * scale];
  };
  // Without the wave the bead would be at y = 0.
  await page.locator('input').fill('0');
  await expect.poll(() => page.locator('label').innerText()).toContain('0.00 m');
  await page.waitForTimeout(200);
  const now = await x();
  await page.mouse.move(...at(now, 0));
  await page.mouse.down();
  await page.mouse.move(...at(-0.9, 0), { steps: 10 });
  await expect.poll(x, { timeout: 20_000 }).toBeLessThan(-0.5);
  await page.mouse.up();
  if (process.env['PICTURES'] !== undefined) await page.screenshot({ path: `${process.env['PICTURES']}/react.png` });

  // Hidden and shown again, it starts anew, and no other stage goes on.
  await page.getByRole('button', { name: 'Hide' }).click();
  expect(await page.locator('canvas').count()).toBe(0);
  await page.getByRole('button', { name: 'Show' }).click();
  await expect.poll(() => page.locator('canvas').count()).toBe(1);
  expect(complaints).toEqual([]);
});

test('the hook of the documents is the one of the example', async () => {
  const root = join(import.meta.dirname, '../..');
  const hook = await readFile(join(root, 'examples/react-page/src/use-stage.ts'), 'utf8');
  expect(await readFile(join(root, 'docs/canvas.md'), 'utf8')).toContain(hook);
});
