import { basename, resolve } from 'node:path';
import type { Command } from 'commander';
import type { CommandContext, Execute, Outcome } from '../command.js';
import { UserError } from '../errors.js';
import { endOfUser } from '../io.js';
import { integerOption, positiveOption } from '../option-values.js';
import { queueConnection } from '../queue-connection.js';
import { count } from '../words.js';
import { readTextIfAny } from '../../files/files.js';

interface WorkerFlags {
  readonly queue: string;
  readonly connection?: string;
  readonly threads?: number;
  readonly lock: number;
}

/** `holonomic worker`: makes the runs of a queue. */
export function addWorker(program: Command, execute: Execute): void {
  program
    .command('worker')
    .argument('<module>', 'module whose runs it makes, and of no other')
    .description('make the runs of a queue on this machine, until it is ended')
    .requiredOption('--queue <name>', 'name of the queue')
    .option('--connection <url>', 'its server (default: $HOLONOMIC_CONNECTION, or redis://127.0.0.1:6379)')
    .option('--threads <number>', 'threads (default: as many as there are processors)', integerOption(1))
    .option('--lock <seconds>', 'time until others get the runs of a worker that has died', positiveOption, 10)
    .action((module: string, flags: WorkerFlags) =>
      execute('worker', (context) => workerCommand(module, flags, context)),
    );
}

async function workerCommand(shown: string, flags: WorkerFlags, context: CommandContext): Promise<Outcome> {
  const module = resolve(context.cwd, shown);
  if (readTextIfAny(module) === undefined)
    throw new UserError(`There is no module "${shown}".`, 'Name the module that has the runs.');
  const [{ serveQueue }, { availableParallelism }] = await Promise.all([
    import('../../ensemble/bullmq/serve-queue.js'),
    import('node:os'),
  ]);
  const { queue, threads = availableParallelism(), lock } = flags;
  const connection = queueConnection(flags, context);
  const { signal, forget } = endOfUser(context.io);
  let [made, bad] = [0, 0];
  try {
    await serveQueue({
      module,
      queue,
      connection,
      threads,
      lock,
      signal,
      onRuns: (done, failed) => {
        [made, bad] = [done, failed];
        context.progress(`${basename(module)}: ${count(done, 'run')} of the queue "${queue}" made, ${failed} failed`);
      },
    });
  } finally {
    forget();
  }
  return { ok: true, data: { queue, made, failed: bad }, summary: `${count(made, 'run')} made, ${bad} failed` };
}
