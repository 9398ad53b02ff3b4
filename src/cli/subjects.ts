import { existsSync } from 'node:fs';
import { join } from 'node:path';
import type { OperationCount } from '../lower/count.js';
import { SpecError, type Diagnostic } from '../diagnostics/index.js';
import { compileDerived } from '../kinds/compile.js';
import { deriveAll } from '../kinds/derive.js';
import { generatedClasses } from '../kinds/generated-classes.js';
import { kindOf } from '../kinds/index.js';
import type { AnyType } from '../kinds/kind.js';
import { UserError } from './errors.js';
import { loadModule } from '../modules/load-module.js';
import { inFileOf, readSpecs, unknownName } from './specs.js';
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
  const known = new Set(specs.flatMap(({ name, classes }) => [name, ...classes.map(({ className }) => className)]));
  const unknown = names.find((name) => !known.has(name));
  if (unknown !== undefined && errors.length === 0) throw unknownName(unknown, specs, settings);

  const problems: Diagnostic[] = [...errors];
  const generated = await loadGenerated(settings);
  const isRequested = (name: string): boolean => names.length === 0 || names.includes(name);
  const subjects = specs.flatMap((entry) => {
    const chosen = entry.classes.filter(({ className }) => isRequested(entry.name) || isRequested(className));
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
          const type = generated.get(className);
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
      `${displayPath(index, cwd)} cannot be loaded: ${error instanceof Error ? error.message : String(error)}`,
      'Run "holonomic generate".',
      { cause: error },
    );
  }
}
