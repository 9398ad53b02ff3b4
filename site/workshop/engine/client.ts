import type { Answers, Command, ProverCommand, ProverReport, Question, Report } from './protocol.js';

/** A worker, or what stands for one. */
export interface Port {
  postMessage(message: unknown, transfer?: readonly object[]): void;
  terminate(): void;
  onmessage: ((event: { readonly data: unknown }) => void) | null;
  onerror?: ((event: never) => void) | null;
}

/** Time between pings, ms, and how many may be without an answer until a worker counts as lost. */
const PING_EVERY = 500;
const MOST_SILENT = 10;

interface Waiting {
  readonly resolve: (answer: never) => void;
  readonly reject: (error: Error) => void;
  readonly tell?: (done: number) => void;
}

/**
 * The page's side of the engine. Ends a worker that gives no answer any more. Time is counted in
 * pings, so that a computer that slept does not look like a worker that hangs.
 */
export class EngineClient {
  readonly #make: () => Port;
  readonly #onReport: (report: Report) => void;
  readonly #onLost: () => void;
  readonly #waiting = new Map<number, Waiting>();
  #port: Port | undefined;
  #timer: ReturnType<typeof setInterval> | undefined;
  #silent = 0;
  #asked = 0;

  constructor(make: () => Port, onReport: (report: Report) => void, onLost: () => void) {
    this.#make = make;
    this.#onReport = onReport;
    this.#onLost = onLost;
  }

  get isAlive(): boolean {
    return this.#port !== undefined;
  }

  /** Starts a worker, if there is none. */
  start(): void {
    if (this.#port !== undefined) return;
    const port = this.#make();
    this.#port = port;
    this.#silent = 0;
    port.onmessage = ({ data }) => {
      if (this.#port === port) this.#receive(data as Report);
    };
  }

  send(command: Command, transfer: readonly object[] = []): void {
    this.#port?.postMessage(command, transfer);
  }

  /**
   * Rejects if the engine cannot answer, or is lost meanwhile. `tell` hears which part of an answer
   * that takes its time is done.
   */
  ask<K extends Question['kind']>(
    question: Extract<Question, { kind: K }>,
    tell?: (done: number) => void,
  ): Promise<Answers[K]> {
    const id = ++this.#asked;
    return new Promise((resolve, reject) => {
      this.#waiting.set(id, { resolve, reject, ...(tell && { tell }) });
      if (this.#port === undefined) this.#fail(id, 'The engine does not run.');
      else this.send({ kind: 'ask', id, question });
    });
  }

  /** Ends the worker. */
  stop(): void {
    this.#port?.terminate();
    this.#port = undefined;
    clearInterval(this.#timer);
    this.#timer = undefined;
    for (const id of [...this.#waiting.keys()]) this.#fail(id, 'The engine was ended.');
  }

  #fail(id: number, message: string): void {
    this.#waiting.get(id)?.reject(new Error(message));
    this.#waiting.delete(id);
  }

  #receive(report: Report): void {
    this.#silent = 0;
    switch (report.kind) {
      case 'ready':
        // A script that is still on its way gives no answer either: the watch begins now.
        this.#timer ??= setInterval(() => {
          this.#watch();
        }, PING_EVERY);
        break;
      case 'answer':
        this.#waiting.get(report.id)?.resolve(report.answer as never);
        this.#waiting.delete(report.id);
        return;
      case 'progress':
        this.#waiting.get(report.id)?.tell?.(report.done);
        return;
      case 'noAnswer':
        this.#fail(report.id, report.message);
        return;
      case 'pong':
        return;
      default:
    }
    this.#onReport(report);
  }

  #watch(): void {
    if (++this.#silent > MOST_SILENT) {
      this.stop();
      this.#onLost();
    } else this.send({ kind: 'ping' });
  }
}

/** Time for a proof to end when it is told to, ms. */
const PATIENCE = 1000;

/** The page's side of the prover. A proof that does not end when it should is ended with its worker. */
export class ProverClient {
  readonly #make: () => Port;
  readonly #onReport: (report: Exclude<ProverReport, { kind: 'idle' }>) => void;
  #port: Port | undefined;
  #deadline: ReturnType<typeof setTimeout> | undefined;
  /** The proof that was asked for since the last one was to end. */
  #wanted: Extract<ProverCommand, { kind: 'prove' }> | undefined;

  constructor(make: () => Port, onReport: (report: Exclude<ProverReport, { kind: 'idle' }>) => void) {
    this.#make = make;
    this.#onReport = onReport;
  }

  prove(command: Extract<ProverCommand, { kind: 'prove' }>): void {
    this.#wanted = command;
    if (this.#port === undefined) {
      const port = this.#make();
      port.onmessage = ({ data }) => {
        const report = data as ProverReport;
        if (report.kind === 'idle') {
          clearTimeout(this.#deadline);
          this.#deadline = undefined;
        } else this.#onReport(report);
      };
      this.#port = port;
    }
    this.#port.postMessage(command);
  }

  /** Ends the proof that runs. */
  cancel(): void {
    this.#wanted = undefined;
    if (this.#port === undefined || this.#deadline !== undefined) return;
    this.#port.postMessage({ kind: 'cancel' } satisfies ProverCommand);
    this.#deadline = setTimeout(() => {
      this.#port?.terminate();
      this.#port = undefined;
      this.#deadline = undefined;
      if (this.#wanted) this.prove(this.#wanted);
    }, PATIENCE);
  }
}
