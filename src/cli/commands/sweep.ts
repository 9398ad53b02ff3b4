import { basename, resolve } from 'node:path';
import type { Command } from 'commander';
import { readModule } from '../../modules/read-module.js';
import type { CommandContext, Execute, Outcome } from '../command.js';
import { UsageError, UserError } from '../errors.js';
import { endOfUser } from '../io.js';
import { integerOption } from '../option-values.js';
import { queueConnection } from '../queue-connection.js';
import { displayPath } from '../settings.js';
import { count } from '../words.js';
import { checkProducts, writeProduct } from '../write-product.js';

interface SweepFlags {
  readonly threads?: number;
  readonly store?: string;
  readonly queue?: string;
  readonly connection?: string;
  readonly csv?: string;
  readonly svg?: string;
}

/** `holonomic sweep`: makes the runs of a module, and tabulates and draws their results. */
export function addSweep(program: Command, execute: Execute): void {
  program
    .command('sweep')
    .argument('<module>', 'module whose default export is a run, with the inputs of all runs as its export "inputs"')
    .description('make many runs of a simulation in threads, or by the workers of a queue')
    .option('--threads <number>', 'threads (default: as many as there are processors)', integerOption(1))
    .option('--store <folder>', 'keep results there, and make only the runs that are missing')
    .option('--queue <name>', 'let the workers of this queue make the runs')
    .option('--connection <url>', 'server of the queue (default: $HOLONOMIC_CONNECTION, or redis://127.0.0.1:6379)')
    .option('--csv <file>', 'write inputs and results, a row per run')
    .option('--svg <file>', 'draw the results over the inputs')
    .action((module: string, flags: SweepFlags) => execute('sweep', (context) => sweepCommand(module, flags, context)));
}

async function sweepCommand(shown: string, flags: SweepFlags, context: CommandContext): Promise<Outcome> {
  const { cwd } = context;
  const { threads, queue, store } = flags;
  if (queue === undefined && flags.connection !== undefined) throw new UsageError('--connection goes with --queue.');
  if (queue !== undefined && threads !== undefined)
    throw new UsageError('--threads goes with each worker of a queue: holonomic worker --threads 8 …');
  const path = resolve(cwd, shown);
  checkProducts(
    [
      { file: flags.csv, extensions: ['.csv'] },
      { file: flags.svg, extensions: ['.svg'] },
    ],
    [path],
    cwd,
  );
  const { inputs, isCounted } = await inputsOf(path, shown);
  const [{ folder, runEnsemble }, { drawSweep, faultIn, tabulable, tabulate }] = await Promise.all([
    import('../../ensemble/index.js'),
    import('../sweep-table.js'),
  ]);
  const fault = inputs.map((input, i) => faultIn(`inputs.${i}`, input)).find((found) => found !== undefined);
  if (fault !== undefined)
    throw new UserError(
      `In ${shown} ${fault}, which has no place in a table.`,
      'Give numbers, texts, true or false, and lists and plain objects of them.',
    );
  const { signal, forget } = endOfUser(context.io);
  const started = performance.now();
  let made = 0;
  const ended = await runEnsemble(path, {
    inputs,
    collect: 'all',
    signal,
    ...(threads !== undefined && { threads }),
    ...(store !== undefined && { store: folder(resolve(cwd, store)) }),
    ...(queue !== undefined && {
      on: (await import('../../ensemble/bullmq/index.js')).bullmq({
        queue,
        connection: queueConnection(flags, context),
      }),
    }),
    onProgress: (done, total) => {
      made = done;
      context.progress(bar(done, total, (performance.now() - started) / 1000));
    },
  })
    .catch((error: unknown) => {
      if (!signal.aborted) throw error;
      const kept = store === undefined ? 'With --store a sweep goes on where it was ended.' : 'Run it again to go on.';
      throw new UserError(`Ended by you after ${made} of ${count(inputs.length, 'run')}.`, kept);
    })
    .finally(forget);
  const seconds = (performance.now() - started) / 1000;

  const outcomes = tabulable(ended, path);
  const table = tabulate(inputs, outcomes);
  const write = (file: string, text: string): string => {
    writeProduct(resolve(cwd, file), text);
    return displayPath(resolve(cwd, file), cwd);
  };
  const files = {
    ...(flags.csv !== undefined && { table: write(flags.csv, table.csv) }),
    ...(flags.svg !== undefined && { picture: write(flags.svg, drawSweep(table, basename(shown), isCounted)) }),
  };
  const failed = outcomes.flatMap((outcome, index) =>
    'error' in outcome ? [{ index, code: outcome.error.code, message: outcome.error.message }] : [],
  );
  const lines = [
    `${count(outcomes.length, 'run')} in ${seconds.toFixed(1)} s${failed.length > 0 ? `, ${failed.length} failed` : ''}`,
    ...table.ranges,
    ...Object.values(files).map((file) => `  wrote ${file}`),
  ];
  const most = 5;
  const problems = failed.slice(0, most).map(({ message }) => message);
  if (failed.length > most) problems.push(`and ${count(failed.length - most, 'more failure')}`);
  return {
    ok: failed.length === 0,
    data: { runs: outcomes.length, seconds, failed, columns: table.columns, rows: table.rows, ...files },
    summary: lines.join('\n'),
    ...(problems.length > 0 && { problem: problems.join('\n') }),
  };
}

/** The inputs that a module exports, or as many indices as its `count`. */
async function inputsOf(
  path: string,
  shown: string,
): Promise<{ readonly inputs: readonly unknown[]; readonly isCounted: boolean }> {
  const read = await readModule({ path, exported: ['inputs', 'count'] });
  if ('fault' in read) throw new UserError(`${shown} cannot be loaded: ${read.fault.reason}`, read.fault.hint);
  const [fault] = read.faults;
  if (fault !== undefined) throw new UserError(`The export "${fault.name}" of ${shown} ${fault.reason}.`);
  const exports = Object.fromEntries(read.exports.map(({ name, value }) => [name, value]));
  const { inputs, count: runs } = exports;
  if (inputs !== undefined && runs !== undefined)
    throw new UserError(`${shown} exports both "inputs" and "count".`, 'Export one of them.');
  if (Array.isArray(inputs)) return { inputs, isCounted: false };
  if (inputs === undefined && Number.isSafeInteger(runs) && (runs as number) >= 0 && (runs as number) <= MOST_RUNS)
    return { inputs: Array.from({ length: runs as number }, (_, i) => i), isCounted: true };
  throw new UserError(
    `${shown} exports neither a list "inputs" nor a whole number "count".`,
    'Write `export const inputs = [0.1, 0.2, 0.3];`, an entry for each run.',
  );
}

const MOST_RUNS = 1_000_000;

/** `██████░░░░ 60 of 100 runs, 12 s left` */
function bar(done: number, total: number, seconds: number): string {
  const full = Math.floor((20 * done) / total);
  const left = (seconds * (total - done)) / done;
  const rest = done === total ? '' : `, ${left < 100 ? `${Math.ceil(left)} s` : `${Math.ceil(left / 60)} min`} left`;
  return `${'█'.repeat(full)}${'░'.repeat(20 - full)} ${done} of ${total} runs${rest}`;
}
