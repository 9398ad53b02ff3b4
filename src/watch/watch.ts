import { statSync } from 'node:fs';
import { dirname, extname, join, sep } from 'node:path';
import { watch as watchFiles, type FSWatcher } from 'chokidar';
import { CONFIG_FILES, type Project } from '../config/project.js';
import { generateProject } from '../generate/generate-project.js';
import type { GenerateResult } from '../generate/generate.js';
import { SPEC_EXTENSIONS } from '../generate/load-specs.js';

/** One run of the generator while watching. */
export interface WatchRun {
  /** The files that gave occasion to it; none for the first run. */
  readonly changed: readonly { readonly path: string; readonly what: 'changed' | 'added' | 'removed' }[];
  readonly project?: Project;
  readonly results?: readonly GenerateResult[];
  /** What kept the run from happening: a mistake in the configuration. */
  readonly error?: unknown;
  readonly milliseconds: number;
}

export interface WatchOptions {
  /** Finds out what the project is; called again when its configuration changes. */
  readonly load: () => Promise<Project>;
  /** The folder where a configuration may appear. */
  readonly cwd: string;
  readonly onRun: (run: WatchRun) => void;
}

export interface Watcher {
  /** Settles when the first run is over. */
  readonly ready: Promise<void>;
  readonly close: () => Promise<void>;
}

/** Editors write a file in several steps, and version control many files: changes within this time are one, ms. */
const QUIET = 40;

const WORDS = { change: 'changed', add: 'added', addDir: 'added', unlink: 'removed', unlinkDir: 'removed' } as const;

/**
 * Generates, and again whenever a spec, a file that specs import, or the configuration changes. Output folders are not watched, so that
 * it never answers to itself. Nothing that a user can do to these files ends it.
 */
export function watchProject({ load, cwd, onRun }: WatchOptions): Watcher {
  let relevance: Relevance = { folders: [cwd], isRelevant: (path) => isConfig(path, [cwd]) };
  const changes = new Map<string, WatchRun['changed'][number]>();
  let timer: NodeJS.Timeout | undefined;
  let running: Promise<void> | undefined;
  let closed = false;

  const files: FSWatcher = watchFiles([...relevance.folders], { ignoreInitial: true, depth: 0 });
  files.on('all', (event, path) => {
    if (closed || !relevance.isRelevant(path)) return;
    changes.set(path, { path, what: WORDS[event as keyof typeof WORDS] });
    schedule();
  });
  // A folder that disappears while it is being read is seen by the next event.
  files.on('error', () => undefined);

  const schedule = (): void => {
    clearTimeout(timer);
    timer = setTimeout(() => {
      running ??= drain().finally(() => (running = undefined));
    }, QUIET);
  };
  const drain = async (): Promise<void> => {
    while (changes.size > 0 && !isClosed()) {
      const changed = [...changes.values()];
      changes.clear();
      await runOnce(changed);
    }
  };
  const isClosed = (): boolean => closed;
  const runOnce = async (changed: WatchRun['changed']): Promise<void> => {
    const start = performance.now();
    const run: { project?: Project; results?: readonly GenerateResult[]; error?: unknown } = {};
    try {
      run.project = await load();
      run.results = await generateProject(run.project);
      relevance = relevanceOf(run.project, run.results, cwd);
      files.add([...relevance.folders]);
    } catch (error) {
      run.error = error;
    }
    if (!isClosed()) onRun({ changed, ...run, milliseconds: performance.now() - start });
  };

  const ready = new Promise<void>((resolve) => files.once('ready', resolve)).then(() => runOnce([]));
  return {
    ready,
    close: async () => {
      closed = true;
      clearTimeout(timer);
      await running;
      await files.close();
    },
  };
}

interface Relevance {
  /** Folders to watch, without their subfolders. */
  readonly folders: readonly string[];
  readonly isRelevant: (path: string) => boolean;
}

const isConfig = (path: string, homes: readonly string[]): boolean =>
  homes.some((home) => CONFIG_FILES.some((name) => path === join(home, name)));

function relevanceOf({ entries, configFile }: Project, results: readonly GenerateResult[], cwd: string): Relevance {
  const specs = entries.flatMap((entry) => entry.specs);
  const dependencies = new Set(results.flatMap((result) => result.dependencies));
  const homes = [cwd, ...(configFile === undefined ? [] : [dirname(configFile)])];
  const isFolder = (path: string): boolean => statSync(path, { throwIfNoEntry: false })?.isDirectory() === true;
  const folders = [...homes, ...specs.filter(isFolder), ...specs.map(dirname), ...[...dependencies].map(dirname)];
  return {
    folders: [...new Set(folders)],
    isRelevant: (path) => {
      if (entries.some(({ out }) => path === out || path.startsWith(out + sep))) return false;
      if (path === configFile || isConfig(path, homes) || dependencies.has(path) || specs.includes(path)) return true;
      return specs.includes(dirname(path)) && SPEC_EXTENSIONS.has(extname(path));
    },
  };
}
