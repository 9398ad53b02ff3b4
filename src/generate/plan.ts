import { join, relative } from 'node:path';
import { C_HEADERS } from '../emit/c/files.js';
import type { Diagnostic } from '../diagnostics/diagnostic.js';
import type { TargetName } from '../spec/define-config.js';
import { duplicateClassNames } from '../spec/duplicate-class-names.js';
import { lookAt } from '../files/files.js';
import { faultsIn } from '../files/system-error.js';
import { DependencyReader, type Dependencies } from './dependencies.js';
import { FinishedWork } from './finished.js';
import { hashOf, hashOfFound } from './hash.js';
import { findSpecFiles, withStack } from './load-specs.js';
import { OUTPUT_FORMATS, outputName } from './output-format.js';
import { plannedFile, withManifest, type PlannedFile, type PlannedFiles } from './output.js';
import { readRecord, type GenerationRecord, type RecordEntry } from './record.js';
import { renderAll, type RenderOptions } from './render-all.js';
import type { GeneratedClass, SpecOutcome } from './spec-outcome.js';
import { toolkitFingerprint } from './toolkit-fingerprint.js';

export interface PlanOptions extends RenderOptions {
  readonly jdot: boolean;
  readonly target: TargetName;
  readonly runtime: string;
  /** Spec files, or folders of them; absolute paths. */
  readonly specs: readonly string[];
  readonly out: string;
  /**
   * Folder of the records of earlier runs. With it, specs that did not change are not derived
   * again.
   */
  readonly records?: string;
  /** Derives everything again, whatever the records say. */
  readonly fresh?: boolean;
}

/** The contents that an output folder should have. */
export interface Plan {
  readonly out: string;
  /** Empty where there are errors. The manifest comes last. */
  readonly files: PlannedFiles;
  readonly classes: readonly GeneratedClass[];
  readonly errors: readonly Diagnostic[];
  readonly warnings: readonly Diagnostic[];
  readonly specFiles: readonly string[];
  /** The spec files, all files that they import, and the places of those that are missing. */
  readonly dependencies: readonly string[];
  /** Number of spec files that were derived in this run rather than known from an earlier one. */
  readonly derived: number;
  /** Number of spec files that the record of an earlier run does not account for. */
  readonly taken: number;
  /** The record of this run. */
  readonly record: GenerationRecord;
}

/** A spec file on its way through a plan. */
interface Entry {
  readonly path: string;
  readonly dependencies: Dependencies;
  /** Fingerprint of everything that its output is made of. */
  readonly key: string | undefined;
  /** The result of an earlier run with the same key. */
  readonly known: RecordEntry | undefined;
}

/** Works out in memory what the folder `out` should hold, and writes nothing. */
export async function planOutput(options: PlanOptions): Promise<Plan> {
  try {
    return await planFiles(options);
  } catch (error) {
    const { out, debug } = options;
    const faults = faultsIn(error);
    return {
      ...NO_FILES,
      out,
      errors: debug === true ? withStack(faults, error) : faults,
      warnings: [],
      classes: [],
      specFiles: [],
      dependencies: [],
      derived: 0,
      taken: 0,
    };
  }
}

/** Work for an output that earlier runs have finished and not written. */
export const finishedWork = (records: string | undefined, out: string): FinishedWork | undefined =>
  records === undefined ? undefined : new FinishedWork(records, out, toolkitFingerprint());

const NO_FILES: Pick<Plan, 'files' | 'record'> = { files: new Map(), record: new Map() };

