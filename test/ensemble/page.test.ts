import { expect, test } from 'vitest';
import { runEnsemble } from '../../src/ensemble/page.js';
import { answerRequests } from '../../src/ensemble/serve-runs.js';
import type { PageWorker, Run, RunAnswer, RunRequest } from '../../src/ensemble/run.js';

/** A worker without a thread: messages are copied and come later, as in a page. */
class FakeWorker implements PageWorker {
  static readonly all: FakeWorker[] = [];
  onmessage: PageWorker['onmessage'] = null;
  onerror: PageWorker['onerror'] = null;
  isTerminated = false;
  #hear: ((event: { readonly data: RunRequest }) => void) | undefined;

  constructor(run: Run<unknown>) {
    FakeWorker.all.push(this);
    answerRequests(run, {
      addEventListener: (_, listener) => {
        this.#hear = listener;
      },
      postMessage: (answer) => {
        const data = structuredClone<RunAnswer>(answer);
        setTimeout(() => this.isTerminated || this.onmessage?.({ data }));
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
  if (input === 'function') return () => 1;
  await new Promise((resolve) => setTimeout(resolve, 10 - index));
  return (input as number) ** 2;
};

test('workers of a page give results in order, and are ended', async () => {
  const results = await runEnsemble(() => new FakeWorker(square), { inputs: [3, 1, 4, 1, 5], threads: 2 });
  expect(results).toEqual([9, 1, 16, 1, 25]);
  expect(FakeWorker.all.map(({ isTerminated }) => isTerminated)).toEqual([true, true]);
});

test('a failure in a worker comes with its index and message', async () => {
  const failed = runEnsemble(() => new FakeWorker(square), { inputs: [1, 'fail', 2], threads: 1 });
  await expect(failed).rejects.toMatchObject({ index: 1, cause: { name: 'RangeError', message: 'no square 1' } });
  const uncopied = runEnsemble(() => new FakeWorker(square), { inputs: ['function'] });
  await expect(uncopied).rejects.toMatchObject({ index: 0, cause: { name: 'DataCloneError' } });
});

test('a page must make its workers itself', async () => {
  await expect(runEnsemble('run.js', { count: 1 })).rejects.toThrow('bundlers');
});
