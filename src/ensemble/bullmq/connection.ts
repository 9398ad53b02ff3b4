import { createRequire } from 'node:module';
import { connect } from 'node:net';
import type { Queue, QueueEvents, UnrecoverableError, Worker } from 'bullmq';
import { SpecError } from '../../diagnostics/spec-error.js';
import type { QueueConnection } from './queue-options.js';

/** The classes of BullMQ for one kind of server, and what they take as its address. */
export interface QueueServer {
  readonly Queue: typeof Queue;
  readonly QueueEvents: typeof QueueEvents;
  readonly Worker: typeof Worker;
  readonly UnrecoverableError: typeof UnrecoverableError;
  readonly connection: Readonly<Record<string, unknown>>;
  /** Where it is, for messages: without a password. */
  readonly place: string;
}

/** Loads BullMQ for a server. Throws a {@link SpecError} if it is not installed. */
export async function queueServer(connection: QueueConnection): Promise<QueueServer> {
  const isPostgres =
    typeof connection === 'string'
      ? connection.startsWith('postgres')
      : 'connectionString' in connection || 'database' in connection;
  const place = placeOf(connection, isPostgres);
  for (const name of ['bullmq', isPostgres ? 'pg' : 'ioredis']) checkInstalled(name);
  const bull = await import('bullmq');
  const { UnrecoverableError, createPostgresBackend, withBackend } = bull;
  if (!isPostgres) {
    const { Queue, QueueEvents, Worker } = bull;
    const address = typeof connection === 'string' ? { url: connection } : connection;
    return { Queue, QueueEvents, Worker, UnrecoverableError, connection: address, place };
  }
  // Its classes differ from those for Redis in the type of the connection alone.
  const classes = withBackend(createPostgresBackend) as unknown as typeof bull;
  const { Queue, QueueEvents, Worker } = classes;
  const address = typeof connection === 'string' ? { connectionString: connection } : connection;
  return { Queue, QueueEvents, Worker, UnrecoverableError, connection: { migrate: true, ...address }, place };
}

function checkInstalled(name: string): void {
  try {
    createRequire(import.meta.url).resolve(name);
  } catch {
    throw new SpecError([
      {
        code: 'E_QUEUE',
        message: `Queues need the package "${name}", which is not installed.`,
        hint: 'npm install bullmq ioredis, or bullmq pg for PostgreSQL',
      },
    ]);
  }
}

function placeOf(connection: QueueConnection, isPostgres: boolean): string {
  const text = typeof connection === 'string' ? connection : (connection['connectionString'] ?? connection['url']);
  if (typeof text === 'string') return text.replace(/:\/\/[^@/]*@/, '://');
  const { path, host = '127.0.0.1', port } = connection as Readonly<Record<string, string | number | undefined>>;
  if (path !== undefined) return `redis:${path}`;
  return isPostgres ? `postgres://${host}:${port ?? 5432}` : `redis://${host}:${port ?? 6379}`;
}

/** Largest time until a server answers for the first time, ms. */
const FIRST_ANSWER = 10_000;

/**
 * Waits until a server takes connections: BullMQ would try for ever to reach one that is not there.
 * Throws a {@link SpecError} if it does not.
 */
export async function reached({ place }: QueueServer): Promise<void> {
  const { hostname, port, protocol } = new URL(place);
  if (hostname === '') return;
  const socket = connect({
    // Of an address of IPv6 without its brackets.
    host: hostname.replace(/^\[|\]$/g, ''),
    port: Number(port === '' ? (protocol.startsWith('redis') ? 6379 : 5432) : port),
    timeout: FIRST_ANSWER,
  });
  try {
    await new Promise<void>((resolve, reject) => {
      socket.once('connect', resolve);
      socket.once('error', reject);
      socket.once('timeout', () => {
        reject(new Error(`no answer in ${FIRST_ANSWER / 1000} s`));
      });
    });
  } catch (error) {
    throw unusable(place, error);
  } finally {
    socket.destroy();
  }
}

/** The error for a server that cannot be reached, or that refuses what is asked of it. */
export const unusable = (place: string, error: unknown): SpecError =>
  new SpecError([
    {
      code: 'E_QUEUE',
      message: `The server of the queue, ${place}, cannot be used: ${reasonOf(error)}.`,
      hint: 'start it there ("redis-server"), or name the place where it is, with user and password',
    },
  ]);

function reasonOf(error: unknown): string {
  // Of a name with several addresses, each of them has been tried.
  const one = error instanceof AggregateError ? (error.errors[0] as unknown) : error;
  return (one instanceof Error ? one.message : String(one)).replace(/\.$/, '');
}
