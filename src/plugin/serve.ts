import { basename } from 'node:path';
import type { ViteDevServer } from 'vite';
import type { Project } from '../config/project.js';
import { faultsIn } from '../files/system-error.js';
import type { GenerateResult } from '../generate/generate.js';
import { signsOfLife } from '../generate/signs-of-life.js';
import { watchProject, type WatchRun } from '../watch/watch.js';
import { buildErrorOf, type BuildError } from './build-error.js';
import { importFaults, isSource } from './imports.js';
import { progressTo } from './run.js';

/**
 * Generates while a development server runs. A changed spec changes its emitted file, and the
 * server reloads the modules that import it. A mistake is shown over the page, also on pages that
 * open later, until it is repaired. So is an import of a class that is gone.
 */
export class ConstraintServer {
  /** Settles when the first run is over. */
  readonly ready: Promise<void>;
  readonly #server: ViteDevServer;
  #shown: BuildError | undefined;
  #outs: readonly string[] = [];
  #classes: ReadonlySet<string> = new Set();
  #changes = { lost: new Set<string>(), gained: new Set<string>() };
  /** Modules whose imports failed. */
  readonly #failed = new Set<string>();

  constructor(server: ViteDevServer, load: () => Promise<Project>, cwd: string) {
    this.#server = server;
    server.ws.on('connection', () => {
      if (this.#shown) this.#show(this.#shown);
    });
    const watcher = watchProject({
      load,
      cwd,
      onRendered: progressTo(
        signsOfLife((text) => {
          server.config.logger.info(text, { timestamp: true });
        }),
      ),
      onRun: (run) => {
        this.#report(run);
      },
    });
    server.httpServer?.once('close', () => void watcher.close());
    const close = server.close.bind(server);
    server.close = async () => {
      await watcher.close();
      await close();
    };
    this.ready = watcher.ready;
  }

  /** Throws where a module imports a generated class or file that is not there. */
  checkImports(code: string, id: string): void {
    const [file] = id.split('?') as [string];
    if (!isSource(file, this.#outs, this.#server.config.root)) return;
    const faults = importFaults(code, file, this.#outs, this.#changes);
    if (faults.length === 0) {
      this.#failed.delete(file);
      return;
    }
    this.#failed.add(file);
    // While specs are faulty, nothing is generated: that mistake comes first.
    const error = forOverlay(this.#shown ?? buildErrorOf(faults));
    throw Object.assign(new Error(error.message), error);
  }

  #report(run: WatchRun): void {
    const { results = [], project } = run;
    if (project) this.#outs = project.entries.map(({ out }) => out);
    const error = errorOf(run);
    if (error) {
      this.#server.config.logger.error(`${error.message}\n${error.frame ?? ''}`, { timestamp: true });
      this.#show(error);
    } else this.#reload(results);
    this.#shown = error;
  }

  /** Has the page load again what changed. */
  #reload(results: readonly GenerateResult[]): void {
    const { config, ws } = this.#server;
    for (const { written } of results)
      if (written.length > 0) config.logger.info(`holonomic: wrote ${written.join(', ')}`, { timestamp: true });
    const classes = new Set(results.flatMap((result) => result.classes.map(({ className }) => className)));
    const lost = [...this.#classes].filter((name) => !classes.has(name));
    const gained = [...classes].filter((name) => !this.#classes.has(name));
    if (lost.length > 0) this.#changes = { lost: new Set(lost), gained: new Set(gained) };
    this.#classes = classes;
    const isChanged = results.some(({ written, orphaned }) => written.length + orphaned.length > 0);
    const isGone = lost.length > 0 || results.some(({ orphaned }) => orphaned.length > 0);
    const hadFailed = this.#failed.size > 0;
    if (isChanged) this.#forgetImporters(results);
    // Changed files reload by themselves, except for modules that import what is gone. A repair
    // that brings back the old text changes nothing but the mistake.
    if (isGone || (isChanged && hadFailed) || (!isChanged && this.#shown)) ws.send({ type: 'full-reload' });
  }

  /**
   * Makes the server transform those modules again that import what changed, and those whose
   * imports failed, so that their imports are checked.
   */
  #forgetImporters(results: readonly GenerateResult[]): void {
    const { moduleGraph } = this.#server;
    const changed = results.flatMap(({ out, written, orphaned }) =>
      [...written, ...orphaned].map((name) => `${out}/${name}`.replaceAll('\\', '/')),
    );
    const visited = new Set<string>();
    const visit = (file: string): void => {
      if (visited.has(file)) return;
      visited.add(file);
      for (const node of moduleGraph.getModulesByFile(file) ?? []) {
        moduleGraph.invalidateModule(node);
        for (const { file: importer } of node.importers) if (importer !== null) visit(importer);
      }
    };
    [...changed, ...this.#failed].forEach(visit);
    this.#failed.clear();
  }

  #show(error: BuildError): void {
    const { loc, ...rest } = forOverlay(error);
    this.#server.ws.send({ type: 'error', err: { ...rest, ...(loc && { loc: { ...loc } }) } });
  }
}

/**
 * An error for Vite's overlay, which trims the frame and takes frames out of messages: the frame
 * begins with the file's name, and the frames of further mistakes have another sign.
 */
function forOverlay(error: BuildError): BuildError {
  const { message, frame, id } = error;
  const name = id === undefined ? '' : basename(id);
  return {
    ...error,
    message: message.replace(/^(\s*>?\s*\d*\s+)\|/gm, '$1│'),
    ...(frame !== undefined && { frame: `${name}\n${frame}` }),
  };
}

function errorOf({ results, error }: WatchRun): BuildError | undefined {
  if (results === undefined) return buildErrorOf(faultsIn(error));
  const errors = results.flatMap((result) => result.errors);
  return errors.length === 0 ? undefined : buildErrorOf(errors);
}
