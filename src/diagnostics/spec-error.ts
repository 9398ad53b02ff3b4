import type { Diagnostic } from './diagnostic.js';
import { formatDiagnostics } from './format.js';

/**
 * Thrown for mistakes of the author of a spec. Its message is the whole report. Its stack is of no
 * interest to a user.
 */
export class SpecError extends Error {
  override readonly name = 'SpecError';
  readonly diagnostics: readonly Diagnostic[];

  constructor(diagnostics: readonly Diagnostic[], options?: ErrorOptions) {
    super(formatDiagnostics(diagnostics), options);
    this.diagnostics = diagnostics;
  }
}

/** Runs `read` and returns the diagnostics it threw, if any; other errors pass through. */
export function diagnosticsOf(read: () => unknown): readonly Diagnostic[] {
  try {
    read();
    return [];
  } catch (error) {
    if (error instanceof SpecError) return error.diagnostics;
    throw error;
  }
}
