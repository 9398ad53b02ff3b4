import { execFileSync, spawnSync } from 'node:child_process';
import { join } from 'node:path';

/** The compiler, unless the environment says otherwise. */
const COMPILER = process.env['CC'] ?? 'cc';

/**
 * Reason to skip tests of C: there is no compiler. In continuous integration, where C has to be
 * tested, that is an error.
 */
export const missingCompiler: string | undefined =
  spawnSync(COMPILER, ['--version']).status === 0
    ? undefined
    : `there is no ${COMPILER}: apt-get install gcc libc6-dev, or set CC to a compiler of C99`;
if (missingCompiler !== undefined && (process.env['CI'] ?? process.env['REQUIRE_CC']) !== undefined)
  throw new Error(`C cannot be tested: ${missingCompiler}.`);

/** Flags with which C computes what JavaScript computes, to the bit, and no warning is passed over. */
const FLAGS = ['-std=c99', '-O3', '-ffp-contract=off', '-Wall', '-Wextra', '-Wpedantic', '-Werror'];

/** Compiles files of a folder to a program there, with more flags that count instead. Throws with what the compiler says. */
export function compileC(
  folder: string,
  files: readonly string[],
  program: string,
  more: readonly string[] = [],
): string {
  execFileSync(COMPILER, [...FLAGS, ...more, ...files, '-lm', '-o', program], {
    cwd: folder,
    stdio: 'pipe',
    encoding: 'utf8',
  });
  return join(folder, program);
}
