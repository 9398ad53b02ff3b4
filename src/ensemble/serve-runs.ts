import { runFailure } from './ensemble-error.js';
import { NO_CHECKPOINT, type Run, type RunRequest, type WorkerMessage } from './run.js';

/** A worker of a page, as it sees itself. */
interface WorkerScope {
  addEventListener(type: 'message', listener: (event: { readonly data: RunRequest }) => void): void;
  postMessage(message: WorkerMessage): void;
}

/**
 * Returns its argument. In the worker of a page it moreover answers the requests of
 * {@link runEnsemble}; elsewhere it does nothing else, so that a module serves pages and Node:
 *
 * ```ts
 *  export default serveRuns((speed: number) => { … });
 * ```
 */
export function serveRuns<Input, Result>(run: Run<Input, Result>): Run<Input, Result> {
  const scope = globalThis as { readonly WorkerGlobalScope?: unknown };
  if (scope.WorkerGlobalScope !== undefined) answerRequests(run, globalThis as unknown as WorkerScope);
  return run;
}

/**
 * Answers each request to a worker with the result of the run, or its error. Says first that it
 * does: the page sends requests only then, and can name a module that never calls `serveRuns`.
 */
export function answerRequests<Input, Result>(run: Run<Input, Result>, scope: WorkerScope): void {
  const answer = async ({ input, index }: RunRequest): Promise<void> => {
    let result: Result;
    try {
      result = await run(input as Input, index, NO_CHECKPOINT);
    } catch (error) {
      scope.postMessage(runFailure('E_RUN', error));
      return;
    }
    try {
      scope.postMessage({ result });
    } catch (error) {
      scope.postMessage(runFailure('E_RUN_COPY', error));
    }
  };
  scope.addEventListener('message', ({ data }) => void answer(data));
  scope.postMessage({ serves: true });
}
