import { readdirSync, renameSync } from 'node:fs';
import { join } from 'node:path';
import { setImmediate } from 'node:timers/promises';
import { createFile, lookAt, removeFile, temporaryName, TEMPORARY, tryToRemove } from '../files/files.js';
import { attributed } from '../files/system-error.js';

/** A name in a folder, and the text of the file that gets it. */
type NamedText = readonly [name: string, text: string];

/** A change of a folder: files to put there, and files to remove. */
export interface Change {
  /** The text put in place first, which accounts for the files before and after. */
  readonly meanwhile: NamedText;
  readonly writes: readonly NamedText[];
  readonly removals: readonly string[];
  /** The text put in place when all is done. */
  readonly last: NamedText;
}

/**
 * Changes a folder.
 *
 * First every new file is written under a temporary name. A run that fails or is killed at this
 * stage leaves the old files, and at most temporary ones. Then the files are renamed, and each is
 * at all times the old or the new one. A run that is killed at this stage leaves `meanwhile` in
 * place. From it the next run knows which files are generated.
 *
 * The renamings are synchronous and interrupts are held back, so that no signal comes between two
 * of them.
 */
export async function applyChange(folder: string, { meanwhile, writes, removals, last }: Change): Promise<void> {
  const staged: string[] = [];
  const stage = ([name, text]: NamedText): (() => void) => {
    const [temporary, path] = [join(folder, temporaryName()), join(folder, name)];
    staged.push(temporary);
    attributed(path, () => {
      createFile(temporary, text);
    });
    return () => {
      renameSync(temporary, path);
    };
  };
  try {
    const moves = [meanwhile, ...writes].map(stage);
    const finish = stage(last);
    await withoutInterrupts(() => {
      for (const move of moves) move();
      for (const name of removals) removeFile(join(folder, name));
      finish();
    });
  } catch (error) {
    staged.forEach(tryToRemove);
    throw error;
  }
}

/** Returns the temporary files in a folder, left by runs that are still working or were killed. */
export const temporariesIn = (folder: string): string[] =>
  readdirSync(folder)
    .filter((name) => TEMPORARY.test(name))
    .map((name) => join(folder, name))
    .filter((path) => lookAt(path)?.isFile === true);

/**
 * Holds back the signals that end a program until `work` is done. Handlers of others are called as
 * usual.
 */
async function withoutInterrupts(work: () => void): Promise<void> {
  const pending = new Set<NodeJS.Signals>();
  const hold = (signal: NodeJS.Signals): void => void pending.add(signal);
  const signals: readonly NodeJS.Signals[] = ['SIGINT', 'SIGTERM'];
  for (const signal of signals) process.on(signal, hold);
  try {
    work();
    // A signal that came meanwhile is delivered in the next turn of the event loop.
    await setImmediate();
    await setImmediate();
  } finally {
    for (const signal of signals) process.off(signal, hold);
  }
  for (const signal of pending) if (process.listenerCount(signal) === 0) process.kill(process.pid, signal);
}
