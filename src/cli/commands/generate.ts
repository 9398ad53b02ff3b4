import { Option, type Command } from 'commander';
import type { CommandContext, Execute, Outcome } from '../command.js';
import { UsageError } from '../errors.js';
import { TARGET_NAMES } from '../../spec/define-config.js';
import { displayPath, settingFlags, type SettingFlags } from '../settings.js';

interface GenerateFlags extends SettingFlags {
  readonly check?: boolean;
  readonly watch?: boolean;
  readonly force?: boolean;
}

/** `holonomic generate`: from specs to classes. */
export function addGenerate(program: Command, execute: Execute): void {
  program
    .command('generate')
    .description('derive the constraints and write their classes')
    .option('--specs <path...>', 'spec files, or folders of them (default: constraints-spec)')
    .option('--out <folder>', 'folder for the generated files (default: generated; generated-c or generated-wasm)')
    .addOption(new Option('--target <language>', 'language to write (default: typescript)').choices(TARGET_NAMES))
    .option('--check', 'write nothing; fail if the generated files are not what the specs say')
    .option('--watch', 'go on, and generate again whenever a spec changes')
    .option('--force', 'derive everything again, and overwrite or delete even what was edited')
    .action((flags: GenerateFlags) => execute('generate', (context) => generateCommand(flags, context)));
}

async function generateCommand(flags: GenerateFlags, context: CommandContext): Promise<Outcome> {
  const { check = false, watch = false, force = false } = flags;
  if (watch && (check || force)) throw new UsageError(`--watch and --${check ? 'check' : 'force'} exclude each other.`);
  if (watch) {
    const { watchCommand } = await import('../watch.js');
    return watchCommand(settingFlags(flags), context);
  }
  const [settings, { generateProject }, { describeGeneration }] = await Promise.all([
    context.settings(settingFlags(flags)),
    import('../../generate/generate-project.js'),
    import('../generation-report.js'),
  ]);
  const results = await generateProject(settings, {
    check,
    force,
    debug: context.debug,
    onRendered: (path, done, total) => {
      context.progress(`derived ${done} of ${total}: ${displayPath(path, settings.cwd)}`);
    },
  });
  return describeGeneration(results, { check, cwd: settings.cwd }, context);
}
