import { access, mkdir, rename, rm, symlink } from 'node:fs/promises';
import { join } from 'node:path';
import type { Browser, Page } from 'playwright-core';
import { createServer } from 'vite';
import { afterAll, beforeAll, describe, expect, onTestFinished, test, vi } from 'vitest';
import holonomic from '../../src/vite/index.js';
import { project, rodSpec, slopeSpec, write } from '../cli/support.js';
import { launchBrowser, missingBrowser } from '../support/browser.js';

const ROOT = join(import.meta.dirname, '../..');
const SPEC = 'constraints-spec/rod.ts';
const pageOf = (imports: string, shown: string): string =>
  `${imports}\ndocument.querySelector('p')!.textContent = ${shown};\n`;
const ROD = pageOf(`import { Rod } from '../generated/index.js';`, 'Rod.type.formula.C.join()');

/** A page on a development server, which shows the formula of a rod. */
async function serve(browser: Browser) {
  const folder = await project({
    'package.json': '{ "type": "module" }',
    'index.html': '<!doctype html><body><p></p><script type="module" src="/src/main.ts"></script></body>',
    [SPEC]: rodSpec('norm(a - b) == length', '2'),
    'src/main.ts': ROD,
  });
  await mkdir(join(folder, 'node_modules'));
  await symlink(join(ROOT, 'node_modules/vite'), join(folder, 'node_modules/vite'));
  const server = await createServer({
    root: folder,
    configFile: false,
    logLevel: 'silent',
    plugins: [holonomic()],
    resolve: { alias: { 'holonomic/runtime': join(ROOT, 'runtime/index.ts') } },
    server: { host: '127.0.0.1', port: 0, fs: { strict: false } },
    optimizeDeps: { noDiscovery: true },
  });
  onTestFinished(() => server.close());
  await server.listen();
  const page = await browser.newPage();
  onTestFinished(() => page.close());
  await page.goto(server.resolvedUrls!.local[0]!);
  await shows(page, 'norm(a - b) == length');
  return { folder, page, change: (files: Readonly<Record<string, string>>) => write(folder, files) };
}

const shows = async (page: Page, text: string): Promise<void> => {
  await page.waitForFunction(
    `document.querySelector('p')?.textContent === ${JSON.stringify(text)} && !document.querySelector('vite-error-overlay')`,
    undefined,
    { timeout: 30_000 },
  );
};

/** Reads Vite's overlay, once it says `text`. The page may load again meanwhile. */
const overlay = (page: Page, text: string): Promise<{ message: string; file: string; frame: string }> =>
  vi.waitFor(
    async () => {
      const shown = await page.evaluate<{ message: string; file: string; frame: string }>(
        `(() => { const part = (name) => document.querySelector('vite-error-overlay')?.shadowRoot.querySelector(name).textContent ?? '';
          return { message: part('.message-body'), file: part('.file'), frame: part('.frame') }; })()`,
      );
      expect(shown.message).toContain(text);
      return shown;
    },
    { timeout: 30_000 },
  );

describe.skipIf(missingBrowser !== undefined)('the overlay over the page', () => {
  let browser: Browser;
  beforeAll(async () => {
    browser = await launchBrowser();
  });
  afterAll(() => browser.close());

  test('shows a mistake with its lines, indented as in the file', async () => {
    const { folder, page, change } = await serve(browser);
    await change({ [SPEC]: rodSpec('norm(a - c) == lenght', '2') });
    const { message, file, frame } = await overlay(page, 'E_UNKNOWN_NAME');
    expect(message).toMatch(/^E_UNKNOWN_NAME {2}Rod\.C: There is nothing called "c"\.\nhint: known are a, b, length/);
    // The second mistake, with its own lines, and the number of both.
    expect(message).toContain(`  >  9 │   C: 'norm(a - c) == lenght',\n       │                      ^^^^^^\n`);
    expect(message).toMatch(/2 errors in all\.$/);
    expect(file).toBe(`${join(folder, SPEC)}:9:16`);
    expect(frame).toBe(
      [
        'rod.ts',
        `     8 |   params: { length: { unit: 'm', min: 0 } },`,
        `  >  9 |   C: 'norm(a - c) == lenght',`,
        `       |                ^`,
        `    10 | });`,
      ].join('\n'),
    );
    await change({ [SPEC]: rodSpec('norm(a - b) == length', '2') });
    await shows(page, 'norm(a - b) == length');
  });

  test('says that a class that the page imports was renamed, until the page imports the new one', async () => {
    const { folder, page, change } = await serve(browser);
    await change({ [SPEC]: rodSpec('norm(a - b) == length', '2').replace('Rod', 'Strut') });
    const { message, file, frame } = await overlay(page, 'E_IMPORT');
    expect(message).toBe(
      'E_IMPORT: "Rod" is no longer generated: its spec was renamed or deleted.\n' +
        'hint: is it now "Strut", which is new?',
    );
    expect(file).toBe(`${join(folder, 'src/main.ts')}:1:10`);
    expect(frame).toContain(`  > 1 | import { Rod } from '../generated/index.js';\n      |          ^^^\n`);
    // A page that opens later is not white either.
    await page.reload();
    await overlay(page, 'E_IMPORT');
    await change({ 'src/main.ts': ROD.replaceAll('Rod', 'Strut') });
    await shows(page, 'norm(a - b) == length');
  });

  test('says that a file that the page imports is gone, until its spec comes back', async () => {
    const { folder, page, change } = await serve(browser);
    await change({ 'constraints-spec/slope.ts': slopeSpec });
    await change({ 'src/main.ts': ROD.replace('index.js', 'rod.js') });
    await shows(page, 'norm(a - b) == length');
    await rename(join(folder, SPEC), join(folder, 'constraints-spec/strut.ts'));
    const { message } = await overlay(page, 'E_IMPORT');
    expect(message).toBe(
      'E_IMPORT: rod.js is not generated: there is no such spec file, or it was renamed or deleted.\n' +
        'hint: the generated modules are index.js, slope.js, strut.js',
    );
    await rename(join(folder, 'constraints-spec/strut.ts'), join(folder, SPEC));
    await shows(page, 'norm(a - b) == length');
  });

  test('says that the spec of a class is deleted, until it comes back', async () => {
    const { folder, page, change } = await serve(browser);
    await change({ 'constraints-spec/slope.ts': slopeSpec });
    await vi.waitFor(() => access(join(folder, 'generated/slope.ts')), { timeout: 30_000 });
    await rm(join(folder, SPEC));
    const { message } = await overlay(page, 'E_IMPORT');
    expect(message).toBe(
      'E_IMPORT: "Rod" is no longer generated: its spec was renamed or deleted.\nhint: index.ts exports Slope',
    );
    await change({ [SPEC]: rodSpec('norm(a - b) == 2 * length', '2') });
    await shows(page, 'norm(a - b) == 2 * length');
  });
});
