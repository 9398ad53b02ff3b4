import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, beforeEach, describe, expect, onTestFinished, test } from 'vitest';
import { bundlePage, launchBrowser, missingBrowser } from '../support/browser.js';

const PAGE = `
import { runEnsemble } from './src/ensemble/page.js';
import swing from './examples/ensemble/swing.js';
const period = (radians) => swing((radians * 180) / Math.PI).period;
Object.assign(window, { runEnsemble, period, worker: (name) => () => new Worker(name, { type: 'module' }) });
`;

const RUN = `
import { serveRuns } from './src/ensemble/page.js';
import swing from './examples/ensemble/swing.js';
const period = (radians) => swing((radians * 180) / Math.PI).period;
export default serveRuns((input) => {
  if (input === 'throw') throw new RangeError('no pendulum');
  if (input === 'throw later') {
    setTimeout(() => { throw new RangeError('no pendulum later'); });
    return new Promise(() => undefined);
  }
  if (input === 'for ever') for (;;);
  if (input === 'function') return () => 1;
  return period(input);
});
`;

/** Amplitudes of pendulums, rad. Their periods differ, so that runs end out of order. */
const INPUTS = [2.5, 0.1, 1.5, 3, 0.7, 2];

describe.skipIf(missingBrowser !== undefined)('an ensemble in a page', () => {
  let browser: Browser;
  let server: Server;
  let page: Page;

  beforeAll(async () => {
    const [script, run] = await Promise.all([bundlePage(PAGE), bundlePage(RUN)]);
    const files: Readonly<Record<string, readonly [type: string, text: string]>> = {
      '/': ['text/html', '<script type="module" src="page.js"></script>'],
      '/page.js': ['text/javascript', script],
      '/run.js': ['text/javascript', run],
      '/broken.js': ['text/javascript', 'throw new Error("broken at its top");'],
      '/silent.js': ['text/javascript', 'export default (input) => input;'],
      '/late.js': ['text/javascript', `await new Promise((go) => setTimeout(go, 200));\n${run}`],
    };
    server = createServer((request, response) => {
      const [type, text] = files[request.url ?? ''] ?? [undefined, ''];
      response.writeHead(type === undefined ? 404 : 200, { 'content-type': type ?? 'text/plain' }).end(text);
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    browser = await launchBrowser();
  });
  afterAll(async () => {
    await browser.close();
    server.close();
  });

  beforeEach(async () => {
    page = await browser.newPage();
    onTestFinished(() => page.close());
    await page.goto(`http://127.0.0.1:${(server.address() as AddressInfo).port}/`);
    await page.waitForFunction('window.runEnsemble !== undefined');
  });

  /** The outcome of an ensemble: its results, or the error's properties. */
  const outcome = (call: string): Promise<unknown> =>
    page.evaluate(`${call}.then(
      (results) => ({ results }),
      ({ name, code, message, index, cause }) => ({ name, code, message, index, cause: \`\${cause.name}: \${cause.message}\` }),
    )`);
  const inputs = (...list: unknown[]): string => `inputs: ${JSON.stringify(list)}, threads: 2`;

  test('has the results of the page itself, to the bit and in order, and says how far it is', async () => {
    const [serial, { results, heard }] = await page.evaluate<
      readonly [readonly number[], { readonly results: readonly number[]; readonly heard: readonly unknown[] }]
    >(`(async () => {
      const inputs = ${JSON.stringify(INPUTS)};
      const heard = [];
      const onProgress = (done, total) => heard.push([done, total]);
      const results = await runEnsemble(worker('run.js'), { inputs, threads: 3, onProgress });
      return [inputs.map(period), { results, heard }];
    })()`);
    expect(results).toEqual(serial);
    // An independent value: 2π √(l/g) (1 + θ²/16 + 11 θ⁴/3072 + …) for a small amplitude.
    expect(results[1]! / (2 * Math.PI * Math.sqrt(1 / 9.81))).toBeCloseTo(1 + 0.01 / 16, 6);
    expect(heard).toEqual(INPUTS.map((_, i) => [i + 1, INPUTS.length]));
    expect(page.workers()).toEqual([]);
  });

  test('ends runs at once when it is aborted', async () => {
    const { message } = await page.evaluate<{ readonly message: string }>(`(async () => {
      const controller = new AbortController();
      setTimeout(() => controller.abort(new Error('enough')), 300);
      const { signal } = controller;
      return runEnsemble(worker('run.js'), { ${inputs('for ever', 'for ever', 0.1)}, signal })
        .catch(({ message }) => ({ message }));
    })()`);
    expect(message).toBe('enough');
    // Browsers give a worker some seconds to end by itself.
    await expect.poll(() => page.workers().length, { timeout: 20_000 }).toBe(0);
  });

  test('waits for a module that serves only after a pause', async () => {
    const call = `runEnsemble(worker('late.js'), { ${inputs(0.1, 0.2, 0.3)} })`;
    expect(await outcome(call)).toEqual({ results: await page.evaluate('[0.1, 0.2, 0.3].map((a) => period(a))') });
  });

  test.each([
    ['throws', 'E_RUN', 'run.js', 'throw', 'RangeError: no pendulum'],
    ['throws outside of the run', 'E_RUN_THREAD', 'run.js', 'throw later', /RangeError: no pendulum later$/],
    ['gives what cannot be copied', 'E_RUN_COPY', 'run.js', 'function', /^DataCloneError: .*could not be cloned/],
    ['cannot be loaded', 'E_RUN_MODULE', 'broken.js', 0.1, /Error: broken at its top$/],
    ['does not exist', 'E_RUN_MODULE', 'missing.js', 0.1, /there is no such module/],
    ['never calls serveRuns', 'E_RUN_MISSING', 'silent.js', 0.1, 'Error: within 0.5 s it has not called serveRuns'],
  ])('names the run or the module whose worker %s', async (_, code, file, input, cause) => {
    const first = file === 'run.js' ? [0.1, 0.2] : [];
    const make = `() => new Worker('${file}', { type: 'module' })`;
    const timeout = code === 'E_RUN_MISSING' ? ', startTimeout: 500' : '';
    const failed = await outcome(`runEnsemble(${make}, { ${inputs(...first, input)}${timeout} })`);
    expect(failed).toEqual({
      name: 'EnsembleError',
      code,
      index: first.length,
      message: expect.stringContaining(first.length > 0 ? 'un 2' : `"() => new Worker('${file}'`) as string,
      cause: typeof cause === 'string' ? cause : (expect.stringMatching(cause) as string),
    });
    await expect.poll(() => page.workers().length).toBe(0);
  });
});
