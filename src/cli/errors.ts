import type { Diagnostic } from '../diagnostics/index.js';
import { isInternal, REPORT_IT } from '../diagnostics/internal-fault.js';
import { thrownText } from '../diagnostics/kind-of.js';
import { systemFault } from '../files/system-error.js';

/**
 * Something that the user has to fix, other than in a spec: an unknown name, a scene without
 * `build`. Exit code 1.
 */
export class UserError extends Error {
  override readonly name = 'UserError';
  readonly hint: string | undefined;

  constructor(message: string, hint?: string, options?: ErrorOptions) {
    super(message, options);
    this.hint = hint;
  }
}

/** A command line that makes no sense. Exit code 2. */
export class UsageError extends Error {
  override readonly name = 'UsageError';
}

/** An error as a command line reports it. */
export interface Failure {
  readonly exitCode: 1 | 2;
  /** `spec`, `user`, `configuration`, `usage` or `internal`. */
  readonly kind: string;
  readonly message: string;
  readonly hint?: string;
  readonly diagnostics?: readonly Diagnostic[];
}

/** Sorts what was thrown into mistakes of the user, of the command line, and of this program. */
export function failureOf(error: unknown): Failure {
  if (!(error instanceof Error)) return { exitCode: 2, kind: 'internal', message: thrownText(error), hint: REPORT_IT };
  const { message } = error;
  if (error instanceof UsageError) return { exitCode: 2, kind: 'usage', message };
  // Found by name: errors come from other threads, and spec files and scenes may throw one of another
  // copy of these classes.
  if (error.name === 'UserError') {
    const hint = 'hint' in error && typeof error.hint === 'string' ? { hint: error.hint } : {};
    return { exitCode: 1, kind: 'user', message, ...hint };
  }
  if (error.name === 'SpecError' && 'diagnostics' in error) {
    const diagnostics = error.diagnostics as readonly Diagnostic[];
    return isInternal(diagnostics)
      ? { exitCode: 2, kind: 'internal', message, diagnostics }
      : { exitCode: 1, kind: 'spec', message, diagnostics };
  }
  if (error.name === 'ConfigError' && 'diagnostics' in error) {
    return { exitCode: 2, kind: 'configuration', message, diagnostics: error.diagnostics as readonly Diagnostic[] };
  }
  if (error.name === 'HolonomicRuntimeError') return { exitCode: 1, kind: 'user', message };
  const fault = systemFault(error);
  if (fault !== undefined) return { exitCode: 1, kind: 'user', message: fault.message, diagnostics: [fault] };
  return { exitCode: 2, kind: 'internal', message, hint: REPORT_IT };
}
