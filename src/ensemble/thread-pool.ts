import { pathToFileURL } from 'node:url';
import { MessageChannel, type MessagePort } from 'node:worker_threads';
import { Piscina } from 'piscina';
import { modulePath, ownExtension } from '../files/package-files.js';
import { threadArguments } from '../modules/thread-arguments.js';
import { runFailure } from './ensemble-error.js';
import type { CheckpointPlace, RunAnswer, RunRequest } from './run.js';

/** A task of a thread: a module by its path and its address, and one of its runs. */
export interface ThreadTask extends RunRequest {
  readonly path: string;
  readonly url: string;
  readonly checkpoint?: ThreadCheckpoint;
}

/** What a thread has of the checkpoint of its run. */
interface ThreadCheckpoint {
  /** As serialized by the run before, which did not end. */
  readonly last: Uint8Array | undefined;
  /** Largest number of bytes. */
  readonly most: number;
  /** Takes serialized states. */
  readonly port: MessagePort;
}

/** Threads of this process, which make the runs of one module. */
export class ThreadPool {
  readonly #pool: Piscina;
  readonly #path: string;

  constructor(path: string, threads: number) {
    this.#path = path;
    this.#pool = new Piscina({
      filename: pathToFileURL(modulePath('ensemble/worker/run-worker')).href,
      minThreads: threads,
      maxThreads: threads,
      execArgv: threadArguments(ownExtension()),
    });
  }

  async perform(input: unknown, index: number, place?: CheckpointPlace): Promise<RunAnswer> {
    const path = this.#path;
    const task: ThreadTask = { path, url: pathToFileURL(path).href, input, index };
    if (place === undefined) return this.#run(task);
    const { port1, port2 } = new MessageChannel();
    const writer = new LatestWriter((state) => place.write(state));
    port1.on('message', (state: Uint8Array) => {
      writer.put(state);
    });
    try {
      const { last, most } = place;
      const answer = await this.#run({ ...task, checkpoint: { last, most, port: port2 } }, [port2]);
      await writer.end();
      return answer;
    } finally {
      port1.close();
    }
  }

  async #run(task: ThreadTask, transferList: [] | [MessagePort] = []): Promise<RunAnswer> {
    try {
      return (await this.#pool.run(task, { transferList })) as RunAnswer;
    } catch (error) {
      // A thread that gives no answer: its input is not copied, or it has ended.
      return runFailure(
        error instanceof Error && error.name === 'DataCloneError' ? 'E_RUN_COPY' : 'E_RUN_THREAD',
        error,
      );
    }
  }

  close(): Promise<void> {
    return this.#pool.destroy();
  }
}

/** Writes values one after the other, and leaves out those that a newer one has overtaken. */
class LatestWriter {
  readonly #write: (value: Uint8Array) => Promise<void>;
  #next: Uint8Array | undefined;
  #writing: Promise<void> | undefined;

  constructor(write: (value: Uint8Array) => Promise<void>) {
    this.#write = write;
  }

  put(value: Uint8Array): void {
    this.#next = value;
    this.#writing ??= this.#writeAll();
    // Reported by `end`.
    this.#writing.catch(() => undefined);
  }

  async #writeAll(): Promise<void> {
    while (this.#next !== undefined) {
      const value = this.#next;
      this.#next = undefined;
      await this.#write(value);
    }
    this.#writing = undefined;
  }

  /** Waits for what is being written; rejects if it could not be. Nothing is written afterwards. */
  async end(): Promise<void> {
    this.#next = undefined;
    await this.#writing;
  }
}
