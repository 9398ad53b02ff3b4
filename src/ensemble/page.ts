/**
 * Ensembles in a page, whose threads are its workers.
 *
 * @module
 */
import { checkArgument, FUNCTION } from '../diagnostics/arguments.js';
import { runInLanes, type CountedEnsemble, type EnsembleOptions, type SweptEnsemble } from './lanes.js';
import type { PageWorker, RunModule, RunRequest } from './run.js';

export { EnsembleError, type CountedEnsemble, type EnsembleSettings, type SweptEnsemble } from './lanes.js';
export { serveRuns } from './serve-runs.js';
export type { Run, RunModule } from './run.js';

/**
 * Makes the runs of an ensemble in workers; returns their results in order. `makeWorker` makes one,
 * written out so that a bundler sees it, and its module calls `serveRuns`:
 *
 * ```ts
 *  runEnsemble(() => new Worker(new URL('./swing.ts', import.meta.url), { type: 'module' }), { count: 100 });
 * ```
 */
export function runEnsemble<Result>(makeWorker: RunModule, options: CountedEnsemble): Promise<Result[]>;
export function runEnsemble<Result, Input = unknown>(
  makeWorker: RunModule,
  options: SweptEnsemble<Input>,
): Promise<Result[]>;
export async function runEnsemble(makeWorker: RunModule, options: EnsembleOptions): Promise<unknown[]> {
  checkArgument('runEnsemble', 'worker', makeWorker, {
    ...FUNCTION,
    expected: 'a function that makes a worker, since bundlers have to see where its module is',
  });
  const { hardwareConcurrency = 1 } =
    (globalThis as { readonly navigator?: { hardwareConcurrency?: number } }).navigator ?? {};
  return runInLanes(options, hardwareConcurrency, (threads) => {
    const workers = Array.from({ length: threads }, makeWorker as () => PageWorker);
    return {
      perform: (thread, input, index) => ask(workers[thread]!, { input, index }),
      close: () => {
        for (const worker of workers) worker.terminate();
        return Promise.resolve();
      },
    };
  });
}

/** Sends a request to a worker that has no other, and returns the result. */
const ask = (worker: PageWorker, request: RunRequest): Promise<unknown> =>
  new Promise((resolve, reject) => {
    worker.onmessage = ({ data }) => {
      if ('result' in data) resolve(data.result);
      else reject(Object.assign(new Error(), data.error));
    };
    worker.onerror = ({ message }) => {
      reject(new Error(message ?? 'the worker could not be loaded'));
    };
    worker.postMessage(request);
  });
