import type { Diagnostic } from '../diagnostics/diagnostic.js';
import { SpecError } from '../diagnostics/spec-error.js';
import { displayPath } from '../config/paths.js';

/** Diagnostics with file names as a person would write them. */
export function withDisplayPaths(diagnostics: readonly Diagnostic[], cwd: string): Diagnostic[] {
  return diagnostics.map((diagnostic) =>
    diagnostic.file === undefined ? diagnostic : { ...diagnostic, file: displayPath(diagnostic.file, cwd) },
  );
}

/** Runs `read`. The diagnostics of a SpecError that it throws name the file. */
export async function inFile<T>(file: string, read: () => Promise<T>): Promise<T> {
  try {
    return await read();
  } catch (error) {
    if (!(error instanceof SpecError)) throw error;
    throw new SpecError(error.diagnostics.map((diagnostic) => ({ ...diagnostic, file })));
  }
}
