import { readdirSync, statSync } from 'node:fs';
import { basename, extname, join, resolve } from 'node:path';
import { quote, type Diagnostic } from '../diagnostics/index.js';
import { readText } from '../files/files.js';
import { faultsIn } from '../files/system-error.js';
import { readModule, type ExportFault, type ModuleFault } from '../modules/read-module.js';
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
  for (const path of paths) {
    const loaded = await loadSpecFile(path, debug);
    errors.push(...loaded.errors);
    if (loaded.file !== undefined) files.push(loaded.file);
  }
  return { files, errors };
}

/** A spec file, if it could be loaded, and what is wrong with it. */
export interface LoadedSpecFile {
  readonly file?: SpecFile;
  readonly errors: readonly Diagnostic[];
}

/** Imports one spec file. `debug` keeps the places in the program where errors came from. */
export async function loadSpecFile(path: string, debug = false): Promise<LoadedSpecFile> {
  try {
    // Reading the file itself may fail; any later failure to read is a fault of the spec's own
    // code.
    readText(path);
  } catch (error) {
    return { errors: faultsIn(error) };
  }
  const read = await readModule({ path, exported: 'specs' });
  if ('fault' in read) return { errors: [loadError(path, read.fault, debug)] };
  const { markOf } = await import('../kinds/index.js');
  const specs = read.exports
    .filter(({ value }) => markOf(value) !== undefined)
    .map(({ name, value }) => ({ name, spec: value }))
    .sort((a, b) => byCodePoint(a.name, b.name));
  const errors = read.faults.map((fault) => exportError(path, fault));
  if (specs.length + errors.length === 0)
    errors.push({
      code: 'E_NO_SPEC',
      message: `${basename(path)} exports no constraint, no body and no energy.`,
      hint: 'Write `export const MyConstraint = defineConstraint({ … })`, or move helpers out of the spec folder.',
      file: path,
    });
  return { file: { path, specs }, errors };
}

function loadError(path: string, { reason, hint, source, stack }: ModuleFault, debug: boolean): Diagnostic {
  return {
    code: 'E_SPEC_FILE',
    message: `${basename(path)} cannot be loaded: ${reason}`,
    file: path,
    ...(hint !== undefined && { hint }),
    ...(source && { source }),
    ...(debug && stack !== undefined && { stack: framesOf(stack) }),
  };
}

const exportError = (path: string, { name, field, reason }: ExportFault): Diagnostic => ({
  code: 'E_SPEC_TYPE',
  message: `${field === '' ? `The export ${quote(name)}` : quote(field)} ${reason}.`,
  hint: 'a spec is plain data: text, numbers, lists and objects; formulas are text',
  spec: name,
  ...(field !== '' && { field }),
  file: path,
});

/** The frames of a stack without the message above them. */
function framesOf(stack: string): string {
  const start = stack.search(/^ {4}at /m);
  return start < 0 ? stack : stack.slice(start);
}

/** Diagnostics with the place in the program where the error arose that they come from. */
export function withStack(diagnostics: readonly Diagnostic[], error: unknown): readonly Diagnostic[] {
  if (!(error instanceof Error) || error.stack === undefined) return diagnostics;
  const stack = framesOf(error.stack);
  return diagnostics.map((diagnostic) => ({ ...diagnostic, stack }));
}
