import { readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

/** The folder of the project. */
export const ROOT = fileURLToPath(new URL('../..', import.meta.url));

/** The pages that users read, relative to {@link ROOT}. */
export const PAGES: readonly string[] = [
  'README.md',
  'CONTRIBUTING.md',
  'examples/README.md',
  ...readdirSync(`${ROOT}docs`)
    .filter((name) => name.endsWith('.md'))
    .sort()
    .map((name) => `docs/${name}`),
];

/** The page whose files make one project, and are run as such. */
export const TUTORIAL = 'docs/tutorial.md';

/** A fenced block of a page. */
export interface Block {
  readonly language: string;
  readonly code: string;
  /** Line of the opening fence, counted from 1. */
  readonly line: number;
  /** Place among the blocks of the page, counted from 0. */
  readonly number: number;
  /**
   * The text block with the output of this one, which follows directly or after the line "It
   * prints".
   */
  readonly output?: Block;
}

/** Lists all fenced blocks of a page in their order. */
export function fencedBlocks(page: string): readonly Block[] {
  const lines = read(page).split('\n');
  const blocks: Block[] = [];
  for (let i = 0; i < lines.length; i++) {
    const language = /^```(\w+)$/.exec(lines[i]!)?.[1];
    if (language === undefined) continue;
    const end = lines.indexOf('```', i + 1);
    blocks.push({ language, code: lines.slice(i + 1, end).join('\n'), line: i + 1, number: blocks.length });
    i = end;
  }
  return blocks;
}

/** Lists the fenced blocks of a page, each output with the block that prints it. */
export function blocksOf(page: string): readonly Block[] {
  const lines = read(page).split('\n');
  const all = fencedBlocks(page);
  const isOutput = (block: Block, previous: Block | undefined): boolean => {
    if (block.language !== 'text' || previous === undefined || previous.language === 'text') return false;
    const end = lines.indexOf('```', previous.line);
    return lines.slice(end + 1, block.line - 1).every((line) => line === '' || line === 'It prints');
  };
  return all.flatMap((block, i) => {
    if (isOutput(block, all[i - 1])) return [];
    const next = all[i + 1];
    return [next && isOutput(next, block) ? { ...block, output: next } : block];
  });
}

export const read = (page: string): string => readFileSync(`${ROOT}${page}`, 'utf8');

/** Blocks that make one module: one that imports, and those after it that do not. */
export interface Program {
  readonly page: string;
  /** Name of the file that the module is written to and imported from. */
  readonly name: string;
  readonly blocks: readonly Block[];
}

/**
 * The path in the first line of a block that shows a file of a project:
 * `// constraints-spec/wave.ts`.
 */
export const filePathOf = ({ code }: Block): string | undefined =>
  /^(?:\/\/|<!--) ((?:[\w-]+\/)?[\w-]+\.(?:ts|html))(?: -->)?\n/.exec(code)?.[1];

/** Lists the fenced blocks of a page under a heading of the second level. */
export function blocksUnder(page: string, heading: string): readonly Block[] {
  const lines = read(page).split('\n');
  const start = lines.indexOf(heading);
  const end = lines.findIndex((line, i) => i > start && line.startsWith('## '));
  return fencedBlocks(page).filter(({ line }) => line > start && (end < 0 || line <= end));
}

/** A file that imports others of its project runs only there. */
const belongsToProject = ({ code }: Block): boolean => /from '\.\.?\//.test(code);

/** Lists the programs of a page. A block without imports continues the one before. */
export function programsOf(page: string): readonly Program[] {
  if (page === TUTORIAL) return [];
  const programs: Block[][] = [];
  for (const block of blocksOf(page).filter(({ language }) => language === 'ts')) {
    if (belongsToProject(block)) continue;
    const current = programs.at(-1);
    if (/^import /m.test(block.code) || current === undefined) programs.push([block]);
    else current.push(block);
  }
  const stem = page.replace(/\W+/g, '-');
  return programs.map((blocks) => ({ page, name: `${stem}-${blocks[0]!.line}`, blocks }));
}

/** The lines of a shell block that are commands, without comments. */
export const commandsOf = ({ code }: Block): readonly string[] =>
  code
    .split('\n')
    .map((line) => line.replace(/ *#.*$/, ''))
    .filter((line) => line !== '');
