import { expect, test } from 'vitest';
import { EnsembleError, runEnsemble } from '../../src/ensemble/page.js';
import { answerRequests } from '../../src/ensemble/serve-runs.js';
import type { PageWorker, Run, RunRequest, WorkerMessage } from '../../src/ensemble/run.js';

/** A worker without a thread: messages are copied and come later, as in a page. */
class FakeWorker implements PageWorker {
  static readonly all: FakeWorker[] = [];
  onmessage: PageWorker['onmessage'] = null;
  onerror: PageWorker['onerror'] = null;
  isTerminated = false;
  #hear: ((event: { readonly data: RunRequest }) => void) | undefined;

  /** Without a run, the worker's module never calls `serveRuns`. Messages take the delay, ms. */
  constructor(run?: Run<unknown>, delay = 0) {
    FakeWorker.all.push(this);
    if (run === undefined) return;
    answerRequests(run, {
      addEventListener: (_, listener) => {
        this.#hear = listener;
      },
      postMessage: (message) => {
        const data = structuredClone<WorkerMessage>(message);
        setTimeout(() => this.isTerminated || this.onmessage?.({ data }), delay);
      },
    });
  }

  postMessage(request: RunRequest): void {
    const data = structuredClone(request);
    setTimeout(() => this.#hear?.({ data }));
  }

  terminate(): void {
    this.isTerminated = true;
  }
}

const square: Run<unknown> = async (input, index) => {
  if (input === 'fail') throw new RangeError(`no square ${index}`);
  if (typeof input === 'object') throw input; // eslint-disable-line @typescript-eslint/only-throw-error -- a run may
  if (input === 'function') return () => 1;
  await new Promise((resolve) => setTimeout(resolve, 10 - index));
  return (input as number) ** 2;
};

function ring(): object {
  const made: { self?: object } = {};
  made.self = made;
  return made;
}

test('workers of a page give results in order, and are ended', async () => {
  const results = await runEnsemble(() => new FakeWorker(square), { inputs: [3, 1, 4, 1, 5], threads: 2 });
  expect(results).toEqual([9, 1, 16, 1, 25]);
  expect(FakeWorker.all.map(({ isTerminated }) => isTerminated)).toEqual([true, true]);
});

test.each([
  ['throws', 'fail', 'E_RUN', 'RangeError', 'Run 1 failed: no square 1'],
  ['throws an object', { step: 7 }, 'E_RUN', 'Error', 'Run 1 failed: {"step":7}'],
  ['throws null', null, 'E_RUN', 'Error', 'Run 1 failed: null'],
  ['throws an object that holds itself', ring(), 'E_RUN', 'Error', 'Run 1 failed: an object that cannot be written'],
  ['gives what cannot be copied', 'function', 'E_RUN_COPY', 'DataCloneError', 'The input or the result of run 1'],
  ['gets what cannot be copied', () => 1, 'E_RUN_COPY', 'DataCloneError', 'The input or the result of run 1'],
])('a run that %s is named, with the error behind it', async (_, input, code, name, message) => {
  const failed = runEnsemble(() => new FakeWorker(square), { inputs: [1, input, 2], threads: 1 });
  const error = await failed.catch((thrown: unknown) => thrown);
  expect(error).toBeInstanceOf(EnsembleError);
  expect(error).toMatchObject({ code, index: 1, cause: { name } });
  expect((error as Error).message.startsWith(message)).toBe(true);
});

test('a worker whose module never serves is an error that names the module', async () => {
  const start = performance.now();
  const failed = runEnsemble(() => new FakeWorker(/* swing.ts */), { count: 2, threads: 2, startTimeout: 60 }); // prettier-ignore
  await expect(failed).rejects.toMatchObject({
    code: 'E_RUN_MISSING',
    index: 0,
    message: expect.stringMatching(/swing\.ts.*within 0\.06 s.* serveRuns\n {2}hint: .*serveRuns\(/) as string,
  });
  expect(performance.now() - start).toBeGreaterThan(50);
  expect(FakeWorker.all.at(-1)?.isTerminated).toBe(true);
});

test('a page that stands still while its workers load does not lose them', async () => {
  const results = runEnsemble(() => new FakeWorker(square, 430), { inputs: [3], startTimeout: 200 });
  setTimeout(() => {
    for (const end = performance.now() + 400; performance.now() < end;);
  });
  expect(await results).toEqual([9]);
});

test('a worker that cannot be made is an error of its module', async () => {
  const failed = runEnsemble(
    () => {
      throw new Error('of another origin');
    },
    { count: 1 },
  );
  await expect(failed).rejects.toMatchObject({ code: 'E_RUN_MODULE', cause: { message: 'of another origin' } });
});

test('a page must make its workers itself', async () => {
  await expect(runEnsemble('run.js', { count: 1 })).rejects.toThrow('bundlers');
});
