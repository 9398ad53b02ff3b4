import { textOf } from '../diagnostics/internal-fault.js';

/** The messages of a thread that runs code of the user's, and how errors pass between threads. */

/** What a thread tells while it works on a task. */
export type ThreadMessage =
  /** Text that the user's code printed. */
  | { readonly kind: 'output'; readonly text: string }
  /** The user's module begins to load, and is loaded: the time between is limited. */
  | { readonly kind: 'begun' }
  | { readonly kind: 'loaded' }
  /** The module waits, and nothing is left that could end its waiting. */
  | { readonly kind: 'idle' }
  | { readonly kind: 'progress'; readonly value: unknown }
  | { readonly kind: 'answer'; readonly value: unknown }
  | { readonly kind: 'error'; readonly error: SentError };

/** An error as plain data: a copy made by the thread itself would lose its name and its fields. */
export interface SentError {
  readonly name: string;
  readonly message: string;
  readonly stack?: string;
  readonly fields: Readonly<Record<string, unknown>>;
  readonly cause?: SentError;
}

/** Fields of errors by which mistakes of the user are told from faults of the program. */
const FIELDS = ['code', 'hint', 'diagnostics', 'syscall', 'path', 'dest'];

/** Returns an error, or whatever was thrown, as plain data. */
export function sentError(thrown: unknown): SentError {
  if (!(thrown instanceof Error)) return { name: 'Error', message: textOf(() => thrown), fields: {} };
  const { name, message, stack, cause } = thrown;
  const fields = Object.entries(thrown).filter(([field]) => FIELDS.includes(field));
  return {
    name,
    message,
    ...(stack !== undefined && { stack }),
    fields: Object.fromEntries(fields.filter(([, value]) => canBeSent(value))),
    ...(cause instanceof Error && { cause: sentError(cause) }),
  };
}

/** The error of a thread, as this thread throws it. */
export function receivedError({ name, message, stack, fields, cause }: SentError): Error {
  const error = new Error(message, cause && { cause: receivedError(cause) });
  Object.defineProperty(error, 'name', { value: name, configurable: true });
  if (stack !== undefined) error.stack = stack;
  return Object.assign(error, fields);
}

/** Tests whether a value can pass to another thread: functions, for one, cannot. */
export function canBeSent(value: unknown): boolean {
  try {
    structuredClone(value);
    return true;
  } catch {
    return false;
  }
}
