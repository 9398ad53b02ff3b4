import type { ErrorCode } from './error-codes.js';

/**
 * A mistake in building or running a world. `message` says what is wrong and with which object.
 * `hint`, repeated at the end of the message, says what to do. `code` is stable and meant for
 * programs.
 */
export class HolonomicRuntimeError extends Error {
  override readonly name = 'HolonomicRuntimeError';
  /** Stable identifier, `E_…`. */
  readonly code: ErrorCode;
  readonly hint: string;

  constructor(code: ErrorCode, problem: string, hint: string) {
    super(`${problem} ${hint}`);
    this.code = code;
    this.hint = hint;
  }

  /** The problem alone, without the hint. */
  get problem(): string {
    return this.message.slice(0, -1 - this.hint.length);
  }
}
