import { availableParallelism } from 'node:os';
import { pathToFileURL } from 'node:url';
import { modulePath, ownExtension } from '../files/package-files.js';
import { threadArguments } from '../modules/thread-arguments.js';
import type { TargetName } from '../spec/define-config.js';
import { RUNTIME_MODULE } from '../spec/runtime-module.js';
import { loadSpecFile } from './load-specs.js';
import type { RenderTask } from './render-spec-file.js';
import type { SpecOutcome } from './spec-outcome.js';

/**
 * Number of files per worker from which threads pay: a worker loads the toolkit first, which takes
 * about a second.
 */
const WORTH_A_WORKER = 60;

export interface RenderOptions {
  /** True if constraints whose specs do not say have a kernel of `Jdot`; false if left out. */
  readonly jdot?: boolean;
  /** The language of the output; TypeScript if left out. */
  readonly target?: TargetName;
  /** Module that emitted code imports the runtime from; `holonomic/runtime` if left out. */
  readonly runtime?: string;
  /** Largest number of threads; as many as there are processors if left out. */
  readonly threads?: number;
  /** Called for each finished spec file, with their number so far and in all. */
  readonly onRendered?: (path: string, done: number, total: number) => void;
  /** True if each mistake says where in the program it was found. */
  readonly debug?: boolean;
}

/** Receives the outcome for a spec file as soon as there is one. */
export type OutcomeListener = (path: string, outcome: SpecOutcome) => void;

/** Renders spec files, in several threads where that pays. `onOutcome` gets them as they come. */
export async function renderAll(
  paths: readonly string[],
  out: string,
  onOutcome: OutcomeListener,
  {
    jdot = false,
    target = 'typescript',
    runtime = RUNTIME_MODULE,
    threads = availableParallelism(),
    onRendered,
    debug = false,
  }: RenderOptions = {},
): Promise<void> {
  let done = 0;
  const finish: OutcomeListener = (path, outcome) => {
    onOutcome(path, outcome);
    onRendered?.(path, ++done, paths.length);
  };
  const workers = Math.min(threads, Math.floor(paths.length / WORTH_A_WORKER));
  const task = { out, jdot, target, runtime, debug };
  if (workers > 1) return renderInThreads(paths, task, workers, finish);
  if (paths.length === 0) return;
  const { renderSpecFile } = await import('./render-spec-file.js');
  for (const path of paths) finish(path, await renderSpecFile({ loaded: await loadSpecFile(path, debug), ...task }));
}

async function renderInThreads(
  paths: readonly string[],
  task: Omit<RenderTask, 'loaded'>,
  workers: number,
  finish: OutcomeListener,
): Promise<void> {
  const { Piscina } = await import('piscina');
  const pool = new Piscina({
    filename: pathToFileURL(modulePath('generate/worker/render-worker')).href,
    minThreads: workers,
    maxThreads: workers,
    execArgv: threadArguments(ownExtension()),
  });
  try {
    await Promise.all(
      paths.map(async (path) => {
        // Files are loaded one after the other, in the thread for it, while others are derived.
        const loaded = await loadSpecFile(path, task.debug);
        finish(path, (await pool.run({ ...task, loaded })) as SpecOutcome);
      }),
    );
  } finally {
    await pool.destroy();
  }
}
