import { rm } from 'node:fs/promises';
import { preview } from 'vite';
import { expect, onTestFinished, test } from 'vitest';
import { complaintsOf, launchBrowser, missingBrowser } from '../support/browser.js';
import { run } from '../support/tarball.js';
import { copyExample } from './copy-example.js';

const ENGINES = ['cannon-es', 'p2-es', 'planck'];

test('a generated rod swings in each engine', { timeout: 900_000 }, async () => {
  const folder = await copyExample('engines');
  onTestFinished(() => rm(folder, { recursive: true }));
  await run(folder, 'npm', 'run', '--silent', 'build');
  const lines = (await run(folder, 'npm', 'run', '--silent', 'start')).trim().split('\n');
  expect(lines).toHaveLength(2 * ENGINES.length);
  for (const [i, engine] of ENGINES.entries()) {
    const [swing = '', fall = ''] = lines.slice(2 * i);
    const [length, lowest, energy] = [...swing.matchAll(/(?:to|at) (-?\d+\.\d+)/g)].map(([, value]) => Number(value));
    expect(swing).toContain(`${engine}: rod`);
    expect(length).toBeLessThan(5e-3);
    expect(lowest).toBeLessThan(-0.99);
    expect(lowest).toBeGreaterThan(-1.01);
    // Relative to G l = 9.81 J; all engines step semi-implicitly, with an error of the order of
    // the step.
    expect(energy).toBeLessThan(0.4);
    // ½ g t² after two seconds.
    const depth = Number(/^\S+ without .* (-\d+\.\d+) m$/.exec(fall)?.[1]);
    expect(depth).toBeCloseTo(-0.5 * 9.81 * 4, 0);
  }

  if (missingBrowser !== undefined) return;
  const browser = await launchBrowser();
  onTestFinished(() => browser.close());
  const server = await preview({
    root: folder,
    logLevel: 'silent',
    build: { outDir: '.' },
    preview: { host: '127.0.0.1', port: 0 },
  });
  onTestFinished(() => server.close());
  for (const engine of ENGINES) {
    const page = await browser.newPage({ viewport: { width: 560, height: 480 } });
    const complaints = complaintsOf(page);
    await page.goto(`${server.resolvedUrls!.local[0]!}${engine.replace('-es', '')}.html`);
    await page.waitForFunction(`Number(/, ([\\d.]+) s/.exec(document.querySelector('p').textContent)?.[1]) > 2`);
    // The rod keeps its length in the page as well, and its bob moves: it has the engine's errors.
    const [, kept, energy] = /kept to ([\d.]+) mm, energy to ([\d.]+)/.exec(await page.locator('p').innerText())!;
    expect(Number(kept), engine).toBeLessThan(5);
    expect(Number(energy), engine).toBeGreaterThan(0.01);
    if (process.env['PICTURES'] !== undefined)
      await page.screenshot({ path: `${process.env['PICTURES']}/${engine}.png` });
    expect(complaints, engine).toEqual([]);
    await page.close();
  }
});
