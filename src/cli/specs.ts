import { basename, join } from 'node:path';
import { diagnosticsIn, nearest, SpecError, type Diagnostic } from '../diagnostics/index.js';
import { packageFolder } from '../files/package-files.js';
import { findSpecFiles, loadSpecFiles } from '../generate/load-specs.js';
import { kindNameOf, KINDS } from '../kinds/index.js';
import { classNames } from '../spec/index.js';
import type { Space } from '../../runtime/model/constraint-type.js';
import { UserError } from './errors.js';
import { displayPath, type Settings } from './settings.js';

/** A spec by its export's name, and its classes where the spec is valid enough to name them. */
export interface NamedSpec {
  readonly name: string;
  readonly spec: unknown;
  readonly file: string;
  readonly classes: readonly { readonly spaces: readonly Space[]; readonly className: string }[];
}

/** All specs of the project, and what was wrong with files that could not be read. */
export async function readSpecs(settings: Settings): Promise<{ specs: NamedSpec[]; errors: Diagnostic[] }> {
  const found = findSpecFiles(settings.specs);
  const loaded = await loadSpecFiles(found.files);
  const specs = loaded.files.flatMap(({ path, specs: entries }) =>
    entries.map(({ name, spec }) => ({ name, spec, file: path, classes: classesOf(name, spec) })),
  );
  return { specs, errors: [...found.errors, ...loaded.errors] };
}

/** The specs of the library. */
export const librarySpecs = async (settings: Settings): Promise<NamedSpec[]> =>
  (await readSpecs({ ...settings, specs: [join(packageFolder(), 'constraints-spec')] })).specs;

function classesOf(name: string, spec: unknown): NamedSpec['classes'] {
  try {
    return classNames(name, KINDS[kindNameOf(spec)].validate(name, spec));
  } catch {
    // Deriving the spec reports its faults.
    return [];
  }
}

/** Runs `work` on a spec; mistakes found in it carry the name of its file. */
export function inFileOf<T>(spec: NamedSpec, work: () => T): T {
  try {
    return work();
  } catch (error) {
    throw new SpecError(
      diagnosticsIn(error).map((diagnostic) => ({ spec: spec.name, ...diagnostic, file: spec.file })),
      { cause: error },
    );
  }
}

/**
 * The error for a name that none of the specs has, neither as its own nor as that of a class, and
 * none of the library's where that was searched.
 */
export function unknownName(
  name: string,
  specs: readonly NamedSpec[],
  settings: Settings,
  library: readonly NamedSpec[] = [],
): UserError {
  const namesOf = (list: readonly NamedSpec[]): string[] => [
    ...new Set(list.flatMap((one) => [one.name, ...one.classes.map(({ className }) => className)])),
  ];
  const known = namesOf(specs);
  const contains = (text: string): boolean => text.toLowerCase().includes(name.toLowerCase());
  const near =
    nearest(name, known) ??
    known.find(contains) ??
    specs.find(({ file }) => contains(basename(file)))?.name ??
    nearest(name, namesOf(library)) ??
    (known.length === 1 ? known[0] : undefined);
  const where = settings.specs.map((path) => displayPath(path, settings.cwd)).join(', ');
  return new UserError(
    `No constraint is called "${name}" in ${where}${library.length > 0 ? ', nor in the library' : ''}.`,
    near === undefined ? `Known: ${known.length === 0 ? 'none' : known.join(', ')}.` : `Did you mean "${near}"?`,
  );
}
