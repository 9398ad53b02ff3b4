import { createRequire } from 'node:module';
import { availableParallelism } from 'node:os';
import { extname } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
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
  /** Largest number of threads; as many as there are processors if left out. */
  readonly threads?: number;
  readonly onRendered?: (path: string) => void;
  /** True if each mistake says where in the program it was found. */
  readonly debug?: boolean;
}

/**
 * Renders spec files, in several threads where that pays. The outcomes are in the order of `paths`.
 */
export async function renderAll(
  paths: readonly string[],
  out: string,
  { jdot = false, threads = availableParallelism(), onRendered, debug = false }: RenderOptions = {},
): Promise<SpecOutcome[]> {
  const workers = Math.min(threads, Math.floor(paths.length / WORTH_A_WORKER));
  if (workers > 1) return renderInThreads(paths, { out, jdot, debug }, workers, onRendered);
  if (paths.length === 0) return [];
  const { renderSpecFile } = await import('./render-spec-file.js');
  const outcomes: SpecOutcome[] = [];
  for (const path of paths) {
    outcomes.push(await renderSpecFile({ path, out, jdot, debug }));
    onRendered?.(path);
  }
  return outcomes;
}

/**
 * The module that installs a loader of TypeScript. Threads of a toolkit run from its sources load
 * through it.
 */
function sourceLoader(): string {
  const api = pathToFileURL(
    createRequire(import.meta.url)
      .resolve('tsx/esm/api')
      .replace(/\.cjs$/, '.mjs'),
  ).href;
  return `data:text/javascript,import { register } from ${JSON.stringify(api)}; register();`;
}

async function renderInThreads(
  paths: readonly string[],
  task: Omit<RenderTask, 'path'>,
  workers: number,
  onRendered: RenderOptions['onRendered'],
): Promise<SpecOutcome[]> {
  const { Piscina } = await import('piscina');
  const extension = extname(fileURLToPath(import.meta.url));
  const pool = new Piscina({
    filename: new URL(`./worker/render-worker${extension}`, import.meta.url).href,
    minThreads: workers,
    maxThreads: workers,
    execArgv: extension === '.ts' ? ['--import', sourceLoader()] : [],
  });
  try {
    return await Promise.all(
      paths.map(async (path) => {
        const outcome = (await pool.run({ ...task, path })) as SpecOutcome;
        onRendered?.(path);
        return outcome;
      }),
    );
  } finally {
    await pool.destroy();
  }
}
