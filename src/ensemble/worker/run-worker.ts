import { extname } from 'node:path';
import { runOf, type Run, type RunRequest } from '../run.js';

/** A module by its path and its address, and one of its runs. */
interface Task extends RunRequest {
  readonly path: string;
  readonly url: string;
}

/** The runs of modules that this thread has loaded. */
const runs = new Map<string, Promise<Run<unknown>>>();

/** The task of a thread: one run. */
export default async function perform({ path, url, input, index }: Task): Promise<unknown> {
  let run = runs.get(path);
  if (run === undefined) {
    run = load(path, url);
    runs.set(path, run);
  }
  return (await run)(input, index);
}

async function load(path: string, url: string): Promise<Run<unknown>> {
  if (!/\.[cm]?ts$/.test(extname(path))) return runOf((await import(url)) as Record<string, unknown>, path);
  const { loadModule } = await import('../../modules/load-module.js');
  return runOf(await loadModule(path), path);
}
