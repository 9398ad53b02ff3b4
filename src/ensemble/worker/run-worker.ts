import { extname } from 'node:path';
import { deserialize, serialize } from 'node:v8';
import { runFailure, type RunFailure } from '../ensemble-error.js';
import { NO_CHECKPOINT, type Checkpoint, type Run, type RunAnswer } from '../run.js';
import type { ThreadTask } from '../thread-pool.js';

/** The runs of modules that this thread has loaded, or the failures. */
const runs = new Map<string, Promise<Run<unknown> | RunFailure>>();

/** The task of a thread: one run. */
export default async function perform({ path, url, input, index, checkpoint }: ThreadTask): Promise<RunAnswer> {
  let loading = runs.get(path);
  if (loading === undefined) {
    loading = load(path, url);
    runs.set(path, loading);
  }
  const run = await loading;
  if (typeof run !== 'function') return run;
  let result: unknown;
  try {
    result = await run(input, index, checkpoint === undefined ? NO_CHECKPOINT : checkpointOf(checkpoint));
  } catch (error) {
    return runFailure('E_RUN', error);
  }
  try {
    // The pool ends a thread whose answer it cannot copy, without a word on the reason.
    return { result: structuredClone(result) };
  } catch (error) {
    return runFailure('E_RUN_COPY', error);
  }
}

function checkpointOf({ last, most, port }: NonNullable<ThreadTask['checkpoint']>): Checkpoint {
  return {
    last: last === undefined ? undefined : (deserialize(last) as unknown),
    save: (state) => {
      const bytes = serialize(state);
      if (bytes.length > most)
        throw new RangeError(`A checkpoint takes ${bytes.length} bytes, and may take ${most} in this queue.`);
      port.postMessage(bytes);
    },
  };
}

async function load(path: string, url: string): Promise<Run<unknown> | RunFailure> {
  try {
    const { default: run } = await importModule(path, url);
    if (typeof run === 'function') return run as Run<unknown>;
  } catch (error) {
    return runFailure('E_RUN_MODULE', error);
  }
  return runFailure('E_RUN_MISSING', 'it has no function as its default export');
}

async function importModule(path: string, url: string): Promise<Readonly<Record<string, unknown>>> {
  if (!/\.[cm]?ts$/.test(extname(path))) return (await import(url)) as Record<string, unknown>;
  const { loadModule } = await import('../../modules/load-module.js');
  return loadModule(path);
}
