/**
 * Ensembles in a page, whose threads are its workers.
 *
 * @module
 */
import { checkArgument, checkOptions, FUNCTION } from '../diagnostics/arguments.js';
import { runFailure } from './ensemble-error.js';
import { RULES, runInLanes, type EnsembleOptions, type RunOutcome } from './lanes.js';
import { PageThread } from './page-thread.js';
import type { PageWorker, RunModule } from './run.js';

export { EnsembleError, type EnsembleErrorCode } from './ensemble-error.js';
export type { CountedEnsemble, EnsembleOptions, EnsembleSettings, RunOutcome, SweptEnsemble } from './lanes.js';
export { serveRuns } from './serve-runs.js';
export type { Checkpoint, Run, RunModule } from './run.js';

/**
 * Makes the runs of an ensemble in workers; returns their results in order. `makeWorker` makes one,
 * written out so that a bundler sees it, and its module calls `serveRuns`:
 *
 * ```ts
 *  runEnsemble(() => new Worker(new URL('./swing.ts', import.meta.url), { type: 'module' }), { count: 100 });
 * ```
 */
export function runEnsemble<Result, Input = unknown>(
  makeWorker: RunModule,
  options: EnsembleOptions<Input> & { readonly collect: 'all' },
): Promise<RunOutcome<Result>[]>;
export function runEnsemble<Result, Input = unknown>(
  makeWorker: RunModule,
  options: EnsembleOptions<Input>,
): Promise<Result[]>;
export async function runEnsemble(makeWorker: RunModule, options: EnsembleOptions): Promise<unknown[]> {
  checkArgument('runEnsemble', 'worker', makeWorker, {
    ...FUNCTION,
    expected: 'a function that makes a worker, since bundlers have to see where its module is',
  });
  checkOptions('runEnsemble', options, RULES);
  const { hardwareConcurrency = 1 } =
    (globalThis as { readonly navigator?: { hardwareConcurrency?: number } }).navigator ?? {};
  const make = makeWorker as () => PageWorker;
  return runInLanes(options, hardwareConcurrency, () => {
    const threads: PageThread[] = [];
    return {
      // Where the module is only the function knows.
      module: String(make).replaceAll(/\s+/g, ' '),
      perform: (thread, input, index) => {
        try {
          threads[thread] ??= new PageThread(make, options.startTimeout);
        } catch (error) {
          return Promise.resolve(runFailure('E_RUN_MODULE', error));
        }
        return threads[thread].perform({ input, index });
      },
      close: () => {
        for (const thread of threads) thread.close();
        return Promise.resolve();
      },
    };
  });
}