async function planFiles({ specs, out, records, fresh, ...options }: PlanOptions): Promise<Plan> {
  const found = findSpecFiles(specs);
  const record = records === undefined || fresh === true ? undefined : readRecord(records, out, toolkitFingerprint());
  const finished = finishedWork(records, out);
  const reader = new DependencyReader(out);
  const entries = found.files.map((path): Entry => {
    const dependencies = reader.of(path);
    const { fingerprint } = dependencies;
    const key =
      fingerprint &&
      hashOf(`${relative(out, path)} ${options.target} ${options.jdot} ${options.runtime} ${fingerprint}`);
    const known = record?.get(path);
    const valid =
      known !== undefined && known.key === key && known.files.every(({ name, hash }) => holds(join(out, name), hash));
    return { path, dependencies, key, known: valid ? known : undefined };
  });

  const unknown = entries.filter(({ known }) => known === undefined);
  const outcomes = new Map<string, SpecOutcome>();
  for (const { path, key } of unknown) {
    const outcome = fresh === true || key === undefined ? undefined : finished?.read(key);
    if (outcome !== undefined) outcomes.set(path, outcome);
  }
  const toRender = unknown.map(({ path }) => path).filter((path) => !outcomes.has(path));
  const keys = new Map(entries.map(({ path, key }) => [path, key]));
  const onOutcome = (path: string, outcome: SpecOutcome): void => {
    outcomes.set(path, outcome);
    const key = keys.get(path);
    if (key !== undefined) finished?.write(key, outcome);
  };
  await renderAll(toRender, out, onOutcome, options);
  const sources = entries.map(({ path, known }) => ({ path, specs: (known ?? outcomes.get(path)!).specs }));
  const errors = [
    ...found.errors,
    ...entries.flatMap(({ path }) => outcomes.get(path)?.errors ?? []),
    ...duplicateFileNames(found.files, options.target),
    ...duplicateClassNames(sources),
  ];
  const result = {
    out,
    errors,
    warnings: entries.flatMap(({ path, known }) => (known ?? outcomes.get(path)!).warnings),
    classes: entries.flatMap(({ path, known }) => (known ?? outcomes.get(path)!).classes),
    specFiles: found.files,
    dependencies: [...new Set(entries.flatMap(({ dependencies: { files, absent } }) => [...files, ...absent]))],
    derived: toRender.length,
    taken: unknown.length,
  };
  if (errors.length > 0) return { ...result, ...NO_FILES };

  const files = new Map<string, PlannedFile>();
  for (const { path, known } of entries) {
    for (const { name, hash } of known?.files ?? []) files.set(name, { hash });
    for (const { name, text } of outcomes.get(path)?.files ?? []) files.set(name, plannedFile(text));
  }
  const names = entries.map(({ path }) => outputName(path, options.target));
  for (const { name, text } of OUTPUT_FORMATS[options.target].ownFiles(names)) files.set(name, plannedFile(text));
  return { ...result, files: withManifest(files), record: recordOf(entries, outcomes) };
}

function recordOf(entries: readonly Entry[], outcomes: ReadonlyMap<string, SpecOutcome>): GenerationRecord {
  const record = new Map<string, RecordEntry>();
  for (const { path, key, known } of entries) {
    const outcome = outcomes.get(path);
    if (known !== undefined) record.set(path, known);
    else if (key !== undefined && outcome !== undefined) record.set(path, recorded(key, outcome));
  }
  return record;
}

const recorded = (key: string, { files, classes, specs, warnings }: SpecOutcome): RecordEntry => ({
  key,
  files: files.map(({ name, text }) => ({ name, hash: hashOf(text) })),
  classes,
  specs,
  warnings,
});

function holds(path: string, hash: string): boolean {
  const text = lookAt(path)?.text;
  return text !== undefined && hashOfFound(text) === hash;
}

/**
 * Reports spec files of one name, which would be emitted to one file, and those that have the name
 * of a file that every output has, or of a header of C.
 */
function duplicateFileNames(paths: readonly string[], target: TargetName): Diagnostic[] {
  const seen = new Map(OUTPUT_FORMATS[target].ownNames.map((name) => [name, `the generated ${name}`]));
  const extension = target === 'c' ? 'h' : 'ts';
  return paths.flatMap((path) => {
    const name = outputName(path, target);
    // Upper and lower case are the same in the file systems of some.
    const isHeader = target === 'c' && C_HEADERS.has(name.toLowerCase());
    const other = isHeader ? `<${name.toLowerCase()}.h> of C` : seen.get(name);
    if (other === undefined) {
      seen.set(name, path);
      return [];
    }
    return [
      {
        code: 'E_DUPLICATE_FILE' as const,
        message: isHeader
          ? `${path} would be emitted as ${name}.${extension}, which hides ${other}.`
          : `${path} and ${other} would both be emitted as ${name}.${extension}.`,
        hint: 'Rename one of them.',
        file: path,
      },
    ];
  });
}
