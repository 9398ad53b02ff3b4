import { FUNCTION, POSITIVE, THREADS, wholeFrom, type OptionRule } from '../diagnostics/arguments.js';
import { SpecError } from '../diagnostics/spec-error.js';
import { EnsembleError } from './ensemble-error.js';
import type { RunAnswer } from './run.js';

/** Options of {@link runEnsemble} that do not say how many runs there are. */
export interface EnsembleSettings {
  /** Largest number of threads; as many as there are processors if left out. */
  readonly threads?: number;
  /** Called after each run, with their number so far and in all. */
  readonly onProgress?: (done: number, total: number) => void;
  /** Ends all runs once it is aborted; the ensemble is rejected with its reason. */
  readonly signal?: AbortSignal;
  /** Largest time, ms, that a worker of a page takes until it calls `serveRuns`; 30,000 if left out. */
  readonly startTimeout?: number;
  /** `'all'`: makes all runs, and returns of each its value or its error. */
  readonly collect?: 'all' | undefined;
}

/** What became of a run. */
export type RunOutcome<Result> = { readonly value: Result } | { readonly error: EnsembleError };

/** Runs `0 … count − 1`, each of which gets its index. */
export interface CountedEnsemble extends EnsembleSettings {
  readonly count: number;
}

/** One run per input. */
export interface SweptEnsemble<Input> extends EnsembleSettings {
  readonly inputs: readonly Input[];
}

export type EnsembleOptions<Input = unknown> = CountedEnsemble | SweptEnsemble<Input>;

/** Threads that make runs, or a queue of them. */
export interface Threads {
  /** The name of the module of the runs, for messages. */
  readonly module: string;
  /** Makes a run in a thread. Threads are numbered from 0; each has one run at a time. */
  readonly perform: (thread: number, input: unknown, index: number) => Promise<RunAnswer>;
  /** Ends all threads, whatever they do. */
  readonly close: () => Promise<void>;
}

/** Largest number of runs, as their results are kept. */
const MOST_RUNS = 10_000_000;

/** The options of all ensembles. */
export const RULES: Readonly<Record<keyof CountedEnsemble | keyof SweptEnsemble<unknown>, OptionRule>> = {
  count: wholeFrom(0, MOST_RUNS),
  inputs: {
    is: (value) => Array.isArray(value) && value.length <= MOST_RUNS,
    expected: `a list with an entry for each run, at most ${MOST_RUNS}`,
  },
  threads: THREADS,
  onProgress: FUNCTION,
  signal: { is: (value) => value instanceof AbortSignal, expected: 'the signal of an AbortController' },
  startTimeout: POSITIVE,
  collect: { is: (value) => value === 'all', expected: "'all', or leave it out" },
};

/**
 * Makes the runs of an ensemble, each as soon as a thread is free. Returns their results in the
 * order of the runs, which does not depend on the threads; with `collect`, their outcomes.
 */
export async function runInLanes(
  options: EnsembleOptions,
  processors: number,
  open: (threads: number) => Threads | Promise<Threads>,
): Promise<unknown[]> {
  const {
    count,
    inputs,
    threads = processors,
    onProgress,
    signal,
    collect,
  } = options as Partial<CountedEnsemble & SweptEnsemble<unknown>>;
  if ((count === undefined) === (inputs === undefined))
    throw new SpecError([
      { code: 'E_OPTION', message: 'runEnsemble takes either "count" or "inputs".', hint: 'give one of them' },
    ]);
  const total = inputs?.length ?? count!;
  signal?.throwIfAborted();
  if (total === 0) return [];
  const lanes = Math.min(threads, total);
  const pool = await open(lanes);
  const results = Array.from<unknown>({ length: total });
  let [next, done] = [0, 0];
  const failures: EnsembleError[] = [];
  const isAborted = (): boolean => signal?.aborted === true;

  const lane = async (thread: number): Promise<void> => {
    while (failures.length === 0 && !isAborted() && next < total) {
      const index = next++;
      const answer = await pool.perform(thread, inputs === undefined ? index : inputs[index], index);
      if ('code' in answer) {
        const error = new EnsembleError(index, pool.module, answer);
        if (collect === undefined) {
          failures.push(error);
          return;
        }
        results[index] = { error };
      } else {
        results[index] = collect === undefined ? answer.result : { value: answer.result };
      }
      if (!isAborted()) onProgress?.(++done, total);
    }
  };

  const { promise: aborted, reject } = withReject();
  const abort = (): void => {
    reject(signal?.reason);
  };
  signal?.addEventListener('abort', abort);
  try {
    await Promise.race([Promise.all(Array.from({ length: lanes }, (_, thread) => lane(thread))), aborted]);
    signal?.throwIfAborted();
  } finally {
    signal?.removeEventListener('abort', abort);
    await pool.close();
  }
  // All runs before one that failed had begun, and have ended.
  const [first] = failures.sort((a, b) => a.index - b.index);
  if (first !== undefined) throw first;
  return results;
}

/** A promise that is never fulfilled, and what rejects it. */
function withReject(): { readonly promise: Promise<never>; readonly reject: (reason: unknown) => void } {
  let reject!: (reason: unknown) => void;
  const promise = new Promise<never>((_, fail) => {
    reject = fail;
  });
  promise.catch(() => undefined);
  return { promise, reject };
}
