import type { Diagnostic } from '../diagnostics/diagnostic.js';
import { SpecError } from '../diagnostics/spec-error.js';

/** Thrown for a configuration that cannot be used. Exit code 2. */
export class ConfigError extends Error {
  override readonly name = 'ConfigError';
  readonly diagnostics: readonly Diagnostic[];

  constructor(diagnostics: readonly Omit<Diagnostic, 'code'>[], options?: ErrorOptions) {
    const complete = diagnostics.map((diagnostic): Diagnostic => ({ code: 'E_CONFIG', ...diagnostic }));
    super(new SpecError(complete).message, options);
    this.diagnostics = complete;
  }
}
