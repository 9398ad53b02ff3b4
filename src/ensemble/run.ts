/**
 * One run of an ensemble: the default export of a module. It gets an entry of `inputs`, or its
 * index where there are none. What it returns is copied between threads, as by `structuredClone`.
 */
export type Run<Input = number, Result = unknown> = (input: Input, index: number) => Result | Promise<Result>;

/** The run of a module. Throws an error for a module without one. */
export function runOf(exports: Readonly<Record<string, unknown>>, name: string): Run<unknown> {
  const { default: run } = exports;
  if (typeof run !== 'function') throw new TypeError(`${name} has no function as its default export.`);
  return run as Run<unknown>;
}

/**
 * The place of a run: in Node a module's path or address, in a page a function that makes a worker
 * of it.
 */
export type RunModule = string | URL | (() => PageWorker);

/** A worker, as the page that made it sees it. */
export interface PageWorker {
  postMessage(request: RunRequest): void;
  onmessage: ((event: { readonly data: RunAnswer }) => void) | null;
  onerror: ((event: { readonly message?: string }) => void) | null;
  terminate(): void;
}

/** A message to a worker of a page. */
export interface RunRequest {
  readonly input: unknown;
  readonly index: number;
}

/** Its answer. */
export type RunAnswer = { readonly result: unknown } | { readonly error: unknown };
