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

  // The bead starts at rest at x = 0.4, on a slope, and swings about the trough at 0.75.
  const x = async (): Promise<number> => Number(await page.locator('output').innerText());
  await expect.poll(x, { timeout: 20_000 }).toBeGreaterThan(0.8);
  // A lower wave, while it moves.
  await page.locator('input').fill('0.1');
  await expect.poll(() => page.locator('label').innerText()).toContain('0.10 m');
  // Keys pull it over the crest at 0.25.
  await page.locator('canvas').focus();
  await page.keyboard.press('PageDown');
  for (let k = 0; k < 25; k++) await page.keyboard.press('ArrowLeft');
  await expect.poll(x, { timeout: 20_000 }).toBeLessThan(0.2);
  await page.keyboard.press('Escape');
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
