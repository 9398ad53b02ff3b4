/**
 * Many runs of a simulation at the same time: sweeps of parameters, random starts.
 *
 * @module holonomic/ensemble
 */
import { availableParallelism } from 'node:os';
import { resolve } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { Piscina } from 'piscina';
import { checkArgument } from '../diagnostics/arguments.js';
import { modulePath, ownExtension } from '../files/package-files.js';
import { threadArguments } from '../modules/thread-arguments.js';
import { runFailure, type RunFailure } from './ensemble-error.js';
import type { RunAnswer, RunModule } from './run.js';
import { runInLanes, type CountedEnsemble, type EnsembleOptions, type SweptEnsemble } from './lanes.js';

export { EnsembleError, type EnsembleErrorCode } from './ensemble-error.js';
export type { CountedEnsemble, EnsembleSettings, SweptEnsemble } from './lanes.js';
export { serveRuns } from './serve-runs.js';
export type { Run, RunModule } from './run.js';

/**
 * Makes the runs of an ensemble in worker threads; returns their results in order. Each run is a
 * call of the default export of `module` (TypeScript or JavaScript; a path, or
 * `new URL('./swing.ts', import.meta.url)`), a {@link Run}. A run that depends on its input alone
 * has the same result, to the bit, in whichever thread it is made.
 *
 * Rejects with an {@link EnsembleError} for the first run that fails, and with the reason of
 * `signal` once that is aborted.
 */
export function runEnsemble<Result>(module: RunModule, options: CountedEnsemble): Promise<Result[]>;
export function runEnsemble<Result, Input = unknown>(
  module: RunModule,
  options: SweptEnsemble<Input>,
): Promise<Result[]>;
export async function runEnsemble(module: RunModule, options: EnsembleOptions): Promise<unknown[]> {
  checkArgument('runEnsemble', 'module', module, {
    is: (value) => value instanceof URL || (typeof value === 'string' && value !== ''),
    expected: "the path of a module, or new URL('./run.js', import.meta.url)",
  });
  const place = module as string | URL;
  const path = place instanceof URL || place.startsWith('file:') ? fileURLToPath(place) : resolve(place);
  return runInLanes(options, availableParallelism(), (threads) => {
    const pool = new Piscina({
      filename: pathToFileURL(modulePath('ensemble/worker/run-worker')).href,
      minThreads: threads,
      maxThreads: threads,
      execArgv: threadArguments(ownExtension()),
    });
    return {
      module: path,
      perform: async (_, input, index) => {
        try {
          return (await pool.run({ path, url: pathToFileURL(path).href, input, index })) as RunAnswer;
        } catch (error) {
          return brokenThread(error);
        }
      },
      close: () => pool.destroy(),
    };
  });
}

/** The failure of a thread that gives no answer: its input is not copied, or it has ended. */
const brokenThread = (error: unknown): RunFailure =>
  runFailure(error instanceof Error && error.name === 'DataCloneError' ? 'E_RUN_COPY' : 'E_RUN_THREAD', error);
