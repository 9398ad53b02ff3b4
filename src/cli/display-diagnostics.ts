import type { Diagnostic } from '../diagnostics/diagnostic.js';
import { displayPath } from '../config/paths.js';

/** Diagnostics with file names as a person would write them. */
export function withDisplayPaths(diagnostics: readonly Diagnostic[], cwd: string): Diagnostic[] {
  return diagnostics.map((diagnostic) =>
    diagnostic.file === undefined ? diagnostic : { ...diagnostic, file: displayPath(diagnostic.file, cwd) },
  );
}
