import { existsSync, statSync } from 'node:fs';
import { watch as watchFiles, type FSWatcher } from 'chokidar';
import { codeOf } from '../files/system-error.js';
import { byCodePoint } from '../generate/order.js';

export interface FileChange {
  readonly path: string;
  readonly what: 'changed' | 'added' | 'removed';
}

export interface Watched {
  /** A folder where files may appear from the start. */
  readonly cwd: string;
  /** Returns the files that count, whether or not they are there. */
  readonly paths: () => Iterable<string>;
  /** Returns the folders in which they are. */
  readonly folders: () => readonly string[];
  /** Does the work, at first with no changes. Nothing else runs meanwhile. */
  readonly run: (changed: readonly FileChange[]) => Promise<void>;
  /** Receives what was thrown by any of these, or by a look at the files. The watching goes on. */
  readonly failed: (error: unknown) => unknown;
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
 * Runs now, and whenever files change. Events only cause a look at the files, which shows what
 * changed. Nothing that a user can do to the files ends the watching.
 */
export class FileWatcher {
  /** Settles when the first run is over. */
  readonly ready: Promise<void>;
  readonly #watched: Watched;
  readonly #files: FSWatcher;
  readonly #looking: NodeJS.Timeout;
  /** The files as they were at the last run, and at the last look. */
  #seen: Snapshot = new Map();
  #last: Snapshot = this.#seen;
  #timer: NodeJS.Timeout | undefined;
  #running: Promise<void> | undefined;
  #closed = false;

  constructor(watched: Watched) {
    this.#watched = watched;
    this.#files = watchFiles(watched.cwd, { ignoreInitial: true, depth: 0 });
    const schedule = (): void => {
      this.#schedule();
    };
    this.#files.on('all', schedule);
    this.#files.on('raw', schedule);
    // A folder that disappears while it is being read is noticed by looking.
    this.#files.on('error', schedule);
    this.#looking = setInterval(this.#look, LOOK);
    this.ready = new Promise<void>((resolve) => this.#files.once('ready', resolve)).then(async () => {
      this.#running = this.#guarded(() => {
        this.#seen = snapshotOf(watched.paths());
        return this.#runOnce([]);
      });
      await this.#running;
      this.#running = undefined;
    });
  }

  get isClosed(): boolean {
    return this.#closed;
  }

  /** Notes how files are before a run reads them, where it has only learned of them. */
  note(paths: Iterable<string>): void {
    this.#seen = new Map([...snapshotOf(paths), ...this.#seen]);
  }

  async close(): Promise<void> {
    this.#closed = true;
    clearTimeout(this.#timer);
    clearInterval(this.#looking);
    await this.#running;
    clearTimeout(this.#timer);
    await this.#files.close();
  }

  #schedule(): void {
    clearTimeout(this.#timer);
    this.#timer = setTimeout(this.#look, QUIET);
  }

  readonly #look = (): void => {
    void this.#guarded(() => {
      this.#runIfChanged();
    });
  };

  #runIfChanged(): void {
    if (this.#closed || this.#running) return;
    const now = snapshotOf(this.#watched.paths());
    const changed = changesBetween(this.#seen, now);
    const isSettled = changesBetween(this.#last, now).length === 0;
    this.#last = now;
    if (changed.length === 0) return;
    // A file that is still being written, or renamed, differs at the next look.
    if (!isSettled) {
      this.#schedule();
      return;
    }
    this.#seen = now;
    this.#running = this.#guarded(() => this.#runOnce(changed)).finally(() => {
      this.#running = undefined;
      // Files may have changed during the run.
      this.#schedule();
    });
  }

  /** Does some work. What it throws is reported, and ends nothing. */
  async #guarded(work: () => void | Promise<void>): Promise<void> {
    try {
      await work();
    } catch (error) {
      await this.#watched.failed(error);
    }
  }

  async #runOnce(changed: readonly FileChange[]): Promise<void> {
    await this.#watched.run(changed);
    // Files that are watched from now on have not changed. For the others, the state before the run
    // counts.
    const now = snapshotOf(this.#watched.paths());
    const removed = [...this.#seen].filter(([path]) => !now.has(path) && !existsSync(path));
    const kept = [...now].map(([path, stamp]) => [path, this.#seen.get(path) ?? stamp] as const);
    this.#seen = new Map([...removed, ...kept]);
    this.#files.add([...this.#watched.folders()]);
  }
}

/** The files that are there, each with a stamp that differs between its states. */
type Snapshot = ReadonlyMap<string, string>;

function snapshotOf(paths: Iterable<string>): Snapshot {
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

function changesBetween(before: Snapshot, now: Snapshot): FileChange[] {
  const paths = [...new Set([...before.keys(), ...now.keys()])].sort(byCodePoint);
  return paths.flatMap((path) => {
    const [old, current] = [before.get(path), now.get(path)];
    if (old === current) return [];
    return [{ path, what: old === undefined ? 'added' : current === undefined ? 'removed' : 'changed' } as const];
  });
}
