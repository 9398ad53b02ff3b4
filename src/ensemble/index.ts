/**
 * Many runs of a simulation at the same time: sweeps of parameters, random starts.
 *
 * @module holonomic/ensemble
 */
import { availableParallelism } from 'node:os';
import { resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { areFunctions, checkArgument, checkOptions, isRecord } from '../diagnostics/arguments.js';
import { SpecError } from '../diagnostics/spec-error.js';
import { codeOfRuns, type RunCode } from './identity.js';
import { runInLanes, RULES, type EnsembleOptions, type RunOutcome, type Threads } from './lanes.js';
import type { RunModule } from './run.js';
import { storedRuns, type PerformRun, type RunStore } from './store.js';
import { ThreadPool } from './thread-pool.js';

export { EnsembleError, type EnsembleErrorCode } from './ensemble-error.js';
export type { CountedEnsemble, EnsembleOptions, EnsembleSettings, RunOutcome, SweptEnsemble } from './lanes.js';
export { serveRuns } from './serve-runs.js';
export { folder, type RunStore } from './store.js';
export type { Checkpoint, Run, RunModule } from './run.js';

/** Where runs are kept, and made: in Node. */
export interface RunPlaces {
  /** Keeps the results. Runs whose result is there are not made again: {@link folder}. */
  readonly store?: RunStore;
  /** Lets the workers of a queue make the runs, on any machine, in place of threads of this one. */
  readonly on?: RunQueue;
}

/** A queue whose workers make runs, such as `bullmq(…)` of `holonomic/ensemble/bullmq`. */
export interface RunQueue {
  /** How many runs wait in the queue at most. @internal */
  readonly most: number;
  /** @internal */
  open(code: RunCode): Promise<OpenRuns>;
}

/** Threads or a queue, ready to make runs. @internal */
export interface OpenRuns {
  readonly perform: PerformRun;
  readonly close: () => Promise<void>;
}

/**
 * Makes the runs of an ensemble in worker threads; returns their results in order. Each run is a
 * call of the default export of `module` (TypeScript or JavaScript; a path, or
 * `new URL('./swing.ts', import.meta.url)`), a {@link Run}. A run that depends on its input alone
 * has the same result, to the bit, in whichever thread it is made.
 *
 * Rejects with an {@link EnsembleError} for the first run that fails, and with the reason of
 * `signal` once that is aborted. With `collect: 'all'` each run gets its value or its error.
 */
export function runEnsemble<Result, Input = unknown>(
  module: RunModule,
  options: EnsembleOptions<Input> & RunPlaces & { readonly collect: 'all' },
): Promise<RunOutcome<Result>[]>;
export function runEnsemble<Result, Input = unknown>(
  module: RunModule,
  options: EnsembleOptions<Input> & RunPlaces,
): Promise<Result[]>;
export async function runEnsemble(module: RunModule, options: EnsembleOptions & RunPlaces): Promise<unknown[]> {
  checkArgument('runEnsemble', 'module', module, {
    is: (value) => value instanceof URL || (typeof value === 'string' && value !== ''),
    expected: "the path of a module, or new URL('./run.js', import.meta.url)",
  });
  checkOptions('runEnsemble', options, {
    ...RULES,
    store: {
      is: (value) => isRecord(value) && areFunctions(value['read'], value['write'], value['remove']),
      expected: "folder('runs'), or an object with read, write and remove",
    },
    on: {
      is: (value) => isRecord(value) && areFunctions(value['open']),
      expected: "bullmq({ connection, queue }) of 'holonomic/ensemble/bullmq'",
    },
  });
  const { store, on } = options;
  if (on !== undefined && options.threads !== undefined)
    throw new SpecError([
      {
        code: 'E_OPTION',
        message: 'runEnsemble takes "threads" where it makes the runs itself, and not with "on".',
        hint: 'tell each worker: holonomic worker --threads 8 …',
      },
    ]);
  const place = module as string | URL;
  const path = place instanceof URL || place.startsWith('file:') ? fileURLToPath(place) : resolve(place);
  return runInLanes(options, on?.most ?? availableParallelism(), async (threads): Promise<Threads> => {
    // Read once: what is kept and what is queued are runs of the same code, though its file may change meanwhile.
    const code = store === undefined && on === undefined ? undefined : codeOfRuns(path);
    const { perform, close } = on && code ? await on.open(code) : poolOf(path, threads);
    return {
      module: path,
      perform: store && code ? storedRuns(code, store, perform) : (_, input, index) => perform(input, index),
      close,
    };
  });
}

function poolOf(path: string, threads: number): OpenRuns {
  const pool = new ThreadPool(path, threads);
  return { perform: (input, index, place) => pool.perform(input, index, place), close: () => pool.close() };
}
