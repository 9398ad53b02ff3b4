import { deserialize, serialize } from 'node:v8';
import { runFailure, type RunFailure } from '../ensemble-error.js';
import type { RunCode } from '../identity.js';
import type { RunAnswer } from '../run.js';

/** A run in a queue. Bytes are in base64, since servers keep texts. */
export interface RunJob {
  /** Hash and name of the module: a worker makes the runs of its own one only. */
  readonly code: string;
  readonly module: string;
  readonly index: number;
  readonly input: string;
  readonly checkpoint?: string;
}

/** Largest number of bytes of an input, a result or a checkpoint: servers hold all of them in memory. */
export const MOST_BYTES = 1_000_000;

/** How often a run is begun whose thread or process ends. */
export const ATTEMPTS = 3;

/** How long a server keeps results that nobody asks for again, s: a week. */
export const KEPT = 7 * 24 * 3600;

export const toText = (bytes: Uint8Array): string => Buffer.from(bytes).toString('base64');
export const toBytes = (text: string): Uint8Array => Buffer.from(text, 'base64');

/** A value as text for the queue, or the failure of the run whose input or result it is. */
export function encoded(what: 'input' | 'result', value: unknown): { readonly text: string } | RunFailure {
  let bytes: Uint8Array;
  try {
    bytes = serialize(value);
  } catch (error) {
    return runFailure('E_RUN_COPY', error);
  }
  return bytes.length > MOST_BYTES
    ? runFailure('E_RUN_SIZE', `the ${what} takes ${bytes.length} bytes`)
    : { text: toText(bytes) };
}

export const decoded = (text: string): unknown => deserialize(toBytes(text)) as unknown;

/** The failure of a run as the reason of a job, and back. */
export const reasonOf = (failure: RunFailure): string => JSON.stringify(failure);

export function answerOf(reason: string): RunAnswer {
  try {
    const failure = JSON.parse(reason) as RunFailure;
    if (typeof failure.code === 'string') return failure;
  } catch {
    // A reason of the queue's own: its worker has ended more than once.
  }
  return runFailure('E_RUN_THREAD', reason);
}

/** The failure of a run that has come to a worker of another module, or of another version of it. */
export const foreignRun = ({ module, code }: RunJob, own: RunCode): RunFailure =>
  runFailure(
    'E_RUN_WORKER',
    `the run is of ${module} ${code.slice(0, 8)}, the worker's module is ${own.name} ${own.hash.slice(0, 8)}`,
  );
