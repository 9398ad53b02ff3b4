import type { Diagnostic } from './diagnostic.js';
import { formatDiagnostics } from './format.js';

/** Prints warnings to the console, which every JavaScript environment has. */
export function printWarnings(warnings: readonly Diagnostic[]): void {
  // eslint-disable-next-line no-console -- the one output that every JavaScript environment has
  console.warn(formatDiagnostics(warnings));
}
