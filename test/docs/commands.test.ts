import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import type { CliIo } from '../../src/cli/io.js';
import { createProgram } from '../../src/cli/program.js';
import { cli, project } from '../cli/support.js';
import { checkOutput } from './outputs.js';
import { blocksOf, commandsOf, filePathOf, PAGES, ROOT } from './pages.js';
import { inFull } from '../support/scope.js';

const { scripts } = JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8')) as {
  scripts: Readonly<Record<string, string>>;
};

/** Commands of npm that need no script of that name. */
const NPM_COMMANDS: ReadonlySet<string> = new Set(['ci', 'install']);

/** Returns the arguments of `holonomic …` in any of its forms. */
function holonomicArguments(command: string): readonly string[] | undefined {
  return /^(?:holonomic|npx holonomic|npx tsx src\/cli\/main\.ts) (.*)$/
    .exec(command)?.[1]!
    .split(/ +/)
    .filter((argument) => argument !== '');
}

/**
 * Lists the commands that a command line names, without running them. Throws if it does not parse.
 */
async function parse(argv: readonly string[]): Promise<string[]> {
  const named: string[] = [];
  const silent = { write: () => true };
  const io: CliIo = { cwd: ROOT, env: {}, stdout: silent, stderr: silent };
  const program = createProgram(io, (command) => {
    named.push(command);
    return Promise.resolve();
  });
  await program.parseAsync([...argv], { from: 'user' });
  return named;
}

const shellBlocks = PAGES.flatMap((page) =>
  blocksOf(page)
    .filter(({ language }) => language === 'sh')
    .map((block) => ({ page, block })),
);

test.each(
  shellBlocks.flatMap(({ page, block }) =>
    commandsOf(block).flatMap((line) => line.split(' && ').map((command) => [command, `${page}:${block.line}`])),
  ),
)('`%s` in %s exists', async (command) => {
  const argv = holonomicArguments(command);
  if (argv !== undefined) {
    if (argv.includes('--help') || argv.includes('--version')) return;
    expect(await parse(argv)).toHaveLength(1);
    return;
  }
  const [program, name, script] = command.split(' ');
  if (program === 'npm')
    expect(NPM_COMMANDS.has(name!) || Object.hasOwn(scripts, name === 'run' ? script! : name!)).toBe(true);
});

describe.each(PAGES.filter((page) => blocksOf(page).some(({ language, output }) => language === 'sh' && output)))(
  '%s',
  (page) => {
    inFull(
      'commands print what the page shows, in a folder with its files',
      async () => {
        const blocks = blocksOf(page);
        const files = blocks.flatMap((block) => {
          const path = block.language === 'ts' ? filePathOf(block) : undefined;
          return path === undefined ? [] : [[path, block.code] as const];
        });
        const folder = await project(Object.fromEntries(files));
        const mentioned: string[] = [];
        for (const block of blocks) {
          if (block.language !== 'sh' || block.output === undefined) continue;
          let printed = '';
          for (const command of commandsOf(block)) {
            const { stdout, stderr } = await cli(folder, ...holonomicArguments(command)!);
            printed += stdout + stderr;
            mentioned.push(command);
          }
          checkOutput(page, block, printed.trimEnd());
        }
        for (const [path] of files)
          expect(
            path.startsWith('constraints-spec/') || mentioned.some((command) => command.includes(path)),
            path,
          ).toBe(true);
      },
      240_000,
    );
  },
);
