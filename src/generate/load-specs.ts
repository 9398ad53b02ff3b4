import { readdirSync, statSync } from 'node:fs';
import { basename, extname, join, resolve } from 'node:path';
import type { Diagnostic } from '../diagnostics/index.js';
import { readText } from '../files/files.js';
import { faultsIn } from '../files/system-error.js';
import { loadFault } from '../locate/load-fault.js';
import { byCodePoint } from './order.js';

/** A spec as it was found: the export's name is the class's name. */
export interface FoundSpec {
  readonly name: string;
  readonly spec: unknown;
}

/** A spec file and the specs that it exports, in the order of their names. */
export interface SpecFile {
  readonly path: string;
  readonly specs: readonly FoundSpec[];
}

export const SPEC_EXTENSIONS = new Set(['.ts', '.mts', '.js', '.mjs']);

/**
 * Finds the spec files named by `paths`: files as they are, folders by the files in them. Sorted by
 * code point, so that output never depends on the machine.
 */
export function findSpecFiles(paths: readonly string[]): { files: string[]; errors: Diagnostic[] } {
  const files = new Set<string>();
  const errors: Diagnostic[] = [];
  for (const path of paths.map((p) => resolve(p))) {
    try {
      const info = statSync(path, { throwIfNoEntry: false });
      if (info === undefined)
        errors.push({
          code: 'E_SPEC_FILE',
          message: `There is no spec file or folder "${path}".`,
          hint: 'Name the folder that holds your specs, or create it.',
          file: path,
        });
      else if (info.isDirectory())
        for (const entry of readdirSync(path, { withFileTypes: true })) {
          const isSpec = SPEC_EXTENSIONS.has(extname(entry.name)) && !/\.(d|test|spec)\.\w+$/.test(entry.name);
          if (entry.isFile() && isSpec) files.add(join(path, entry.name));
        }
      else files.add(path);
    } catch (error) {
      errors.push(...faultsIn(error));
    }
  }
  return { files: [...files].sort(byCodePoint), errors };
}

/**
 * Imports spec files. A file that cannot be loaded gives an error, and the others are still loaded.
 */
export async function loadSpecFiles(
  paths: readonly string[],
  debug = false,
): Promise<{ files: SpecFile[]; errors: Diagnostic[] }> {
  const files: SpecFile[] = [];
  const errors: Diagnostic[] = [];
  const [{ loadModule }, { markOf }] = await Promise.all([
    import('../modules/load-module.js'),
    import('../kinds/index.js'),
  ]);
  for (const path of paths) {
    try {
      // Reading the file itself may fail; any later failure to read is a fault of the spec's own
      // code.
      readText(path);
    } catch (error) {
      errors.push(...faultsIn(error));
      continue;
    }
    try {
      const exports = await loadModule(path);
      const specs = Object.entries(exports)
        .filter(([, value]) => markOf(value) !== undefined)
        .map(([name, spec]) => ({ name, spec }))
        .sort((a, b) => byCodePoint(a.name, b.name));
      if (specs.length === 0)
        errors.push({
          code: 'E_NO_SPEC',
          message: `${basename(path)} exports no constraint and no body.`,
          hint: 'Write `export const MyConstraint = defineConstraint({ … })`, or move helpers out of the spec folder.',
          file: path,
        });
      files.push({ path, specs });
    } catch (error) {
      const { reason, source } = loadFault(error, path);
      const fault: Diagnostic = {
        code: 'E_SPEC_FILE',
        message: `${basename(path)} cannot be loaded: ${reason}`,
        file: path,
        ...(source && { source }),
      };
      errors.push(...(debug ? withStack([fault], error) : [fault]));
    }
  }
  return { files, errors };
}

/** Diagnostics with the place in the program where the error arose that they come from. */
export function withStack(diagnostics: readonly Diagnostic[], error: unknown): readonly Diagnostic[] {
  if (!(error instanceof Error) || error.stack === undefined) return diagnostics;
  const { stack } = error;
  // The frames, without the message above them.
  const frames = stack.slice(Math.max(0, stack.search(/^ {4}at /m)));
  return diagnostics.map((diagnostic) => ({ ...diagnostic, stack: frames }));
}
