import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { build } from 'esbuild';
import { chromium, type Browser, type Page } from 'playwright-core';
import { expect } from 'vitest';

/** Path of Chromium in Debian's package, unless the environment says otherwise. */
const EXECUTABLE = process.env['CHROMIUM'] ?? '/usr/bin/chromium';
const FLAGS = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
];

/**
 * Reason to skip tests of pages: there is no browser. In continuous integration, where pages have
 * to be tested, that is an error.
 */
export const missingBrowser: string | undefined = existsSync(EXECUTABLE)
  ? undefined
  : `there is no ${EXECUTABLE}: apt-get install chromium, or set CHROMIUM to the program's path`;
if (missingBrowser !== undefined && (process.env['CI'] ?? process.env['REQUIRE_CHROMIUM']) !== undefined)
  throw new Error(`Pages cannot be tested: ${missingBrowser}.`);

/** Launches Chromium; with `hasWebGL`, with a WebGL that needs no graphics card. */
export const launchBrowser = (hasWebGL = false): Promise<Browser> =>
  chromium.launch({
    executablePath: EXECUTABLE,
    args: [...FLAGS, ...(hasWebGL ? ['--use-angle=swiftshader', '--enable-unsafe-swiftshader'] : [])],
  });

/** Collects what a page throws, and the errors and warnings on its console. */
export function complaintsOf(page: Page): readonly string[] {
  const complaints: string[] = [];
  page.on('console', (message) => {
    if (message.type() !== 'error' && message.type() !== 'warning') return;
    // WebGL without a graphics card says so where a picture of the page is slow: no fault of the page.
    if (!message.text().includes('GL Driver Message (OpenGL, Performance')) complaints.push(message.text());
  });
  page.on('pageerror', (error) => complaints.push(error.message));
  return complaints;
}

/** Waits until an expression holds in the page. A page's policy keeps the driver's own ways from it. */
export async function until(page: Page, condition: string, timeout = 20_000): Promise<void> {
  const message = `${condition} on ${page.url()}`;
  await expect.poll(() => page.evaluate<boolean>(`!!(${condition})`), { timeout, interval: 20, message }).toBe(true);
}

const ROOT = join(import.meta.dirname, '../..');

/** Bundles a module, which imports the package's own names or files of the project, for a page. */
export async function bundlePage(contents: string): Promise<string> {
  const { outputFiles } = await build({
    stdin: { contents, resolveDir: ROOT, loader: 'ts' },
    bundle: true,
    write: false,
    format: 'esm',
    conditions: ['browser'],
    tsconfig: join(ROOT, 'tsconfig.json'),
  });
  return outputFiles[0]!.text;
}
