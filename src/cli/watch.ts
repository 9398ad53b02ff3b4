import { basename } from 'node:path';
import { watchProject, type WatchRun } from '../watch/watch.js';
import type { CommandContext, Outcome } from './command.js';
import { describeGeneration } from './generation-report.js';
import { displayPath, type SettingFlags } from './settings.js';

/** `generate --watch`: runs until the user ends it. */
export async function watchCommand(flags: SettingFlags, context: CommandContext): Promise<Outcome> {
  const { cwd } = context;
  let reports = Promise.resolve();
  const watcher = watchProject({
    load: () => context.settings(flags),
    cwd,
    onRendered: (path, done, total) => {
      context.progress(`derived ${done} of ${total}: ${displayPath(path, cwd)}`);
    },
    onRun: (run) => {
      reports = reports.then(() => report(run, context));
    },
  });
  await watcher.ready;
  await untilEnded(context.io.signal);
  await watcher.close();
  await reports;
  return { ok: true, data: {} };
}

async function report(run: WatchRun, context: CommandContext): Promise<void> {
  if (run.results === undefined) {
    await context.fail(run.error);
    return;
  }
  const outcome = await describeGeneration(run.results, { check: false, cwd: context.cwd }, context);
  const changed = run.changed.map(({ path, what }) => ({ file: basename(path), what }));
  context.report({
    ...outcome,
    data: { changed, ...outcome.data },
    // The first run is reported at length, the others in a line each.
    ...(outcome.ok && changed.length > 0 && { summary: oneLine(changed, run) }),
  });
  if (changed.length === 0 && outcome.ok) context.report({ ok: true, data: {}, summary: 'Waiting for changes.' });
}

function oneLine(
  changed: readonly { readonly file: string; readonly what: string }[],
  { results = [], milliseconds }: WatchRun,
): string {
  const cause = changed.map(({ file, what }) => `${file} ${what}`).join(', ');
  const written = results.flatMap((result) => result.written);
  const removed = results.flatMap((result) => result.orphaned);
  const effects = [
    ...(written.length > 0 ? [`wrote ${written.join(', ')}`] : []),
    ...(removed.length > 0 ? [`removed ${removed.join(', ')}`] : []),
  ];
  return `${cause}: ${effects.length === 0 ? 'nothing to write' : effects.join('; ')} (${Math.round(milliseconds)} ms)`;
}

function untilEnded(signal: AbortSignal | undefined): Promise<void> {
  return new Promise((resolve) => {
    if (signal === undefined) {
      process.once('SIGINT', () => {
        resolve();
      });
      process.once('SIGTERM', () => {
        resolve();
      });
    } else if (signal.aborted) resolve();
    else
      signal.addEventListener('abort', () => {
        resolve();
      });
  });
}
