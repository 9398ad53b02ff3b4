import type { Block } from './pages.js';
import { filePathOf } from './pages.js';

/** Carries out what a page says, in a folder. */
export interface Reader {
  /** Writes a file of the page. */
  write(path: string, text: string): Promise<void>;
  /** Runs a command of the page, and returns what it prints; undefined if it is left out. */
  run(command: string): Promise<string | undefined>;
  /** Hears of a block of commands, and what it should say. */
  compare(block: Block, text: string): void;
}

/**
 * Goes through the blocks of a page: files are written, and of `console` blocks the commands are
 * run. What a command prints is compared where the page shows it. Returns the commands.
 */
export async function follow(blocks: readonly Block[], reader: Reader): Promise<readonly string[]> {
  const commands: string[] = [];
  for (const block of blocks) {
    const path = filePathOf(block);
    if (path !== undefined) await reader.write(path, block.code);
    if (path !== undefined || block.language !== 'console') continue;
    const parts: string[] = [];
    for (const part of block.code.split(/^\$ /m).slice(1)) {
      const [command = '', ...shown] = part.trimEnd().split('\n');
      commands.push(command);
      const printed = (await reader.run(command))?.trimEnd().split('\n');
      parts.push(`$ ${command}`, ...(shown.length === 0 ? [] : (printed ?? shown)));
    }
    reader.compare(block, parts.join('\n'));
  }
  return commands;
}
