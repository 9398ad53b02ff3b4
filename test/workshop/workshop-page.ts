import { existsSync } from 'node:fs';
import { join } from 'node:path';
import type { Browser, BrowserContextOptions, Locator, Page } from 'playwright-core';
import { build, preview, type PreviewServer } from 'vite';
import { afterAll, beforeAll, describe, onTestFinished } from 'vitest';
import { builtOnce } from '../support/built-once.js';
import { complaintsOf, launchBrowser, missingBrowser, until } from '../support/browser.js';

export { until };

export const SITE = join(import.meta.dirname, '../../site');
const CONFIG = join(SITE, 'workshop/vite.config.ts');

/** True if the workshop cannot be tested here. */
export const isMissing = missingBrowser !== undefined || !existsSync(join(SITE, 'node_modules'));

/** Reads what the page shows. */
export const read = <T>(page: Page, what: string): Promise<T> => page.evaluate<T>(`window.workshop.${what}`);

export const editor = (page: Page): Locator => page.getByRole('textbox', { name: /^Formula of/ });

/** Replaces the formula. */
export async function type(page: Page, text: string): Promise<void> {
  await editor(page).focus();
  await page.keyboard.press('Control+A');
  await page.keyboard.insertText(text);
}

/** Waits until the engine has answered for the text that is shown, and the words below it are the answer's. */
export const settled = (page: Page): Promise<void> => until(page, 'window.workshop.isSettled');

/** Tests of the workshop, which is built and served while they run. They are skipped where there is no browser. */
export function describeWorkshop(name: string, tests: (host: WorkshopHost) => void): void {
  describe.skipIf(isMissing)(name, () => {
    const host = new WorkshopHost();
    beforeAll(() => host.start());
    afterAll(() => host.close());
    tests(host);
  });
}

interface Opened {
  readonly page: Page;
  readonly complaints: readonly string[];
  readonly hosts: ReadonlySet<string>;
}

/** A server of what was built, and a browser. */
interface Served {
  readonly browser: Browser;
  readonly server: PreviewServer;
  readonly folder: string;
}

/** What determines the build: the page, the scenes that it opens, and what runs and compiles them. */
const SOURCES = ['site', 'scenes', 'src', 'runtime', 'generated', 'package-lock.json'];

/** Builds the workshop once for all test files. Returns its folder. */
const builtWorkshop = (): Promise<string> =>
  builtOnce('workshop', SOURCES, (outDir) =>
    build({ configFile: CONFIG, logLevel: 'error', build: { outDir, emptyOutDir: true } }),
  );

/** The workshop, built and served under its own policy, and a browser. */
export class WorkshopHost {
  #served: Served | undefined;

  async start(): Promise<void> {
    const folder = await builtWorkshop();
    const [browser, server] = await Promise.all([
      launchBrowser(),
      preview({ configFile: CONFIG, build: { outDir: folder }, preview: { port: 0, host: '127.0.0.1' } }),
    ]);
    this.#served = { browser, server, folder };
  }

  async close(): Promise<void> {
    const { browser, server } = this.#parts;
    await browser.close();
    await server.close();
  }

  get #parts(): Served {
    if (this.#served === undefined) throw new Error('The workshop is not served yet.');
    return this.#served;
  }

  get browser(): Browser {
    return this.#parts.browser;
  }

  /** The folder of what was built. */
  get folder(): string {
    return this.#parts.folder;
  }

  get address(): string {
    return this.#parts.server.resolvedUrls!.local[0]!; // it listens
  }

  /** Opens the page, and waits until it shows a scene. */
  async open(...args: Parameters<WorkshopHost['visit']>): Promise<Opened> {
    const opened = await this.visit(...args);
    await until(opened.page, 'window.workshop?.state.value !== undefined', 40_000);
    return opened;
  }

  /** Opens the page in a browser that knows nothing of it. */
  async visit(
    hash = '',
    options: BrowserContextOptions = {},
    before?: (page: Page) => Promise<unknown>,
  ): Promise<Opened> {
    const context = await this.browser.newContext({ viewport: { width: 1280, height: 800 }, ...options });
    onTestFinished(() => context.close());
    const page = await context.newPage();
    const complaints = complaintsOf(page);
    const hosts = new Set<string>();
    page.on('request', (request) => {
      const { protocol, host } = new URL(request.url());
      if (protocol.startsWith('http')) hosts.add(host);
    });
    await before?.(page);
    await page.goto(`${this.address}${hash}`);
    return { page, complaints, hosts };
  }
}
