import { parentPort } from 'node:worker_threads';
import { sentError, type ThreadMessage } from './thread-messages.js';

/** What the work on a task reports on its way. */
export interface TaskReport {
  /** Runs `load`, which runs the user's module: its time is limited. */
  readonly loading: <T>(load: () => Promise<T>) => Promise<T>;
  readonly progress: (value: unknown) => void;
}

/**
 * Makes this thread work on the tasks of a `UserThread`, one after the other. What is printed here
 * goes to the other thread, in order with the answers.
 */
// eslint-disable-next-line @typescript-eslint/no-unnecessary-type-parameters -- this thread trusts its sender on the type of the tasks
export function serveTasks<Task>(perform: (task: Task, report: TaskReport) => Promise<unknown>): void {
  const port = parentPort;
  if (port === null) throw new Error('This module is the program of a thread.');
  const send = (message: ThreadMessage): void => {
    port.postMessage(message);
  };
  for (const stream of [process.stdout, process.stderr]) stream.write = printTo(send);
  // While a module loads, only its own work keeps this thread alive. When that ends and the module
  // still waits, it waits for ever.
  process.on('beforeExit', () => {
    port.ref();
    send({ kind: 'idle' });
  });
  const report: TaskReport = {
    loading: async (load) => {
      port.unref();
      send({ kind: 'begun' });
      try {
        return await load();
      } finally {
        port.ref();
        send({ kind: 'loaded' });
      }
    },
    progress: (value) => {
      send({ kind: 'progress', value });
    },
  };
  port.on('message', (task: Task) => {
    perform(task, report).then(
      (value) => {
        send({ kind: 'answer', value });
      },
      (error: unknown) => {
        send({ kind: 'error', error: sentError(error) });
      },
    );
  });
}

/** The method `write` of a stream, which sends the text away. */
const printTo =
  (send: (message: ThreadMessage) => void): NodeJS.WriteStream['write'] =>
  (chunk: string | Uint8Array, ...more: readonly unknown[]): boolean => {
    send({ kind: 'output', text: typeof chunk === 'string' ? chunk : Buffer.from(chunk).toString() });
    const done = more.find((one): one is () => void => typeof one === 'function');
    if (done !== undefined) process.nextTick(done);
    return true;
  };
