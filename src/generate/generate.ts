import { join, resolve } from 'node:path';
import { checkOptions, FLAG, FUNCTION, PATHS, TEXT, THREADS, type OptionRule } from '../diagnostics/arguments.js';
import type { Diagnostic } from '../diagnostics/index.js';
import { TARGET_NAMES, type TargetName } from '../spec/define-config.js';
import { displayPath } from '../config/paths.js';
import { makeFolder, removeFile, replaceFile } from '../files/files.js';
import { faultsIn, isSystemError } from '../files/system-error.js';
import { locate } from '../locate/locate.js';
import { shortDiff } from './diff.js';
import { withLock } from './lock.js';
import { byCodePoint } from './order.js';
import {
  changeOf,
  compareOutput,
  conflicts,
  editedFiles,
  isUpToDate,
  type Comparison,
  type Difference,
  type PlannedFiles,
} from './output.js';
import { finishedWork, planOutput, type Plan } from './plan.js';
import { writeRecord } from './record.js';
import { isModuleName, MODULE_NAME, RUNTIME_MODULE } from '../spec/runtime-module.js';
import type { RenderOptions } from './render-all.js';
import type { GeneratedClass } from './spec-outcome.js';
import { toolkitFingerprint } from './toolkit-fingerprint.js';
import { applyChange, temporariesIn } from './transaction.js';

/** One output: specs, and the folder for the files generated from them. */
export interface GenerateEntry {
  /** Spec files, or folders of them. */
  readonly specs: string | readonly string[];
  /** The folder for the emitted files. */
  readonly out: string;
  /**
   * True if generated constraints evaluate `Jdot` where their specs do not say; false if left out.
   */
  readonly jdot?: boolean;
  /** The language of the generated files; TypeScript if left out. */
  readonly target?: TargetName;
  /** Module that emitted code imports the runtime from; `'holonomic/runtime'` if left out. */
  readonly runtime?: string;
}

export interface GenerateSettings extends Omit<RenderOptions, 'jdot' | 'target' | 'runtime'> {
  /** Compares only, and writes nothing. */
  readonly check?: boolean;
  /** Overwrites and deletes even files that somebody edited, and derives everything again. */
  readonly force?: boolean;
  /** Folder for the records of earlier runs. With it, only specs that changed are derived again. */
  readonly records?: string;
}

export interface GenerateOptions extends GenerateEntry, GenerateSettings {}

/** The result of a run. Names of files are relative to the output's folder, and sorted. */
export interface GenerateResult {
  readonly out: string;
  readonly written: readonly string[];
  readonly unchanged: readonly string[];
  /** Files whose content should differ (only of a check). */
  readonly stale: readonly string[];
  /** Files that should be there (only of a check). */
  readonly missing: readonly string[];
  /** Generated files without a spec: removed by a run, reported by a check. */
  readonly orphaned: readonly string[];
  /** The lines in which each stale file differs from what it should hold (only of a check). */
  readonly differences: readonly { readonly file: string; readonly diff: string }[];
  /** All mistakes of all specs. If there is one, nothing is written. */
  readonly errors: readonly Diagnostic[];
  /** Findings of the self-check of derivations that do not keep files from being written. */
  readonly warnings: readonly Diagnostic[];
  /** The classes, in the order of files and names. */
  readonly classes: readonly GeneratedClass[];
  readonly specFiles: readonly string[];
  /** The spec files, all files that they import, and the places of those that are missing. */
  readonly dependencies: readonly string[];
  /**
   * Number of spec files that were derived. The others were known from the record of an earlier
   * run.
   */
  readonly derived: number;
}

const TARGET: OptionRule = {
  is: (value) => TARGET_NAMES.some((name) => name === value),
  expected: TARGET_NAMES.map((name) => `'${name}'`).join(' or '),
};

const OPTIONS: Readonly<Record<keyof GenerateOptions, OptionRule>> = {
  specs: PATHS,
  out: TEXT,
  jdot: FLAG,
  target: TARGET,
  runtime: { is: (value) => typeof value === 'string' && isModuleName(value), expected: MODULE_NAME },
  check: FLAG,
  force: FLAG,
  records: TEXT,
  threads: THREADS,
  onRendered: FUNCTION,
  debug: FLAG,
};

/**
 * Reads specs, derives and renders everything in memory, and writes what changed. Writes nothing if
 * there is any error.
 */
export async function generate(options: GenerateOptions): Promise<GenerateResult> {
  checkOptions('generate', options, OPTIONS, ['specs', 'out']);
  const { specs, out, jdot = false, target = 'typescript', runtime = RUNTIME_MODULE, ...settings } = options;
  const [result] = await generateAll([{ specs, out, jdot, target, runtime }], settings);
  return result!;
}

/** {@link generate} for several outputs. If there is an error in one of them, none is written. */
export async function generateAll(
  entries: readonly GenerateEntry[],
  settings: GenerateSettings = {},
): Promise<GenerateResult[]> {
  const plans: Plan[] = [];
  for (const entry of entries) {
    const plan = await planEntry(entry, settings);
    plans.push(plan.warnings.length === 0 ? plan : { ...plan, warnings: await locate(plan.warnings) });
  }
  const errors: (readonly Diagnostic[])[] = [];
  for (const plan of plans) errors.push(await faultsOf(plan, settings));
  const failed = errors.some((list) => list.length > 0);
  const results: GenerateResult[] = [];
  for (const [i, plan] of plans.entries()) {
    if (failed) results.push({ ...nothing(plan), errors: errors[i]! });
    else {
      try {
        const isCheck = settings.check === true;
        results.push(isCheck ? checkPlan(plan, settings) : await executePlan(plan, entries[i]!, settings));
      } catch (error) {
        results.push({ ...nothing(plan), errors: faultsIn(error) });
      }
    }
  }
  return results;
}

