import type { RunFailure } from './ensemble-error.js';

/**
 * One run of an ensemble: the default export of a module. It gets an entry of `inputs`, or its
 * index where there are none. What it returns is copied between threads, as by `structuredClone`.
 */
export type Run<Input = number, Result = unknown, State = unknown> = (
  input: Input,
  index: number,
  checkpoint: Checkpoint<State>,
) => Result | Promise<Result>;

/**
 * What a long run has saved of its state, so that it goes on from there where its thread, its
 * process or its machine has ended. Kept by a `store` and by a queue; elsewhere nothing is.
 */
export interface Checkpoint<State = unknown> {
  /** What this run saved last, before it was begun anew. */
  readonly last: State | undefined;
  /** Keeps a copy of `state` as by `structuredClone`, in place of the last: `{ world: world.snapshot() }`. */
  save(state: State): void;
}

/** Where no checkpoint is kept. */
export const NO_CHECKPOINT: Checkpoint = { last: undefined, save: () => undefined };

/**
 * The place of a run: in Node a module's path or address, in a page a function that makes a worker
 * of it.
 */
export type RunModule = string | URL | (() => PageWorker);

/** A worker, as the page that made it sees it. */
export interface PageWorker {
  postMessage(request: RunRequest): void;
  onmessage: ((event: { readonly data: WorkerMessage }) => void) | null;
  onerror: ((event: { readonly message?: string }) => void) | null;
  terminate(): void;
}

/** A message to a worker of a page. */
export interface RunRequest {
  readonly input: unknown;
  readonly index: number;
}

/** A thread's answer to a request. */
export type RunAnswer = { readonly result: unknown } | RunFailure;

/** A message of a page's worker: first that it answers requests, then the answers. */
export type WorkerMessage = { readonly serves: true } | RunAnswer;

/** Where the checkpoint of a run is kept. */
export interface CheckpointPlace {
  readonly last: Uint8Array | undefined;
  readonly most: number;
  write(state: Uint8Array): Promise<void>;
}
