import type { Command } from 'commander';
import type { CommandContext, Execute, Outcome } from '../command.js';
import { integerOption } from '../option-values.js';
import { settingFlags, type SettingFlags } from '../settings.js';
import { count } from '../words.js';

interface VerifyFlags extends SettingFlags {
  readonly samples?: number;
  readonly seed?: number;
}

/** `holonomic verify`: proof that classes compute what their formulas say. */
export function addVerify(program: Command, execute: Execute): void {
  program
    .command('verify')
    .argument('[names...]', 'constraints or classes of the project or the library (default: all of the project)')
    .description('check each class against differences and against 64-digit arithmetic')
    .option('--specs <path...>', 'spec files, or folders of them (default: constraints-spec)')
    .option('--out <folder>', 'folder of the generated files (default: generated)')
    .option('--samples <n>', 'configurations to check at (default: 100)', integerOption(1))
    .option('--seed <n>', 'seed of the random configurations (default: 1)', integerOption(0))
    .action((names: string[], flags: VerifyFlags) =>
      execute('verify', (context) => verifyCommand(names, flags, context)),
    );
}

async function verifyCommand(names: readonly string[], flags: VerifyFlags, context: CommandContext): Promise<Outcome> {
  const settings = await context.settings(settingFlags(flags));
  const [{ subjectsOf }, { proverOf }, { formatReport, losses }, { proofTable }] = await Promise.all([
    import('../subjects.js'),
    import('../../kinds/generated-classes.js'),
    import('../../verify/index.js'),
    import('../proof-table.js'),
  ]);
  const subjects = await subjectsOf(names, settings, context.progress);
  const proofs = [];
  for (const subject of subjects) {
    context.progress(`verifying ${subject.type.name} (${proofs.length + 1} of ${subjects.length})`);
    const { samples, seed } = flags;
    const report = proverOf(subject.type).verify({ ...(samples && { samples }), ...(seed !== undefined && { seed }) });
    proofs.push({ ...subject, report });
  }

  const failed = proofs.filter(({ report }) => !report.pass);
  const notes = proofs.flatMap(({ report }) =>
    report.pass ? losses(report).map((sentence) => `${report.name}: ${sentence}.`) : [],
  );
  const outdated = proofs.filter(({ stale }) => stale).map(({ type }) => type.name);
  const problems = failed.map(({ report }) => formatReport(report));
  if (outdated.length > 0) {
    problems.push(`Generated from an older spec: ${outdated.join(', ')}. Run "holonomic generate".`);
  }
  const verdict =
    failed.length === 0
      ? `${count(proofs.length, 'class')} proven.`
      : `${count(failed.length, 'class')} of ${proofs.length} failed.`;
  return {
    ok: problems.length === 0,
    data: { reports: proofs.map(({ source, stale, report }) => ({ source, stale, ...report })) },
    summary: [proofTable(proofs, context.paint), ...(notes.length > 0 ? [notes.join('\n')] : []), verdict].join('\n\n'),
    ...(problems.length > 0 && { problem: problems.join('\n\n') }),
  };
}
