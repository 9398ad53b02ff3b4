import { copyFile, mkdir, rm, writeFile } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { preview } from 'vite';
import { expect, onTestFinished, test } from 'vitest';
import { complaintsOf, launchBrowser, missingBrowser } from '../support/browser.js';
import { run, tarballs, temporaryFolder } from '../support/tarball.js';
import { comparable, IS_UPDATE } from './outputs.js';
import { blocksUnder, fencedBlocks, ROOT, TUTORIAL, type Block } from './pages.js';
import { follow } from './transcript.js';

/** Carries out blocks of a page in an empty folder that has the tarballs. Returns the folder. */
async function followIn(blocks: readonly Block[]): Promise<{ folder: string; commands: readonly string[] }> {
  const folder = await temporaryFolder();
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
  for (const packed of Object.values(await tarballs())) await copyFile(packed, join(folder, basename(packed)));
  const commands = await follow(blocks, {
    write: async (path, text) => {
      await mkdir(dirname(join(folder, path)), { recursive: true });
      await writeFile(join(folder, path), text);
    },
    run: (command) => printedBy(folder, command),
    compare: ({ code }, text) => {
      expect(comparable(text)).toBe(comparable(code));
    },
  });
  return { folder, commands };
}

/** Runs a command, which may fail on purpose, and returns its output. */
async function printedBy(folder: string, command: string): Promise<string> {
  const [program = '', ...args] = command.split(' ');
  // The packages are those that were installed here.
  const options = args[0] === 'install' ? ['--prefer-offline', '--no-audit', '--no-fund'] : [];
  try {
    return await run(folder, program, ...args, ...options);
  } catch (error) {
    const { code, stdout, stderr } = error as { code?: unknown; stdout?: string; stderr?: string };
    if (program === 'npm' || code !== 1) throw error;
    // What npx says about the settings of this machine is no output of the command.
    const said = (stderr ?? '').replace(/^npm warn .*\n/gm, '');
    return `${stdout ?? ''}${said}`;
  }
}

test('the transcript from an empty folder to a simulation', { timeout: 400_000 }, async () => {
  const { commands } = await followIn(blocksUnder('README.md', '## From an empty folder'));
  expect(commands).toHaveLength(4);
});

test.skipIf(missingBrowser !== undefined)('the tutorial, to its page', { timeout: 600_000 }, async () => {
  const { folder, commands } = await followIn(fencedBlocks(TUTORIAL));
  expect(commands).toContain('npm run build');
  expect(await run(folder, 'npx', 'tsc', '-p', '.')).toBe('');

  const server = await preview({ root: folder, logLevel: 'silent', preview: { host: '127.0.0.1', port: 0 } });
  onTestFinished(() => server.close());
  const browser = await launchBrowser();
  onTestFinished(() => browser.close());
  const page = await browser.newPage({ viewport: { width: 816, height: 616 } });
  const complaints = complaintsOf(page);
  await page.goto(server.resolvedUrls!.local[0]!);
  // 800 pixels are 4 m, about the middle of the canvas.
  const placeOf = (x: number, y: number): [number, number] => [8 + 400 + 200 * x, 8 + 300 - 200 * y];
  /** Painted pixels of the 400 within 5 cm of a place of the world. Lines of the grid are some 40. */
  const paintedAt = (x: number, y: number): Promise<number> =>
    page.evaluate(`(() => {
      const context = document.querySelector('canvas').getContext('2d');
      const { data } = context.getImageData(${400 + 200 * x - 10}, ${300 - 200 * y - 10}, 20, 20);
      return data.filter((value, i) => i % 4 === 3 && value > 100).length;
    })()`);
  // The ring hangs at (0, 0.8 - sqrt(1.5^2 - 1)), and the weight 0.6 m below.
  const rest = 0.8 - Math.sqrt(1.25);
  await expect.poll(() => paintedAt(0, rest - 0.6), { timeout: 20_000 }).toBeGreaterThan(95);
  expect(await paintedAt(0.7, rest - 0.4)).toBeLessThan(85);
  await page.mouse.move(...placeOf(0, rest - 0.6));
  await page.mouse.down();
  await page.mouse.move(...placeOf(0.7, rest - 0.4), { steps: 5 });
  await expect.poll(() => paintedAt(0.7, rest - 0.4), { timeout: 20_000 }).toBeGreaterThan(95);
  await expect.poll(() => paintedAt(0, rest - 0.6), { timeout: 20_000 }).toBeLessThan(85);
  if (IS_UPDATE) await page.screenshot({ path: join(ROOT, 'docs/pictures/page.png') });
  expect(complaints.filter((text) => !text.includes('willReadFrequently'))).toEqual([]);
});
