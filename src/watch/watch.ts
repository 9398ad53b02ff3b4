import { existsSync, readdirSync, statSync } from 'node:fs';
import { dirname, extname, join } from 'node:path';
import { watch as watchFiles, type FSWatcher } from 'chokidar';
import { CONFIG_FILES, type Project } from '../config/project.js';
import { isFolder } from '../files/files.js';
import { codeOf } from '../files/system-error.js';
import { generateProject } from '../generate/generate-project.js';
import type { GenerateResult, GenerateSettings } from '../generate/generate.js';
import { SPEC_EXTENSIONS } from '../generate/load-specs.js';
import { byCodePoint } from '../generate/order.js';

/** One run of the generator while watching. */
export interface WatchRun {
  /** The files whose change caused the run; empty for the first run. */
  readonly changed: readonly { readonly path: string; readonly what: 'changed' | 'added' | 'removed' }[];
  readonly project?: Project;
  readonly results?: readonly GenerateResult[];
  /** The error that kept the run from happening: a mistake in the configuration. */
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

export interface Watcher {
  /** Settles when the first run is over. */
  readonly ready: Promise<void>;
  readonly close: () => Promise<void>;
}

/**
 * Time within which changes count as one, ms. Editors write a file in several steps, and version
 * control many files.
 */
const QUIET = 40;
/**
 * Time between two looks at the files, ms. Some changes are not reported: quick ones after others,
 * and those in folders that the watcher has only just been given.
 */
const LOOK = 1000;

/**
 * Generates now and whenever a spec, a file that specs import, or the configuration changes. Events
 * only cause a look at the files, whose contents show what changed. Emitted files are not among
 * them, so that generating never causes another run. Nothing that a user can do to these files ends
 * the watching.
 */
export function watchProject({ load, cwd, onRun, onRendered }: WatchOptions): Watcher {
  let scope: Scope = { homes: [cwd], specs: [], dependencies: [] };
  /** The files as they were at the last run, and at the last look. */
  let seen: Snapshot = new Map();
  let last: Snapshot = seen;
  let timer: NodeJS.Timeout | undefined;
  let running: Promise<void> | undefined;
  let closed = false;

  const files: FSWatcher = watchFiles(cwd, { ignoreInitial: true, depth: 0 });
  const schedule = (): void => {
    clearTimeout(timer);
    timer = setTimeout(look, QUIET);
  };
  const look = (): void => {
    if (closed || running) return;
    const now = snapshotOf(scope);
    const changed = changesBetween(seen, now);
    const isSettled = changesBetween(last, now).length === 0;
    last = now;
    if (changed.length === 0) return;
    // A file that is still being written, or renamed, differs at the next look.
    if (!isSettled) {
      schedule();
      return;
    }
    seen = now;
    running = runOnce(changed).finally(() => {
      running = undefined;
      // Files may have changed during the run.
      schedule();
    });
  };
  const runOnce = async (changed: WatchRun['changed']): Promise<void> => {
    const start = performance.now();
    const run: { project?: Project; results?: readonly GenerateResult[]; error?: unknown } = {};
    try {
      run.project = await load();
      const before = scopeOf(run.project, [], cwd);
      seen = new Map([...snapshotOf(before), ...seen]);
      run.results = await generateProject(run.project, onRendered && { onRendered });
      scope = scopeOf(run.project, run.results, cwd);
      // Files that are watched from now on have not changed. For the others, the state before the
      // run counts.
      const now = snapshotOf(scope);
      const removed = [...seen].filter(([path]) => !now.has(path) && !existsSync(path));
      seen = new Map([...removed, ...[...now].map(([path, stamp]) => [path, seen.get(path) ?? stamp] as const)]);
      files.add(foldersOf(scope));
    } catch (error) {
      run.error = error;
    }
    if (!closed) onRun({ changed, ...run, milliseconds: performance.now() - start });
  };

  const ready = new Promise<void>((resolve) => files.once('ready', resolve)).then(async () => {
    seen = snapshotOf(scope);
    running = runOnce([]);
    await running;
    running = undefined;
  });
  files.on('all', schedule);
  files.on('raw', schedule);
  // A folder that disappears while it is being read is noticed by looking.
  files.on('error', schedule);
  const looking = setInterval(look, LOOK);
  return {
    ready,
    close: async () => {
      closed = true;
      clearTimeout(timer);
      clearInterval(looking);
      await running;
      clearTimeout(timer);
      await files.close();
    },
  };
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

/** The files of a project, each with a stamp that differs between its states. */
type Snapshot = ReadonlyMap<string, string>;

function snapshotOf({ homes, specs, dependencies }: Scope): Snapshot {
  const configs = homes.flatMap((home) => CONFIG_FILES.map((name) => join(home, name)));
  const paths = new Set([
    ...configs,
    ...dependencies,
    ...specs.flatMap((path) => (isFolder(path) ? specsIn(path) : [path])),
  ]);
  const stamps = new Map<string, string>();
  for (const path of paths) {
    const stamp = stampOf(path);
    if (stamp !== undefined) stamps.set(path, stamp);
  }
  return stamps;
}

/**
 * Returns a text that differs between two states of a file. If the file cannot be read, it is the
 * reason.
 */
function stampOf(path: string): string | undefined {
  try {
    const info = statSync(path, { throwIfNoEntry: false });
    return info && `${info.mtimeMs} ${info.size} ${info.ino}`;
  } catch (error) {
    return codeOf(error) ?? 'unknown';
  }
}

function specsIn(folder: string): string[] {
  try {
    return readdirSync(folder)
      .filter((name) => SPEC_EXTENSIONS.has(extname(name)))
      .map((name) => join(folder, name));
  } catch {
    return [];
  }
}

function changesBetween(before: Snapshot, now: Snapshot): WatchRun['changed'] {
  const paths = [...new Set([...before.keys(), ...now.keys()])].sort(byCodePoint);
  return paths.flatMap((path) => {
    const [old, current] = [before.get(path), now.get(path)];
    if (old === current) return [];
    return [{ path, what: old === undefined ? 'added' : current === undefined ? 'removed' : 'changed' } as const];
  });
}
