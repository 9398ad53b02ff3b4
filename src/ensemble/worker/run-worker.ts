import { extname } from 'node:path';
import { runFailure, type RunFailure } from '../ensemble-error.js';
import type { Run, RunAnswer, RunRequest } from '../run.js';

/** A module by its path and its address, and one of its runs. */
interface Task extends RunRequest {
  readonly path: string;
  readonly url: string;
}

/** The runs of modules that this thread has loaded, or the failures. */
const runs = new Map<string, Promise<Run<unknown> | RunFailure>>();

/** The task of a thread: one run. */
export default async function perform({ path, url, input, index }: Task): Promise<RunAnswer> {
  let loading = runs.get(path);
  if (loading === undefined) {
    loading = load(path, url);
    runs.set(path, loading);
  }
  const run = await loading;
  if (typeof run !== 'function') return run;
  let result: unknown;
  try {
    result = await run(input, index);
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
