import { randomUUID } from 'node:crypto';
import { readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setImmediate } from 'node:timers/promises';

/** What is to be done to a folder: files to put there, and files to take away. */
export interface Change {
  readonly writes: ReadonlyMap<string, string>;
  readonly removals: readonly string[];
}

/** The list of what is still to be done. Where it stands, all new files are there in full under temporary names. */
const JOURNAL = '.holonomic.journal';
const TEMPORARY = /^\.holonomic\.[\w-]+\.tmp$/;

interface Journal {
  readonly renames: readonly (readonly [from: string, to: string])[];
  readonly removals: readonly string[];
}

/**
 * Changes a folder as a whole. First every new file is written under a temporary name, then the list of renamings; from then on the change
 * is decided, and a run that is killed before the last renaming is completed by the next ({@link recover}). Killed before, it leaves
 * nothing but temporary files. Each file is at all times either the old or the new one; files are put in place in the order of `writes`.
 *
 * The renamings are synchronous and interrupts are held back, so that one from the keyboard never comes between two of them.
 */
export async function applyChange(folder: string, { writes, removals }: Change): Promise<void> {
  const renames = [...writes].map(([name, text]): readonly [string, string] => {
    const temporary = `.holonomic.${randomUUID()}.tmp`;
    writeFileSync(join(folder, temporary), text);
    return [temporary, name];
  });
  const journal: Journal = { renames, removals };
  const draft = `.holonomic.${randomUUID()}.tmp`;
  writeFileSync(join(folder, draft), JSON.stringify(journal));
  await withoutInterrupts(() => {
    renameSync(join(folder, draft), join(folder, JOURNAL));
    complete(folder, journal);
  });
}

/** Completes a change that a killed run had decided on, and removes what one that had not left behind. */
export function recover(folder: string): void {
  const journal = readJournal(folder);
  if (journal !== undefined) complete(folder, journal);
  for (const name of readdirSync(folder)) if (TEMPORARY.test(name)) rmSync(join(folder, name), { force: true });
}

/** Whether a killed run left something to {@link recover}. */
export const needsRecovery = (folder: string): boolean => readJournal(folder) !== undefined;

function complete(folder: string, { renames, removals }: Journal): void {
  for (const [from, to] of renames) {
    try {
      renameSync(join(folder, from), join(folder, to));
    } catch (error) {
      // Renamed already, before the run was killed.
      if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error;
    }
  }
  for (const name of removals) rmSync(join(folder, name), { force: true });
  rmSync(join(folder, JOURNAL), { force: true });
}

function readJournal(folder: string): Journal | undefined {
  try {
    const { renames, removals } = JSON.parse(readFileSync(join(folder, JOURNAL), 'utf8')) as Journal;
    // It is data from a folder that is checked in: no name in it leads elsewhere.
    const isName = (name: string): boolean => !/[/\\]/.test(name) && name !== '..';
    const safe = renames.filter(([from, to]) => TEMPORARY.test(from) && isName(to));
    return { renames: safe, removals: removals.filter(isName) };
  } catch {
    return undefined;
  }
}

/** Holds back the signals that end a program until `work` is done; nobody else's handlers are kept from them. */
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
