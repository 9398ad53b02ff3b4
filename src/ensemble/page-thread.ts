import { runFailure } from './ensemble-error.js';
import type { PageWorker, RunAnswer, RunRequest } from './run.js';

/** Time for a worker to load its module and to call `serveRuns`, ms. */
const START_TIMEOUT = 30_000;

/** Parts of that time. While a page stands still or sleeps, no more than one of them passes. */
const TICKS = 10;

/** A worker of a page, which makes one run at a time once its module has called `serveRuns`. */
export class PageThread {
  readonly #worker: PageWorker;
  readonly #started: Promise<RunAnswer>;
  readonly #timer: ReturnType<typeof setInterval>;
  /** Gives what is waited for: the start, and later the answer to the request. */
  #settle!: (answer: RunAnswer) => void;

  constructor(makeWorker: () => PageWorker, timeout = START_TIMEOUT) {
    this.#worker = makeWorker();
    this.#started = this.#next();
    let serves = false;
    this.#worker.onmessage = ({ data }) => {
      if ('serves' in data) {
        serves = true;
        clearInterval(this.#timer);
        this.#settle({ result: undefined });
      } else {
        this.#settle(data);
      }
    };
    this.#worker.onerror = ({ message = 'there is no such module, or it may not be a worker' }) => {
      this.#settle(runFailure(serves ? 'E_RUN_THREAD' : 'E_RUN_MODULE', message));
    };
    // A worker that has loaded its module to the end sends no event that says so.
    let ticks = 0;
    this.#timer = setInterval(() => {
      if (++ticks === TICKS)
        this.#settle(runFailure('E_RUN_MISSING', `within ${timeout / 1000} s it has not called serveRuns`));
    }, timeout / TICKS);
  }

  async perform(request: RunRequest): Promise<RunAnswer> {
    const start = await this.#started;
    if ('code' in start) return start;
    const answer = this.#next();
    try {
      this.#worker.postMessage(request);
    } catch (error) {
      return runFailure('E_RUN_COPY', error);
    }
    return answer;
  }

  close(): void {
    clearInterval(this.#timer);
    this.#worker.terminate();
  }

  #next(): Promise<RunAnswer> {
    return new Promise((resolve) => {
      this.#settle = resolve;
    });
  }
}
