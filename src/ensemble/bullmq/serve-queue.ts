import { checkOptions, POSITIVE, TEXT, THREADS } from '../../diagnostics/arguments.js';
import type { RunFailure } from '../ensemble-error.js';
import { codeOfRuns } from '../identity.js';
import { ThreadPool } from '../thread-pool.js';
import { queueServer, reached, unusable } from './connection.js';
import { CONNECTION, QUEUE_NAME, type QueueConnection } from './queue-options.js';
import {
  ATTEMPTS,
  decoded,
  encoded,
  foreignRun,
  KEPT,
  MOST_BYTES,
  reasonOf,
  toBytes,
  toText,
  type RunJob,
} from './messages.js';

/** The settings of a worker of a queue. */
export interface QueueWorker {
  /** The path of the module whose runs it makes, and of no other. */
  readonly module: string;
  readonly queue: string;
  readonly connection: QueueConnection;
  readonly threads: number;
  /** Time, s, after which the runs of a worker that has died are given to others. */
  readonly lock: number;
  /** Ends it, after the runs at hand. */
  readonly signal: AbortSignal;
  /** Called once it waits for runs, and after each of them. */
  readonly onRuns?: (done: number, failed: number) => void;
}

/**
 * Makes the runs of a queue in threads until `signal` is aborted. The threads compute; the lock on
 * each run is renewed here, where nothing computes, so that no run is given to two workers.
 */
export async function serveQueue(options: QueueWorker): Promise<void> {
  const { module, queue, connection, threads, lock, signal, onRuns } = options;
  checkOptions(
    'serveQueue',
    { module, queue, connection, threads, lock },
    { module: TEXT, queue: QUEUE_NAME, connection: CONNECTION, threads: THREADS, lock: POSITIVE },
  );
  const code = codeOfRuns(module);
  const server = await queueServer(connection);
  await reached(server);
  const { Worker, UnrecoverableError } = server;
  const pool = new ThreadPool(module, threads);
  let [done, failed] = [0, 0];
  const worker = new Worker<RunJob, string>(
    queue,
    async (job) => {
      const { data } = job;
      /** A run is begun again only if its thread has ended: all else it would do again. */
      const fail = (failure: RunFailure): Error =>
        failure.code === 'E_RUN_THREAD' ? new Error(reasonOf(failure)) : new UnrecoverableError(reasonOf(failure));
      if (data.code !== code.hash) throw fail(foreignRun(data, code));
      const answer = await pool.perform(decoded(data.input), data.index, {
        last: data.checkpoint === undefined ? undefined : toBytes(data.checkpoint),
        most: MOST_BYTES,
        write: (state) => job.updateData({ ...data, checkpoint: toText(state) }),
      });
      const sent = 'code' in answer ? answer : encoded('result', answer.result);
      if ('code' in sent) throw fail(sent);
      return sent.text;
    },
    {
      connection: server.connection,
      concurrency: threads,
      lockDuration: lock * 1000,
      stalledInterval: lock * 500,
      maxStalledCount: ATTEMPTS,
      removeOnComplete: { age: KEPT },
      removeOnFail: { age: KEPT },
    },
  );
  // A server that does not answer for a while is connected to again.
  worker.on('error', () => undefined);
  worker.on('completed', () => onRuns?.(++done, failed));
  worker.on('failed', () => onRuns?.(done, ++failed));
  try {
    await worker.waitUntilReady().catch((error: unknown) => {
      throw unusable(server.place, error);
    });
    onRuns?.(0, 0);
    if (!signal.aborted)
      await new Promise<void>((resolve) => {
        signal.addEventListener('abort', () => {
          resolve();
        });
      });
  } finally {
    await worker.close();
    await pool.close();
  }
}
