import { SHARE_ENV, Worker } from 'node:worker_threads';
import { modulePath, ownExtension } from '../files/package-files.js';
import { threadArguments } from './thread-arguments.js';
import { textOf } from '../diagnostics/internal-fault.js';
import { receivedError, type ThreadMessage } from './thread-messages.js';

/** Time that a module may take to load, s, unless the environment says otherwise. */
const LOAD_SECONDS = 10;
/** Name of the environment's variable with that time. */
const LOAD_SECONDS_NAME = 'HOLONOMIC_LOAD_SECONDS';

/** Thrown where code of the user's ended its thread, or had to be ended. */
export class ThreadEndError extends Error {
  override readonly name = 'ThreadEndError';
  readonly hint: string | undefined;

  constructor(message: string, hint?: string) {
    super(message);
    this.hint = hint;
  }
}

/**
 * Runs code of the user's in a thread of its own. There it can neither end this process nor print
 * into its output, and it can be ended. The thread starts with the first task, and stays for
 * further ones without keeping the process alive.
 */
export class UserThread {
  readonly #program: string;
  #worker: Worker | undefined;
  /** Settles when the tasks so far are done. */
  #queue: Promise<unknown> = Promise.resolve();

  /** `program` is a module of the toolkit that calls `serveTasks`. */
  constructor(program: string) {
    this.#program = program;
  }

  /**
   * Returns the answer to a task. Throws what the task throws, and a {@link ThreadEndError} for a
   * thread that ends, or that loads a module for too long. What is printed goes to standard error.
   */
  run<Answer>(task: object, onProgress?: (value: unknown) => void): Promise<Answer> {
    const turn = this.#queue.then(() => this.#perform(task, onProgress));
    this.#queue = turn.catch(() => undefined);
    return turn as Promise<Answer>;
  }

  async #perform(task: object, onProgress: (value: unknown) => void = () => undefined): Promise<unknown> {
    const first = await this.#attempt(task, onProgress);
    // Code that an earlier task left behind may end the thread before this task is under way.
    const { settle } = first.isBegun ? first : await this.#attempt(task, onProgress);
    return settle();
  }

  #attempt(task: object, onProgress: (value: unknown) => void): Promise<Attempt> {
    const worker = (this.#worker ??= this.#start());
    return new Promise((resolve) => {
      let isBegun = false;
      let timer: NodeJS.Timeout | undefined;
      const end = (settle: () => unknown, isAnswered = false): void => {
        clearTimeout(timer);
        worker.off('message', listen).off('error', fail).off('exit', exit);
        worker.unref();
        if (!isAnswered) this.#stop(worker);
        resolve({ isBegun: isBegun || isAnswered, settle });
      };
      const throwing = (error: Error) => (): never => {
        throw error;
      };
      const listen = (message: ThreadMessage): void => {
        switch (message.kind) {
          case 'begun':
            isBegun = true;
            timer = setTimeout(() => {
              end(throwing(overdue()));
            }, 1000 * loadSeconds());
            break;
          case 'loaded':
            clearTimeout(timer);
            break;
          case 'idle':
            end(throwing(new ThreadEndError('it awaits something that never comes.', IDLE_HINT)));
            break;
          case 'progress':
            onProgress(message.value);
            break;
          case 'answer':
            end(() => message.value, true);
            break;
          case 'error':
            end(throwing(receivedError(message.error)), true);
            break;
          case 'output':
            break;
        }
      };
      const fail = (error: unknown): void => {
        end(throwing(endOf(error)));
      };
      const exit = (code: number): void => {
        end(throwing(new ThreadEndError(`it called process.exit(${code}).`, EXIT_HINT)));
      };
      worker.ref();
      worker.on('message', listen).on('error', fail).on('exit', exit);
      worker.postMessage(task);
    });
  }

  #start(): Worker {
    const worker = new Worker(modulePath(this.#program), {
      execArgv: threadArguments(ownExtension(), true),
      env: SHARE_ENV,
    });
    worker.on('message', (message: ThreadMessage) => {
      if (message.kind === 'output') process.stderr.write(message.text);
    });
    worker.on('error', (error: unknown) => {
      // During a task, the error is that of the task.
      if (worker.listenerCount('error') === 1)
        process.stderr.write(`A module threw after it was loaded: ${textOf(() => error)}\n`);
    });
    worker.on('exit', () => {
      if (this.#worker === worker) this.#worker = undefined;
    });
    return worker;
  }

  #stop(worker: Worker): void {
    if (this.#worker === worker) this.#worker = undefined;
    void worker.terminate();
  }
}

/** The end of an attempt at a task; `settle` returns the answer or throws. */
interface Attempt {
  readonly isBegun: boolean;
  readonly settle: () => unknown;
}

const EXIT_HINT = 'throw an error instead: it would end the program that loads the module';
const IDLE_HINT = 'look for an `await` of a promise that nothing settles';

const overdue = (): ThreadEndError =>
  new ThreadEndError(
    `it was not ready after ${loadSeconds()} s.`,
    `look for an endless loop or an endless wait; if it needs longer, set ${LOAD_SECONDS_NAME} to more seconds`,
  );

/** The time limit, s. What is no positive number counts for nothing. */
function loadSeconds(): number {
  const given = Number(process.env[LOAD_SECONDS_NAME]);
  return given > 0 && given <= 86_400 ? given : LOAD_SECONDS;
}

/** The error for one that ended the thread: an error that nobody caught, or too little memory. */
function endOf(error: unknown): ThreadEndError {
  if (!(error instanceof Error)) return new ThreadEndError(textOf(() => error));
  if ('code' in error && error.code === 'ERR_WORKER_OUT_OF_MEMORY') return new ThreadEndError('it used up the memory.');
  return Object.assign(new ThreadEndError(error.message), { stack: error.stack });
}
