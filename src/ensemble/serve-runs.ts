import type { Run, RunAnswer, RunRequest } from './run.js';

/** A worker of a page, as it sees itself. */
interface WorkerScope {
  addEventListener(type: 'message', listener: (event: { readonly data: RunRequest }) => void): void;
  postMessage(answer: RunAnswer): void;
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

/** Answers each request to a worker with the result of the run, or its error. */
export function answerRequests<Input, Result>(run: Run<Input, Result>, scope: WorkerScope): void {
  const answer = async ({ input, index }: RunRequest): Promise<void> => {
    try {
      scope.postMessage({ result: await run(input as Input, index) });
    } catch (error) {
      // A result that cannot be copied ends here as well; so might the error itself.
      const copy = error instanceof Error ? error : new Error(String(error));
      scope.postMessage({ error: { name: copy.name, message: copy.message, stack: copy.stack } });
    }
  };
  scope.addEventListener('message', ({ data }) => void answer(data));
}
