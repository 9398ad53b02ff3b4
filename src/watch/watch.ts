import { readdirSync } from 'node:fs';
import { dirname, extname, join } from 'node:path';
import { CONFIG_FILES, type Project } from '../config/project.js';
import { isFolder } from '../files/files.js';
import { generateProject } from '../generate/generate-project.js';
import type { GenerateResult, GenerateSettings } from '../generate/generate.js';
import { SPEC_EXTENSIONS } from '../generate/load-specs.js';
import { FileWatcher, type FileChange } from './file-watcher.js';

/** One run of the generator while watching. */
export interface WatchRun {
  /** The files whose change caused the run; empty for the first run. */
  readonly changed: readonly FileChange[];
  readonly project?: Project;
  readonly results?: readonly GenerateResult[];
  /** The error that kept the run from happening: a mistake in the configuration, or a fault. */
  readonly error?: unknown;
  readonly milliseconds: number;
}

export interface WatchOptions {
  /** Loads the project; called again when its configuration changes. */
  readonly load: () => Promise<Project>;
  /** The folder where a configuration may appear. */
  readonly cwd: string;
  readonly onRun: (run: WatchRun) => void;
  /** Called for each spec that was derived. */
  readonly onRendered?: GenerateSettings['onRendered'];
}

/**
 * Generates now and whenever a spec, a file that specs import, or the configuration changes.
 * Emitted files are not among them, so that generating never causes another run.
 */
export function watchProject({ load, cwd, onRun, onRendered }: WatchOptions): FileWatcher {
  let scope: Scope = { homes: [cwd], specs: [], dependencies: [] };
  const watcher = new FileWatcher({
    cwd,
    paths: () => pathsOf(scope),
    folders: () => foldersOf(scope),
    run: async (changed) => {
      const start = performance.now();
      const run: { project?: Project; results?: readonly GenerateResult[]; error?: unknown } = {};
      try {
        run.project = await load();
        watcher.note(pathsOf(scopeOf(run.project, [], cwd)));
        run.results = await generateProject(run.project, onRendered && { onRendered });
        scope = scopeOf(run.project, run.results, cwd);
      } catch (error) {
        run.error = error;
      }
      if (!watcher.isClosed) onRun({ changed, ...run, milliseconds: performance.now() - start });
    },
    failed: (error) => {
      onRun({ changed: [], error, milliseconds: 0 });
    },
  });
  return watcher;
}

/** The paths that a project consists of. */
interface Scope {
  /** Folders where a configuration may be. */
  readonly homes: readonly string[];
  /** Spec files, and folders of them. */
  readonly specs: readonly string[];
  readonly dependencies: readonly string[];
}

function scopeOf({ entries, configFile }: Project, results: readonly GenerateResult[], cwd: string): Scope {
  const own = configFile === undefined ? [] : [configFile];
  return {
    homes: [cwd, ...own.map(dirname)],
    specs: entries.flatMap((entry) => entry.specs),
    dependencies: [...own, ...results.flatMap((result) => result.dependencies)],
  };
}

const foldersOf = ({ homes, specs, dependencies }: Scope): string[] => [
  ...new Set([...homes, ...specs.filter(isFolder), ...specs.map(dirname), ...dependencies.map(dirname)]),
];

const pathsOf = ({ homes, specs, dependencies }: Scope): Set<string> =>
  new Set([
    ...homes.flatMap((home) => CONFIG_FILES.map((name) => join(home, name))),
    ...dependencies,
    ...specs.flatMap((path) => (isFolder(path) ? specsIn(path) : [path])),
  ]);

function specsIn(folder: string): string[] {
  try {
    return readdirSync(folder)
      .filter((name) => SPEC_EXTENSIONS.has(extname(name)))
      .map((name) => join(folder, name));
  } catch {
    return [];
  }
}
