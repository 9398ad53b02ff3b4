import type { Job, Queue, QueueEvents } from 'bullmq';
import { runFailure } from '../ensemble-error.js';
import { idOfRun, type RunCode } from '../identity.js';
import type { RunAnswer } from '../run.js';
import { reached, unusable, type QueueServer } from './connection.js';
import { answerOf, ATTEMPTS, decoded, encoded, KEPT, type RunJob } from './messages.js';

/** Largest number of runs that are added in one message. */
const BATCH = 500;

/** Time between two looks at runs that have been waited for longer than that, ms: events can be lost. */
const LOOK = 2000;

/** Largest number of runs in one look. */
const LOOKED_AT = 500;

/** Time without a run that has begun until a warning is given, ms. */
const PATIENCE = 10_000;

/** A run that is waited for. */
interface Pending {
  readonly data: RunJob;
  readonly settle: (answer: RunAnswer) => void;
  since: number;
}

/**
 * The runs of an ensemble in a queue. The name of a job is the run's own, so that to add a run twice
 * is harmless: one that has been made before is answered at once, and one that failed is made again.
 */
export class QueuedRuns {
  readonly #code: RunCode;
  readonly #place: string;
  readonly #queue: Queue<RunJob, string>;
  readonly #events: QueueEvents;
  readonly #pending = new Map<string, Pending>();
  #toAdd: string[] = [];
  #adding: Promise<void> | undefined;
  #isClosed = false;
  readonly #opened = Date.now();
  readonly #looking: ReturnType<typeof setInterval>;
  readonly #waiting: ReturnType<typeof setTimeout>;

  private constructor(code: RunCode, name: string, { Queue, QueueEvents, connection, place }: QueueServer) {
    this.#code = code;
    this.#place = place;
    this.#queue = new Queue<RunJob, string>(name, { connection });
    this.#events = new QueueEvents(name, { connection });
    // A server that does not answer for a while is connected to again; a look finds what it did meanwhile.
    this.#queue.on('error', () => undefined);
    this.#events.on('error', () => undefined);
    this.#events.on('completed', ({ jobId, returnvalue }: { readonly jobId: string; readonly returnvalue: string }) => {
      this.#settle(jobId, { result: decoded(returnvalue) });
    });
    this.#events.on('failed', ({ jobId, failedReason }) => {
      this.#settle(jobId, answerOf(failedReason));
    });
    // It may have been made before.
    this.#events.on('duplicated', ({ jobId }) => void this.#lookAt(jobId));
    this.#waiting = setTimeout(() => {
      process.emitWarning(`No worker has begun a run of the queue "${name}" in ${PATIENCE / 1000} s.`, {
        code: 'W_NO_WORKER',
        detail: `Start some: holonomic worker --queue ${name} --connection ${place} ${code.name}`,
      });
    }, PATIENCE);
    this.#events.on('active', () => {
      clearTimeout(this.#waiting);
    });
    this.#looking = setInterval(() => void this.#look(), LOOK);
  }

  /** Connects to the server. Throws a `SpecError` if it does not answer. */
  static async open(code: RunCode, name: string, server: QueueServer): Promise<QueuedRuns> {
    await reached(server);
    const runs = new QueuedRuns(code, name, server);
    try {
      await Promise.all([runs.#queue.waitUntilReady(), runs.#events.waitUntilReady()]);
    } catch (error) {
      await runs.close();
      throw unusable(server.place, error);
    }
    return runs;
  }

  perform(input: unknown, index: number): Promise<RunAnswer> {
    const { hash, name } = this.#code;
    const sent = encoded('input', input);
    if ('code' in sent) return Promise.resolve(sent);
    const id = idOfRun(this.#code, input, index);
    return new Promise((settle) => {
      const data: RunJob = { code: hash, module: name, index, input: sent.text };
      this.#pending.set(id, { data, settle, since: Date.now() });
      this.#add(id);
    });
  }

  #add(id: string): void {
    this.#toAdd.push(id);
    this.#adding ??= this.#addAll();
  }

  async #addAll(): Promise<void> {
    // Those that are asked for now, too.
    await new Promise((resolve) => setImmediate(resolve));
    while (this.#toAdd.length > 0 && !this.#isClosed) {
      const ids = this.#toAdd.splice(0, BATCH);
      const jobs = ids.flatMap((id) => {
        const pending = this.#pending.get(id);
        if (pending === undefined) return [];
        const keep = { age: KEPT };
        const opts = { jobId: id, attempts: ATTEMPTS, removeOnComplete: keep, removeOnFail: keep };
        return [{ name: pending.data.module, data: pending.data, opts }];
      });
      try {
        await this.#queue.addBulk(jobs);
      } catch {
        // The server does not answer. It may have got them: to add them twice is harmless.
        this.#toAdd.unshift(...ids);
        await new Promise((resolve) => setTimeout(resolve, 500));
      }
    }
    this.#adding = undefined;
  }

  #settle(id: string, answer: RunAnswer): void {
    const pending = this.#pending.get(id);
    if (pending === undefined) return;
    clearTimeout(this.#waiting);
    this.#pending.delete(id);
    pending.settle(answer);
  }

  /** Looks at the runs that have been waited for longest. */
  async #look(): Promise<void> {
    const now = Date.now();
    const ids: string[] = [];
    for (const [id, pending] of this.#pending) {
      if (ids.length === LOOKED_AT || now - pending.since < LOOK) break;
      ids.push(id);
      // To the end of the line.
      pending.since = now;
      this.#pending.delete(id);
      this.#pending.set(id, pending);
    }
    await Promise.all(ids.map((id) => this.#lookAt(id)));
  }

  /** Finds out what became of a run. */
  async #lookAt(id: string): Promise<void> {
    if (!this.#pending.has(id) || this.#isClosed) return;
    try {
      const job = await this.#queue.getJob(id);
      if (job === undefined) this.#add(id);
      else if (job.finishedOn !== undefined) await this.#finished(id, job);
    } catch {
      // The server does not answer: the next look will tell.
    }
  }

  async #finished(id: string, job: Job<RunJob, string>): Promise<void> {
    if (await job.isCompleted()) {
      this.#settle(id, { result: decoded(job.returnvalue) });
    } else if (job.finishedOn !== undefined && job.finishedOn < this.#opened) {
      // It failed in an earlier ensemble, perhaps for want of a file.
      await job.remove();
      this.#add(id);
    } else {
      this.#settle(id, answerOf(job.failedReason));
    }
  }

  /** Ends the waiting, and takes back the runs that have not begun. */
  async close(): Promise<void> {
    if (this.#isClosed) return;
    this.#isClosed = true;
    clearInterval(this.#looking);
    clearTimeout(this.#waiting);
    await this.#adding;
    const ids = [...this.#pending.keys()];
    for (let first = 0; first < ids.length; first += BATCH)
      await Promise.allSettled(ids.slice(first, first + BATCH).map((id) => this.#queue.remove(id)));
    for (const { settle } of this.#pending.values())
      settle(runFailure('E_RUN_THREAD', `the queue at ${this.#place} was closed`));
    this.#pending.clear();
    await Promise.allSettled([this.#events.close(), this.#queue.close()]);
  }
}
