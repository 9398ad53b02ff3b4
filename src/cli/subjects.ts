import { existsSync } from 'node:fs';
import { join } from 'node:path';
import type { OperationCount } from '../lower/count.js';
import { SpecError, thrownText, type Diagnostic } from '../diagnostics/index.js';
import { compileDerived } from '../kinds/compile.js';
import { deriveAll } from '../kinds/derive.js';
import { generatedClasses } from '../kinds/generated-classes.js';
import { kindOf } from '../kinds/index.js';
import type { AnyType } from '../kinds/kind.js';
import { UserError } from './errors.js';
import { loadModule } from '../modules/load-module.js';
import { inFileOf, librarySpecs, readSpecs, unknownName, type NamedSpec } from './specs.js';
import { displayPath, type Settings } from './settings.js';

/** A class to verify. */
export interface Subject {
  readonly type: AnyType;
  readonly operations: OperationCount;
  /** The origin of the class: the generated file, or memory where there is none yet. */
  readonly source: 'generated' | 'memory';
  /** True for a generated class whose data differ from what the spec says now. */
  readonly stale: boolean;
}

/**
 * The classes that `names` stand for, or all. Throws a SpecError with all mistakes of all specs.
 */
export async function subjectsOf(
  names: readonly string[],
  settings: Settings,
  progress: (text: string) => void,
): Promise<Subject[]> {
  const { specs, errors } = await readSpecs(settings);
  const others = names.filter((name) => !isIn(specs, name));
  const library = others.length > 0 ? await librarySpecs(settings) : [];
  const unknown = others.find((name) => !isIn(library, name));
  if (unknown !== undefined && errors.length === 0) throw unknownName(unknown, specs, settings, library);

  // What is wrong with specs of the project does not concern those of the library.
  const isOfLibrary = unknown === undefined && others.length > 0 && others.length === names.length;
  const problems: Diagnostic[] = isOfLibrary ? [] : [...errors];
  const generated = isOfLibrary ? new Map<string, AnyType>() : await loadGenerated(settings);
  const shipped = others.length > 0 ? generatedClasses(await import('../library.js')) : undefined;
  const subjects = [...specs, ...library].flatMap((entry) => {
    const isOwn = specs.includes(entry);
    const wanted = isOwn ? names : others;
    const isRequested = (name: string): boolean => names.length === 0 || wanted.includes(name);
    const chosen = entry.classes.filter(({ className }) => isRequested(entry.name) || isRequested(className));
    if (!isOwn && chosen.length === 0) return [];
    try {
      return inFileOf(entry, () => {
        progress(`deriving ${entry.name}`);
        const derivations = deriveAll(entry.name, entry.spec);
        const names = new Set(chosen.map(({ className }) => className));
        // A spec without classes is faulty; deriving it reports its faults.
        return derivations.flatMap((derivation) => {
          const { className } = derivation;
          if (!names.has(className)) return [];
          const compiled = compileDerived(derivation).type;
          const type = (isOwn ? generated : shipped)?.get(className);
          const operations = kindOf(derivation).count(derivation);
          if (!type) return { type: compiled, operations, source: 'memory' as const, stale: false };
          return { type, operations, source: 'generated' as const, stale: !sameData(type, compiled) };
        });
      });
    } catch (error) {
      if (!(error instanceof SpecError)) throw error;
      problems.push(...error.diagnostics);
      return [];
    }
  });
  if (problems.length > 0) throw new SpecError(problems);
  return subjects;
}

/** True if one of the specs, or of their classes, has the name. */
const isIn = (specs: readonly NamedSpec[], wanted: string): boolean =>
  specs.some(({ name, classes }) => name === wanted || classes.some(({ className }) => className === wanted));

/** Compares the data that classes carry. JSON leaves out their functions. */
const sameData = (a: AnyType, b: AnyType): boolean => JSON.stringify(a) === JSON.stringify(b);

/** The generated classes of all outputs by name. */
async function loadGenerated({ entries, cwd }: Settings): Promise<ReadonlyMap<string, AnyType>> {
  const classes = await Promise.all(entries.map(({ out }) => loadOutput(out, cwd)));
  return new Map(classes.flatMap((one) => [...one]));
}

/** The generated classes in a folder; none where nothing has been generated. */
async function loadOutput(out: string, cwd: string): Promise<ReadonlyMap<string, AnyType>> {
  const index = ['index.ts', 'index.js'].map((name) => join(out, name)).find((path) => existsSync(path));
  if (index === undefined) return new Map();
  try {
    return generatedClasses(await loadModule(index));
  } catch (error) {
    throw new UserError(
      `${displayPath(index, cwd)} cannot be loaded: ${thrownText(error)}`,
      'Run "holonomic generate".',
      { cause: error },
    );
  }
}
