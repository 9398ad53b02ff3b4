import { quote, thrownText, type DiagnosticCode } from '../diagnostics/index.js';

/** The codes of an {@link EnsembleError}. */
export type EnsembleErrorCode = Extract<DiagnosticCode, 'E_RUN' | `E_RUN_${string}`>;

/** An error as plain data, since errors of some classes are not copied between threads. */
interface ErrorData {
  readonly name: string;
  readonly message: string;
  readonly stack?: string | undefined;
}

/** A failure of a thread that makes a run, and the error behind it. */
export interface RunFailure {
  readonly code: EnsembleErrorCode;
  readonly error: ErrorData;
}

/** The failure with this code behind which is what was thrown. */
export function runFailure(code: EnsembleErrorCode, thrown: unknown): RunFailure {
  const { name, message, stack } = thrown instanceof Error ? thrown : new Error(thrownText(thrown));
  return { code, error: { name, message, stack } };
}

/**
 * Thrown when an ensemble fails: for the first run, in the order of the runs, that could not be
 * made. `cause` is the error behind it.
 */
export class EnsembleError extends Error {
  override readonly name = 'EnsembleError';
  /** Stable identifier, `E_RUN…`. */
  readonly code: EnsembleErrorCode;
  /** The run. */
  readonly index: number;
  /** The remedy, as at the end of the message. */
  readonly hint: string | undefined;

  /** @internal */
  constructor(index: number, module: string, { code, error }: RunFailure) {
    const { problem, hint } = WORDS[code](index, quote(module), error.message);
    super(hint === undefined ? problem : `${problem}\n  hint: ${hint}`, { cause: Object.assign(new Error(), error) });
    this.code = code;
    this.index = index;
    this.hint = hint;
  }
}

interface Words {
  readonly problem: string;
  readonly hint?: string;
}

const WORDS: Readonly<Record<EnsembleErrorCode, (index: number, module: string, reason: string) => Words>> = {
  E_RUN: (index, _, reason) => ({ problem: `Run ${index} failed: ${reason}` }),
  E_RUN_COPY: (index, _, reason) => ({
    problem: `The input or the result of run ${index} cannot be copied between threads: ${reason}`,
    hint: 'use numbers, texts, lists, plain objects and typed arrays, but no functions and no worlds',
  }),
  E_RUN_MISSING: (_, module, reason) => ({
    problem: `The module of the runs, ${module}, makes none: ${reason}`,
    hint: 'let its default export be a function; for a page, export default serveRuns((input) => …)',
  }),
  E_RUN_MODULE: (_, module, reason) => ({
    problem: `The module of the runs, ${module}, cannot be loaded: ${reason}`,
    hint: 'see whether it is at that place, and what it does while it is loaded',
  }),
  E_RUN_SIZE: (index, _, reason) => ({
    problem: `Run ${index} is too large for a queue, which keeps at most 1,000,000 bytes of each: ${reason}.`,
    hint: 'let the run make the data itself, or hand over the name of a file that all machines can read',
  }),
  E_RUN_TABLE: (index, _, reason) => ({
    problem: `The result of run ${index} has no place in a table: ${reason}.`,
    hint: 'return numbers, texts, true or false, and lists and plain objects of them; of a BigInt, String(n)',
  }),
  E_RUN_THREAD: (index, _, reason) => ({
    problem: `The thread of run ${index} failed: ${reason}`,
    hint: 'errors outside of the promise that a run returns, process.exit() and a full memory end its thread',
  }),
  E_RUN_WORKER: (index, _, reason) => ({
    problem: `Run ${index} has come to a worker of another module: ${reason}.`,
    hint: 'give each worker the same module, its imports and the same version of holonomic, or use a queue of its own',
  }),
};
