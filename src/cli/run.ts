import { statSync } from 'node:fs';
import { CommanderError } from 'commander';
import { Console } from './console.js';
import { UsageError } from './errors.js';
import type { CliIo } from './io.js';
import { createProgram, type GlobalFlags } from './program.js';

/**
 * Runs the command line `argv`, without the program's name. Returns the exit code: 0 fine; 1
 * something for the user to fix; 2 a fault of the program or of its usage. Never throws and never
 * ends the process, so that a test or another program can call it.
 */
export async function run(argv: readonly string[], io: CliIo): Promise<0 | 1 | 2> {
  // Known before parsing: a command line that cannot be parsed is reported the same way.
  const options = {
    json: argv.includes('--json'),
    quiet: argv.includes('--quiet') || argv.includes('-q'),
    color: !argv.includes('--no-color'),
    debug: argv.includes('--debug'),
  };
  const console = new Console(io, options);
  let exitCode: 0 | 1 | 2 = 0;
  const program = createProgram(io, async (command, work) => {
    const { cwd, config } = program.opts<GlobalFlags>();
    const context = console.context(command, {
      ...(cwd !== undefined && { cwd }),
      ...(config !== undefined && { config }),
    });
    try {
      if (cwd !== undefined) checkFolder(context.cwd);
      const outcome = await work(context);
      console.outcome(command, outcome);
      exitCode = outcome.isInternal === true ? 2 : outcome.ok ? 0 : 1;
    } catch (error) {
      exitCode = await console.failure(error, command, context.cwd);
    }
  });
  try {
    await program.parseAsync([...argv], { from: 'user' });
  } catch (error) {
    if (!(error instanceof CommanderError)) return await console.failure(error);
    // Help and version end parsing with this, and are no error.
    if (error.exitCode === 0) return 0;
    if (error.code === 'commander.help') {
      // The help of the command whose subcommand is missing.
      const named = program.commands.find((command) => command.name() === argv.find((word) => !word.startsWith('-')));
      return await console.failure(new UsageError(`No command given.\n\n${(named ?? program).helpInformation()}`));
    }
    return await console.failure(new UsageError(error.message.replace(/^error: /, '')));
  }
  return exitCode;
}

/** Throws UsageError unless there is a `folder`: a project would be looked for in the folders above it. */
function checkFolder(folder: string): void {
  const found = statSync(folder, { throwIfNoEntry: false });
  if (found?.isDirectory() === true) return;
  throw new UsageError(`--cwd names '${folder}', ${found ? 'which is no folder' : 'and there is no such folder'}.`);
}
