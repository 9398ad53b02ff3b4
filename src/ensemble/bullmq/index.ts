/**
 * Ensembles on many machines: BullMQ, with Redis or PostgreSQL, hands out the runs.
 *
 * @module holonomic/ensemble/bullmq
 */
import { checkOptions } from '../../diagnostics/arguments.js';
import type { RunQueue } from '../index.js';
import { queueServer } from './connection.js';
import { CONNECTION, QUEUE_NAME, type QueueConnection } from './queue-options.js';
import { QueuedRuns } from './queued-runs.js';

export type { QueueConnection } from './queue-options.js';

/** Which queue, and where. */
export interface BullmqOptions {
  /** The queue's name, which its workers are given too: `holonomic worker --queue sweep …`. */
  readonly queue: string;
  readonly connection: QueueConnection;
}

/** How many runs wait at most: more than a hundred machines make at a time. */
const MOST_WAITING = 10_000;

/**
 * A queue for `runEnsemble(module, { on: bullmq({ … }), … })`. Its workers may be on any machine that has
 * the module, and are started by `holonomic worker`. It needs the packages `bullmq` and `ioredis`, or
 * `bullmq` and `pg`.
 *
 * A run is made at least once: again where its worker ends before it. A run that has been made before is not
 * made again, for a week, as long as its module, its input and its index are the same.
 */
export function bullmq(options: BullmqOptions): RunQueue {
  checkOptions('bullmq', options, { queue: QUEUE_NAME, connection: CONNECTION }, ['queue', 'connection']);
  const { queue, connection } = options;
  return {
    most: MOST_WAITING,
    open: async (code) => {
      const runs = await QueuedRuns.open(code, queue, await queueServer(connection));
      return { perform: (input, index) => runs.perform(input, index), close: () => runs.close() };
    },
  };
}
