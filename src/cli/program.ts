import { Command } from 'commander';
import { addExplain } from './commands/explain.js';
import { addGenerate } from './commands/generate.js';
import { addInit } from './commands/init.js';
import { addLibrary } from './commands/library.js';
import { addMechanism } from './commands/mechanism.js';
import { addScene } from './commands/scene.js';
import { addSimulate } from './commands/simulate.js';
import { addStudy } from './commands/study.js';
import { addSweep } from './commands/sweep.js';
import { addVerify } from './commands/verify.js';
import { addWorker } from './commands/worker.js';
import type { Execute } from './command.js';
import type { CliIo } from './io.js';
import type { SettingFlags } from './settings.js';
import { packageVersion } from '../files/package-files.js';

/** Flags that every command takes, before its name or after. */
export interface GlobalFlags extends SettingFlags {
  readonly json?: boolean;
  readonly quiet?: boolean;
  readonly color: boolean;
  readonly debug?: boolean;
}

/**
 * Creates the commands and their options. Each command imports what it uses only when it runs, so
 * that `--help` answers at once.
 */
export function createProgram(io: CliIo, execute: Execute): Command {
  const program = new Command('holonomic')
    .description('From a constraint written as a formula to a proven TypeScript class, and to a simulation of it.')
    .version(packageVersion())
    .option('--cwd <folder>', 'work in this folder')
    .option('--config <file>', 'configuration (default: holonomic.config.* in this folder or above)')
    .option('--json', 'print JSON on standard output, and nothing else')
    .option('-q, --quiet', 'print problems only')
    .option('--no-color', 'print without colours')
    .option('--debug', 'show where in the program an error came from');
  addGenerate(program, execute);
  addVerify(program, execute);
  addExplain(program, execute);
  addSimulate(program, execute);
  addStudy(program, execute);
  addScene(program, execute);
  addMechanism(program, execute);
  addSweep(program, execute);
  addWorker(program, execute);
  addLibrary(program, execute);
  addInit(program, execute);
  for (const command of [program, ...program.commands.flatMap((one) => [one, ...one.commands])]) {
    command
      .exitOverride()
      .showSuggestionAfterError()
      .configureOutput({
        writeOut: (text) => io.stdout.write(text),
        writeErr: () => undefined, // commander's messages on wrong command lines are thrown as well
        getOutHasColors: () => false,
      });
  }
  return program;
}
