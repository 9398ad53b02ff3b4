import type { Command } from 'commander';
import type { GenerateResult } from '../../generate/generate.js';
import type { CommandContext, Execute, Outcome } from '../command.js';
import { displayPath, resolveSettings, type SettingFlags } from '../settings.js';
import { count } from '../words.js';

interface GenerateFlags extends SettingFlags {
  readonly check?: boolean;
}

/** `holonomic generate`: from specs to classes. */
export function addGenerate(program: Command, execute: Execute): void {
  program
    .command('generate')
    .description('derive the constraints and write their classes')
    .option('--specs <path...>', 'spec files, or folders of them (default: constraints-spec)')
    .option('--out <folder>', 'folder for the generated files (default: generated)')
    .option('--check', 'write nothing; fail if the generated files are not what the specs say')
    .action((flags: GenerateFlags) => execute('generate', (context) => generateCommand(flags, context)));
}

async function generateCommand(flags: GenerateFlags, context: CommandContext): Promise<Outcome> {
  const { cwd, specs, out } = resolveSettings(flags, context.settings.cwd);
  const check = flags.check === true;
  const { generate } = await import('../../generate/generate.js');
  const result = await generate({
    specs,
    out,
    check,
    onDerived: ({ className }) => {
      context.progress(`deriving ${className}`);
    },
  });
  return describeGeneration(result, { check, out, cwd }, context);
}

/** What a run of the generator did or found, in words and as data. */
export async function describeGeneration(
  result: GenerateResult,
  { check, out: folder, cwd }: { readonly check: boolean; readonly out: string; readonly cwd: string },
  { problemPaint }: Pick<CommandContext, 'problemPaint'>,
): Promise<Outcome> {
  const { written, unchanged, stale, missing, orphaned, derivations } = result;
  const out = displayPath(folder, cwd);
  const classes = derivations.map(({ className }) => className);
  const { withDisplayPaths } = await import('../specs.js');
  const errors = withDisplayPaths(result.errors, cwd);
  const data = { out, classes, written, unchanged, stale, missing, orphaned, errors };
  if (errors.length > 0) {
    const { formatDiagnostics } = await import('../../diagnostics/index.js');
    const text = formatDiagnostics(errors, { color: problemPaint.isColorSupported });
    return { ok: false, data, problem: `${text}\n\n${count(errors.length, 'error')}; nothing was written.` };
  }
  const all = `${count(classes.length, 'class')} from ${count(written.length + unchanged.length - BESIDE, 'spec file')}`;
  if (check && stale.length + missing.length + orphaned.length > 0) {
    const lines = [...list('stale', stale), ...list('missing', missing), ...list('orphaned', orphaned)];
    const problem = [`${out} is not what the specs say:`, ...lines, 'Run "holonomic generate".'].join('\n');
    return { ok: false, data, problem };
  }
  if (written.length + orphaned.length === 0) return { ok: true, data, summary: `${out} is up to date: ${all}.` };
  const lines = [...list('written', written), ...list('removed', orphaned)];
  return { ok: true, data, summary: [`${out}: ${all}.`, ...lines].join('\n') };
}

/** Files that belong to no spec file: the index and the manifest. */
const BESIDE = 2;

const list = (what: string, files: readonly string[]): string[] => files.map((file) => `  ${what.padEnd(8)}  ${file}`);
