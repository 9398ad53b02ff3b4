import type { GenerateResult } from '../generate/generate.js';
import { escapeCharacter, printable, type Diagnostic } from '../diagnostics/diagnostic.js';
import { MANIFEST } from '../generate/manifest.js';
import { isInternal } from '../diagnostics/internal-fault.js';
import type { CommandContext, Outcome } from './command.js';
import { withDisplayPaths } from './display-diagnostics.js';
import type { Paint } from './paint.js';
import { displayPath } from './settings.js';
import { count, countErrors } from './words.js';

export interface ReportOptions {
  readonly check: boolean;
  /** Paths are shown relative to this folder. */
  readonly cwd: string;
}

/** Files whose difference is shown; the others are only named. */
const SHOWN_DIFFERENCES = 3;

/** Describes what a run of the generator did or found, in words and as data. */
export async function describeGeneration(
  results: readonly GenerateResult[],
  { check, cwd }: ReportOptions,
  { problemPaint }: Pick<CommandContext, 'problemPaint'>,
): Promise<Outcome> {
  const outputs = results.map((result) => dataOf(result, cwd));
  const data = outputs.length === 1 ? outputs[0]! : { outputs };
  const errors = outputs.flatMap((output) => output.errors);
  if (errors.length > 0) {
    const text = await textOf(errors, problemPaint);
    // A failure to write one file may have come after others were written.
    const isUntouched =
      results.every(({ written, orphaned }) => written.length + orphaned.length === 0) &&
      errors.every(({ code }) => code !== 'E_FILE_SYSTEM');
    return {
      ok: false,
      isInternal: isInternal(errors),
      data,
      problem: `${text}\n\n${countErrors(errors)}${isUntouched ? '; nothing was written' : ''}.`,
    };
  }
  const warnings = outputs.flatMap((output) => output.warnings);
  const warned = warnings.length === 0 ? [] : [await textOf(warnings, problemPaint)];
  const problems = check ? results.flatMap((result) => differencesOf(result, cwd, problemPaint)) : [];
  const good = results.filter((result) => !check || !isOutdated(result));
  const summary = good.map((result) => describeOutput(result, cwd)).join('\n');
  return {
    ok: problems.length === 0,
    data,
    ...(summary !== '' && { summary }),
    ...(problems.length + warned.length > 0 && {
      problem: [...warned, ...problems, ...(problems.length > 0 ? ['Run "holonomic generate".'] : [])].join('\n'),
    }),
  };
}

async function textOf(diagnostics: readonly Diagnostic[], { isColorSupported }: Paint): Promise<string> {
  const { formatDiagnostics } = await import('../diagnostics/index.js');
  return formatDiagnostics(diagnostics, { color: isColorSupported });
}

function dataOf(result: GenerateResult, cwd: string) {
  const { written, unchanged, stale, missing, orphaned, differences } = result;
  const classes = result.classes.map(({ className }) => className);
  const errors = withDisplayPaths(result.errors, cwd);
  const warnings = withDisplayPaths(result.warnings, cwd);
  const out = displayPath(result.out, cwd);
  return { out, classes, written, unchanged, stale, missing, orphaned, differences, errors, warnings };
}

const isOutdated = ({ stale, missing, orphaned }: GenerateResult): boolean =>
  stale.length + missing.length + orphaned.length > 0;

function differencesOf(result: GenerateResult, cwd: string, paint: CommandContext['problemPaint']): string[] {
  if (!isOutdated(result)) return [];
  const { stale, missing, orphaned, differences } = result;
  // The manifest differs whenever anything does, and says nothing that a person could use.
  const shown = differences.filter(({ file }) => file !== MANIFEST).slice(0, SHOWN_DIFFERENCES);
  const color = (line: string): string =>
    line.startsWith('-') ? paint.red(line) : line.startsWith('+') ? paint.green(line) : paint.dim(line);
  const diffOf = (file: string): string[] =>
    shown
      .filter((difference) => difference.file === file)
      .flatMap(({ diff }) => diff.split('\n').map((line) => `      ${color(line)}`));
  return [
    `${displayPath(result.out, cwd)} is not what the specs say:`,
    ...stale.flatMap((file) => [...list('stale', [file]), ...diffOf(file)]),
    ...list('missing', missing),
    ...list('orphaned', orphaned),
  ];
}

function describeOutput({ out, classes, specFiles, written, orphaned }: GenerateResult, cwd: string): string {
  const all = `${count(classes.length, 'class')} from ${count(specFiles.length, 'spec file')}`;
  const folder = displayPath(out, cwd);
  if (written.length + orphaned.length === 0) return `${folder} is up to date: ${all}.`;
  return [`${folder}: ${all}.`, ...list('written', written), ...list('removed', orphaned)].join('\n');
}

const list = (what: string, files: readonly string[]): string[] =>
  files.map((file) => `  ${what.padEnd(8)}  ${printable(file, escapeCharacter)}`);