function planEntry(
  { specs, out, jdot = false, target = 'typescript', runtime = RUNTIME_MODULE }: GenerateEntry,
  { records, force, ...options }: GenerateSettings,
): Promise<Plan> {
  const paths = typeof specs === 'string' ? [specs] : specs;
  return planOutput({
    specs: paths.map((path) => resolve(path)),
    out: resolve(out),
    jdot,
    target,
    runtime,
    ...(records !== undefined && { records, fresh: force === true }),
    ...renderOptions(options),
  });
}

const renderOptions = ({ threads, onRendered, debug }: RenderOptions): RenderOptions => ({
  ...(threads !== undefined && { threads }),
  ...(onRendered && { onRendered }),
  ...(debug !== undefined && { debug }),
});

/** The faults that keep a plan from being carried out. */
async function faultsOf(
  { errors, out, files }: Plan,
  { check, force = false }: GenerateSettings,
): Promise<readonly Diagnostic[]> {
  if (errors.length > 0) return locate(errors);
  if (check === true) return [];
  try {
    return conflicts(out, compareOutput(out, files), force);
  } catch (error) {
    return faultsIn(error);
  }
}

const nothing = ({ out, warnings, classes, specFiles, dependencies, derived }: Plan): GenerateResult => ({
  out,
  written: [],
  unchanged: [],
  stale: [],
  missing: [],
  orphaned: [],
  differences: [],
  errors: [],
  warnings,
  classes,
  specFiles,
  dependencies,
  derived,
});

/** Copies files with changes of others to the records; says where they are. */
function keepEdits(comparison: Comparison, { records }: GenerateSettings): string {
  const names = editedFiles(comparison);
  if (records === undefined || names.length === 0) return '';
  const folder = join(records, 'edited');
  try {
    makeFolder(folder);
    for (const name of names) replaceFile(join(folder, name), comparison.found.get(name)!.text!);
  } catch (error) {
    // The copy is a courtesy: a folder that cannot be written to keeps nobody from working.
    if (!isSystemError(error)) throw error;
    return '';
  }
  return `; its text is in ${displayPath(folder, process.cwd())}`;
}

const EDITED = 'was changed since it was generated; generating overwrites it.';

/** A result that warns of generated files with changes of others in them. */
function withEdits(plan: Plan, comparison: Comparison, what: string): GenerateResult {
  const result = nothing(plan);
  const edits = editedFiles(comparison).map((name): Diagnostic => ({
    code: 'W_EDITED',
    message: `${name} ${what}`,
    hint: 'change the formula, or put what you add into a file of your own, such as a class that extends the generated one; formatters should leave the folder out',
    file: join(plan.out, name),
  }));
  return { ...result, warnings: [...result.warnings, ...edits] };
}

function checkPlan(plan: Plan, settings: GenerateSettings): GenerateResult {
  const comparison = compareOutput(plan.out, plan.files);
  const { stale, missing, orphaned, unchanged, found } = comparison;
  // What is not on disk yet stays with the finished work, for the run that writes it.
  if (stale.length + missing.length === 0) remember(plan, settings);
  const differences = stale.map((file) => ({
    file,
    diff: shortDiff(found.get(file)?.text ?? '', plan.files.get(file)?.text ?? ''),
  }));
  return { ...withEdits(plan, comparison, EDITED), stale, missing, orphaned, unchanged, differences };
}

async function executePlan(plan: Plan, entry: GenerateEntry, settings: GenerateSettings): Promise<GenerateResult> {
  const { out } = plan;
  const before = compareOutput(out, plan.files);
  if (isUpToDate(before) && temporariesIn(out).length === 0) {
    remember(plan, settings);
    return { ...nothing(plan), unchanged: before.unchanged };
  }
  return withLock(out, async () => {
    // Nobody else writes now: temporary files are left from runs that were killed.
    temporariesIn(out).forEach(removeFile);
    // Another run may have changed the folder since the plan was made.
    const now = compareOutput(out, plan.files);
    const complete = hasTexts(plan.files, now) ? plan : await planEntry(entry, renderOptions(settings));
    if (complete.errors.length > 0) return { ...nothing(complete), errors: complete.errors };
    const comparison = compareOutput(out, complete.files);
    if (isUpToDate(comparison)) return { ...nothing(complete), unchanged: comparison.unchanged };
    return carryOut(complete, comparison, settings);
  });
}

/** Tests whether the plan knows the text of every file that has to be written. */
const hasTexts = (files: PlannedFiles, { stale, missing }: Difference): boolean =>
  [...stale, ...missing].every((name) => files.get(name)!.text !== undefined);

async function carryOut(plan: Plan, comparison: Comparison, settings: GenerateSettings): Promise<GenerateResult> {
  const errors = conflicts(plan.out, comparison, settings.force === true);
  if (errors.length > 0) return { ...nothing(plan), errors };
  const kept = keepEdits(comparison, settings);
  const change = changeOf(plan.files, comparison);
  await applyChange(plan.out, change);
  remember(plan, settings);
  const { stale, missing, unchanged } = comparison;
  return {
    ...withEdits(plan, comparison, `was changed since it was generated, and has been overwritten${kept}.`),
    written: [...stale, ...missing].sort(byCodePoint),
    unchanged,
    orphaned: change.removals,
  };
}

/** Records a run whose output is on disk, so that the next run takes from there what is the same. */
function remember({ out, record, taken }: Plan, { records }: GenerateSettings): void {
  if (records === undefined || taken === 0) return;
  writeRecord(records, out, toolkitFingerprint(), record);
  finishedWork(records, out)?.clear();
}
