import { existsSync } from 'node:fs';
import { resolve } from 'node:path';
import { checkOptions, FLAG, FUNCTION, PATHS, TEXT, wholeFrom, type OptionRule } from '../diagnostics/arguments.js';
import type { Diagnostic } from '../diagnostics/index.js';
import { SpecError } from '../diagnostics/spec-error.js';
import { locate } from '../locate/locate.js';
import { shortDiff } from './diff.js';
import { withLock } from './lock.js';
import { byCodePoint } from './order.js';
import { compareOutput, conflicts, type Difference, type PlannedFiles } from './output.js';
import { planOutput, type Plan } from './plan.js';
import { writeRecord } from './record.js';
import type { RenderOptions } from './render-all.js';
import type { GeneratedClass } from './spec-outcome.js';
import { toolkitFingerprint } from './toolkit-fingerprint.js';
import { applyChange, needsRecovery, recover } from './transaction.js';

/** From which specs to which folder. */
export interface GenerateEntry {
  /** Spec files, or folders of them. */
  readonly specs: string | readonly string[];
  /** The folder for the emitted files. */
  readonly out: string;
}

export interface GenerateSettings extends RenderOptions {
  /** Compares only, and writes nothing. */
  readonly check?: boolean;
  /** Overwrites and deletes even what somebody edited, and derives everything again. */
  readonly force?: boolean;
  /** Folder for a record of what was made of what: with it, only specs that changed are derived again. */
  readonly records?: string;
}

export interface GenerateOptions extends GenerateEntry, GenerateSettings {}

/** What a run did, or found. Names of files are relative to the output's folder, and sorted. */
export interface GenerateResult {
  readonly out: string;
  readonly written: readonly string[];
  readonly unchanged: readonly string[];
  /** Files whose content should be another (only of a check). */
  readonly stale: readonly string[];
  /** Files that should be there (only of a check). */
  readonly missing: readonly string[];
  /** Generated files without a spec: removed by a run, reported by a check. */
  readonly orphaned: readonly string[];
  /** For each stale file, in which lines it differs from what it should hold (only of a check). */
  readonly differences: readonly { readonly file: string; readonly diff: string }[];
  /** All mistakes of all specs. With one of them, nothing is written. */
  readonly errors: readonly Diagnostic[];
  /** The classes, in the order of files and names. */
  readonly classes: readonly GeneratedClass[];
  readonly specFiles: readonly string[];
  /** The spec files and all files that they import. */
  readonly dependencies: readonly string[];
  /** How many spec files were derived; the others were known from the record of an earlier run. */
  readonly derived: number;
}

const OPTIONS: Readonly<Record<keyof GenerateOptions, OptionRule>> = {
  specs: PATHS,
  out: TEXT,
  check: FLAG,
  force: FLAG,
  records: TEXT,
  threads: wholeFrom(1),
  onRendered: FUNCTION,
  debug: FLAG,
};

/** Reads specs, derives and renders everything in memory, and writes what changed; nothing if there is any error. */
export async function generate(options: GenerateOptions): Promise<GenerateResult> {
  checkOptions('generate', options, OPTIONS, ['specs', 'out']);
  const { specs, out, ...settings } = options;
  const [result] = await generateAll([{ specs, out }], settings);
  return result!;
}

/** {@link generate} for several outputs: an error in one of them, and none is written. */
export async function generateAll(
  entries: readonly GenerateEntry[],
  settings: GenerateSettings = {},
): Promise<GenerateResult[]> {
  const plans: Plan[] = [];
  for (const entry of entries) plans.push(await planEntry(entry, settings));
  const errors = await Promise.all(plans.map((plan) => faultsOf(plan, settings)));
  const failed = errors.some((list) => list.length > 0);
  const results: GenerateResult[] = [];
  for (const [i, plan] of plans.entries()) {
    if (failed) results.push({ ...nothing(plan), errors: errors[i]! });
    else if (settings.check === true) results.push(await checkPlan(plan, settings));
    else results.push(await executePlan(plan, entries[i]!, settings));
  }
  return results;
}

