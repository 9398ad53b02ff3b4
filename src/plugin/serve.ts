import type { ViteDevServer } from 'vite';
import type { Project } from '../config/project.js';
import { watchProject, type WatchRun } from '../watch/watch.js';
import { buildErrorOf, diagnosticsOf, type BuildError } from './build-error.js';

/**
 * Generates while a development server runs. A changed spec changes its emitted file, and the
 * server reloads the modules that import it. A mistake is shown over the page, also on pages that
 * open later, until it is repaired.
 */
export async function serveConstraints(
  server: ViteDevServer,
  load: () => Promise<Project>,
  cwd: string,
): Promise<void> {
  let shown: BuildError | undefined;
  const show = (error: BuildError): void => {
    server.ws.send({ type: 'error', err: { ...error, ...(error.loc && { loc: { ...error.loc } }) } });
  };
  server.ws.on('connection', () => {
    if (shown) show(shown);
  });
  const watcher = watchProject({
    load,
    cwd,
    onRun: (run) => {
      const error = errorOf(run);
      if (error) {
        server.config.logger.error(`${error.message}\n${error.frame ?? ''}`, { timestamp: true });
        show(error);
      } else {
        for (const { written } of run.results ?? [])
          if (written.length > 0)
            server.config.logger.info(`holonomic: wrote ${written.join(', ')}`, { timestamp: true });
        // Changed files reload by themselves. A repair that brings back the old text changes
        // nothing but the mistake.
        if (shown && (run.results ?? []).every(({ written }) => written.length === 0))
          server.ws.send({ type: 'full-reload' });
      }
      shown = error;
    },
  });
  server.httpServer?.once('close', () => void watcher.close());
  const close = server.close.bind(server);
  server.close = async () => {
    await watcher.close();
    await close();
  };
  await watcher.ready;
}

function errorOf({ results, error }: WatchRun): BuildError | undefined {
  if (results === undefined) return buildErrorOf(diagnosticsOf(error));
  const errors = results.flatMap((result) => result.errors);
  return errors.length === 0 ? undefined : buildErrorOf(errors);
}
