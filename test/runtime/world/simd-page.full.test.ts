import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { bundlePage, complaintsOf, launchBrowser, missingBrowser } from '../../support/browser.js';

const PAGE = `
  import { pinnedNet } from './test/runtime/fixtures/pinned-net.js';
  const world = pinnedNet(12);
  for (let k = 0; k < 24; k++) world.step(1 / 240);
  window.result = {
    factorization: world.stats.factorization,
    state: world.particles.flatMap(({ position, velocity }) => [...position, ...velocity]),
  };
`;

interface Result {
  readonly factorization: string;
  readonly state: readonly number[];
}

describe.skipIf(missingBrowser !== undefined)('a page with a net', () => {
  let browser: Browser;
  let server: Server;
  let script: string;
  beforeAll(async () => {
    [script, browser] = await Promise.all([bundlePage(PAGE), launchBrowser()]);
    server = createServer((request, response) => {
      const { pathname, searchParams } = new URL(request.url ?? '/', 'http://localhost');
      if (pathname === '/page.js') {
        response.setHeader('Content-Type', 'text/javascript').end(script);
        return;
      }
      const policy = searchParams.get('policy');
      if (policy !== null) response.setHeader('Content-Security-Policy', policy);
      response.setHeader('Content-Type', 'text/html').end('<script type="module" src="page.js"></script>');
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  });
  afterAll(async () => {
    await browser.close();
    server.close();
  });

  async function open(policy?: string): Promise<Result & { complaints: readonly string[] }> {
    const page = await browser.newPage();
    const complaints = complaintsOf(page);
    const { port } = server.address() as AddressInfo;
    const query = policy === undefined ? '' : `?policy=${encodeURIComponent(policy)}`;
    await page.goto(`http://127.0.0.1:${port}/${query}`);
    await page.waitForFunction('window.result !== undefined');
    const result = await page.evaluate<Result>('window.result');
    await page.close();
    return { ...result, complaints };
  }

  test('runs in WebAssembly where the policy of the page lets it, and in JavaScript with the same bits where not', async () => {
    const free = await open();
    const allowed = await open("script-src 'self' 'wasm-unsafe-eval'");
    const forbidden = await open("script-src 'self'");
    expect([free.factorization, allowed.factorization]).toEqual(['simd', 'simd']);
    expect(forbidden.factorization).toBe('fronts');
    expect(free.state.length).toBeGreaterThan(500);
    expect(allowed.state).toEqual(free.state);
    expect(forbidden.state).toEqual(free.state);
    expect([...free.complaints, ...allowed.complaints]).toEqual([]);
    // The browser reports on its console what the policy refused, and nothing else.
    expect(forbidden.complaints.filter((text) => !text.includes('Content Security Policy'))).toEqual([]);
  });
});