function planEntry({ specs, out }: GenerateEntry, { records, force, ...options }: GenerateSettings): Promise<Plan> {
  const paths = typeof specs === 'string' ? [specs] : specs;
  return planOutput({
    specs: paths.map((path) => resolve(path)),
    out: resolve(out),
    ...(records !== undefined && { records, fresh: force === true }),
    ...renderOptions(options),
  });
}

const renderOptions = ({ threads, onRendered, debug }: RenderOptions): RenderOptions => ({
  ...(threads !== undefined && { threads }),
  ...(onRendered && { onRendered }),
  ...(debug !== undefined && { debug }),
});

/** What keeps a plan from being carried out. */
async function faultsOf({ errors, out, files }: Plan, { check, force }: GenerateSettings): Promise<Diagnostic[]> {
  if (errors.length > 0) return locate(errors);
  if (check === true || force === true) return [];
  return conflicts(out, await compareOutput(out, files));
}

const nothing = ({ out, classes, specFiles, dependencies, derived }: Plan): GenerateResult => ({
  out,
  written: [],
  unchanged: [],
  stale: [],
  missing: [],
  orphaned: [],
  differences: [],
  errors: [],
  classes,
  specFiles,
  dependencies,
  derived,
});

async function checkPlan(plan: Plan, settings: GenerateSettings): Promise<GenerateResult> {
  await remember(plan, settings);
  const { present, ...difference } = await compareOutput(plan.out, plan.files);
  const differences = difference.stale.map((file) => ({
    file,
    diff: shortDiff(present.get(file)!, plan.files.get(file)?.text ?? ''),
  }));
  return { ...nothing(plan), ...difference, differences };
}

const isUpToDate = ({ stale, missing, orphaned }: Difference): boolean =>
  stale.length + missing.length + orphaned.length === 0;

async function executePlan(plan: Plan, entry: GenerateEntry, settings: GenerateSettings): Promise<GenerateResult> {
  const { out } = plan;
  const before = await compareOutput(out, plan.files);
  if (isUpToDate(before) && !needsRecovery(out)) {
    await remember(plan, settings);
    return { ...nothing(plan), unchanged: before.unchanged };
  }
  try {
    return await withLock(out, async () => {
      if (existsSync(out)) recover(out);
      // What was there when the plan was made may have been changed by another run meanwhile.
      const now = await compareOutput(out, plan.files);
      const complete = hasTexts(plan.files, now) ? plan : await planEntry(entry, renderOptions(settings));
      const difference = complete === plan ? now : await compareOutput(out, complete.files);
      return carryOut(complete, difference, settings);
    });
  } catch (error) {
    if (!(error instanceof SpecError)) throw error;
    return { ...nothing(plan), errors: error.diagnostics };
  }
}

/** Whether the plan knows the text of every file that has to be written. */
const hasTexts = (files: PlannedFiles, { stale, missing }: Difference): boolean =>
  [...stale, ...missing].every((name) => files.get(name)!.text !== undefined);

async function carryOut(plan: Plan, difference: Difference, settings: GenerateSettings): Promise<GenerateResult> {
  const errors =
    plan.errors.length > 0 || settings.force === true ? plan.errors : await conflicts(plan.out, difference);
  if (errors.length > 0) return { ...nothing(plan), errors };
  const { orphaned, unchanged } = difference;
  const changed = new Set([...difference.stale, ...difference.missing]);
  // In the order of the plan: the manifest last.
  const names = [...plan.files.keys()].filter((name) => changed.has(name));
  await applyChange(plan.out, {
    writes: new Map(names.map((name) => [name, plan.files.get(name)!.text!])),
    removals: orphaned,
  });
  await remember(plan, settings);
  return { ...nothing(plan), written: names.sort(byCodePoint), unchanged, orphaned };
}

async function remember({ out, record, derived }: Plan, { records }: GenerateSettings): Promise<void> {
  if (records !== undefined && derived > 0) await writeRecord(records, out, toolkitFingerprint(), record);
}
