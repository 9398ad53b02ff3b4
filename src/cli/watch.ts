import { once } from 'node:events';
import { basename, dirname } from 'node:path';
import { DependencyReader } from '../generate/dependencies.js';
import { FileWatcher, type FileChange } from '../watch/file-watcher.js';
import { watchProject, type WatchRun } from '../watch/watch.js';
import type { CommandContext, Outcome } from './command.js';
import { describeGeneration } from './generation-report.js';
import { endOfUser } from './io.js';
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
      reports = reports
        .then(() => report(run, context))
        .catch(async (error: unknown) => {
          await context.fail(error);
        });
    },
  });
  await untilEnded(watcher, context);
  await reports;
  return { ok: true, data: {} };
}

/**
 * `simulate --watch`: runs a scene now, and whenever its file or one that it imports changes, until
 * the user ends it.
 */
export async function watchScene(
  file: string,
  simulate: () => Promise<Outcome>,
  context: CommandContext,
): Promise<Outcome> {
  const paths = (): readonly string[] => {
    const { files, absent } = new DependencyReader(context.cwd).of(file);
    return [file, ...files, ...absent];
  };
  const watcher = new FileWatcher({
    cwd: context.cwd,
    paths,
    folders: () => [...new Set(paths().map(dirname))],
    run: async (changes) => {
      const changed = changes.map(({ path, what }) => ({ file: basename(path), what }));
      watcher.note(paths());
      try {
        const outcome = await simulate();
        context.report({
          ...outcome,
          data: { changed, ...outcome.data },
          ...(changed.length > 0 && { summary: `\n${causeOf(changed)}: ${outcome.summary ?? ''}` }),
        });
      } catch (error) {
        await context.fail(error);
      }
      if (changed.length === 0) context.report(WAITING);
    },
    failed: context.fail,
  });
  await untilEnded(watcher, context);
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
  if (changed.length === 0 && outcome.ok) context.report(WAITING);
}

const WAITING: Outcome = { ok: true, data: {}, summary: 'Waiting for changes.' };

interface NamedChange {
  readonly file: string;
  readonly what: FileChange['what'];
}

const causeOf = (changed: readonly NamedChange[]): string =>
  changed.map(({ file, what }) => `${file} ${what}`).join(', ');

function oneLine(changed: readonly NamedChange[], { results = [], milliseconds }: WatchRun): string {
  const written = results.flatMap((result) => result.written);
  const removed = results.flatMap((result) => result.orphaned);
  const effects = [
    ...(written.length > 0 ? [`wrote ${written.join(', ')}`] : []),
    ...(removed.length > 0 ? [`removed ${removed.join(', ')}`] : []),
  ];
  return `${causeOf(changed)}: ${effects.length === 0 ? 'nothing to write' : effects.join('; ')} (${Math.round(milliseconds)} ms)`;
}

/** Waits for the end of the first run, and then for the user's. */
async function untilEnded(watcher: FileWatcher, { io }: CommandContext): Promise<void> {
  await watcher.ready;
  const { signal, forget } = endOfUser(io);
  if (!signal.aborted) await once(signal, 'abort');
  forget();
  await watcher.close();
}
