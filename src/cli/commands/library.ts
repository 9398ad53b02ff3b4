import type { Command } from 'commander';
import type { CommandContext, Execute, Outcome } from '../command.js';

/** `holonomic library`: the classes that are there already, found by what they do. */
export function addLibrary(program: Command, execute: Execute): void {
  program
    .command('library')
    .argument('[words...]', 'what it should do, or part of its name; everything if left out')
    .description('find a class of the library: holonomic library door hinge')
    .action((words: string[]) => execute('library', (context) => libraryCommand(words, context)));
}

/** Entries that are shown with formula and usage; more are a list of summaries. */
const FULL = 6;

async function libraryCommand(words: readonly string[], { paint }: CommandContext): Promise<Outcome> {
  const [library, { libraryEntries, searchLibrary }] = await Promise.all([
    import('../../library.js'),
    import('../search-library.js'),
  ]);
  const entries = libraryEntries(library);
  const found = searchLibrary(entries, words);
  const data = { words, entries: found };
  if (found.length === 0)
    return {
      ok: false,
      data,
      problem: [
        `Nothing in the library fits "${words.join(' ')}".`,
        'Other forces (gravity, drag, motors) are functions of holonomic/runtime.',
        'For a constraint or an energy of your own, write its formula: "holonomic init" shows how.',
      ].join('\n'),
    };
  const names = (classes: readonly string[]): string => paint.bold(classes.join(', '));
  const product =
    found.length > FULL
      ? found.map(({ classes, summary }) => `${names(classes)}: ${summary}`).join('\n')
      : found
          .map(({ classes, summary, formulas, usage }) =>
            [`${names(classes)}: ${summary}`, ...formulas.map((line) => `    ${line}`), `    ${usage}`].join('\n'),
          )
          .join('\n\n');
  return {
    ok: true,
    data,
    product: `${product}\n`,
    summary: paint.dim(`${found.length} of ${entries.length} in holonomic/library.`),
  };
}
