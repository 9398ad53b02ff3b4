import { basename, extname, relative, resolve } from 'node:path';
import { deriveAll, type AnySpaceDerivation } from '../derive/derive.js';
import { SpecError, type Diagnostic } from '../diagnostics/index.js';
import { createRenderer, FORMAT_VERSION } from '../emit/file.js';
import { duplicateClassNames } from '../spec/index.js';
import { hashOf } from './hash.js';
import { findSpecFiles, loadSpecFiles, type SpecFile } from './load-specs.js';
import { compareOutput, editedOrphans, MANIFEST, manifestText, writeOutput } from './output.js';

export interface GenerateOptions {
  /** Spec files, or folders of them. */
  readonly specs: string | readonly string[];
  /** The folder for the emitted files. */
  readonly out: string;
  /** Compares only, and writes nothing. */
  readonly check?: boolean;
  /** Tells about each class as it is derived. */
  readonly onDerived?: (derivation: AnySpaceDerivation) => void;
}

/** What a run did, or found. Names of files are relative to the output's folder, and sorted. */
export interface GenerateResult {
  readonly written: readonly string[];
  readonly unchanged: readonly string[];
  /** Files whose content should be another (only of a check). */
  readonly stale: readonly string[];
  /** Files that should be there (only of a check). */
  readonly missing: readonly string[];
  /** Generated files without a spec: removed by a run, reported by a check. */
  readonly orphaned: readonly string[];
  /** All mistakes of all specs. With one of them, nothing is written. */
  readonly errors: readonly Diagnostic[];
  /** The classes derived, in the order of files and names. */
  readonly derivations: readonly AnySpaceDerivation[];
}

/** Reads specs, derives and renders everything in memory, and writes what changed; nothing if there is any error. */
export async function generate(options: GenerateOptions): Promise<GenerateResult> {
  const paths = typeof options.specs === 'string' ? [options.specs] : options.specs;
  const out = resolve(options.out);
  const found = await findSpecFiles(paths);
  const loaded = await loadSpecFiles(found.files);
  const errors = [...found.errors, ...loaded.errors, ...duplicateFileNames(loaded.files)];
  const derived = loaded.files.map((file) => ({ file, derivations: deriveFile(file, errors, options.onDerived) }));
  errors.push(...duplicateClassNames(loaded.files));
  const derivations = derived.flatMap((entry) => entry.derivations);
  const nothing = { written: [], unchanged: [], stale: [], missing: [], orphaned: [], derivations };
  if (errors.length > 0) return { ...nothing, errors };

  const renderer = await createRenderer();
  const files = new Map<string, string>();
  for (const { file, derivations: classes } of derived) {
    const source = relative(out, file.path).replaceAll('\\', '/');
    const hash = hashOf(JSON.stringify([FORMAT_VERSION, file.specs]));
    files.set(`${moduleName(file.path)}.ts`, await renderer.file({ source, hash, derivations: classes }));
  }
  files.set('index.ts', await renderer.index([...files.keys()].map((name) => name.slice(0, -3))));
  files.set(MANIFEST, manifestText(files));

  const difference = await compareOutput(out, files);
  if (options.check === true) return { ...nothing, ...difference, errors };
  const edited = await editedOrphans(out, difference.orphaned);
  if (edited.length > 0)
    return {
      ...nothing,
      errors: edited.map((name) => ({
        code: 'E_EDITED',
        message: `${name} was generated from a spec that is gone, and was edited since.`,
        hint: 'Move your changes elsewhere and delete the file.',
        file: resolve(out, name),
      })),
    };
  await writeOutput(out, files, difference);
  const written = [...difference.stale, ...difference.missing].sort();
  return { ...nothing, written, unchanged: difference.unchanged, orphaned: difference.orphaned, errors };
}

const moduleName = (path: string): string => basename(path, extname(path));

function deriveFile(
  file: SpecFile,
  errors: Diagnostic[],
  onDerived: GenerateOptions['onDerived'],
): AnySpaceDerivation[] {
  return file.specs.flatMap(({ name, spec }) => {
    try {
      const spaces = [...deriveAll(name, spec)];
      for (const space of spaces) onDerived?.(space);
      return spaces;
    } catch (error) {
      if (!(error instanceof SpecError)) throw error;
      errors.push(...error.diagnostics.map((diagnostic) => ({ ...diagnostic, file: file.path })));
      return [];
    }
  });
}

/** Two spec files of one name would be emitted to one file; `index` is the emitted index. */
function duplicateFileNames(files: readonly SpecFile[]): Diagnostic[] {
  const seen = new Map<string, string>([['index', 'the generated index']]);
  return files.flatMap(({ path }) => {
    const name = moduleName(path);
    const other = seen.get(name);
    if (other === undefined) {
      seen.set(name, path);
      return [];
    }
    return [
      {
        code: 'E_DUPLICATE_FILE' as const,
        message: `${path} and ${other} would both be emitted as ${name}.ts.`,
        hint: 'Rename one of them.',
        file: path,
      },
    ];
  });
}
