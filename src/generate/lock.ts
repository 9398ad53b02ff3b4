import { randomUUID } from 'node:crypto';
import { renameSync, statSync } from 'node:fs';
import { hostname } from 'node:os';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { SpecError } from '../diagnostics/spec-error.js';
import { createFile, lookAt, makeFolder, readTextIfAny, removeFile } from '../files/files.js';
import { codeOf } from '../files/system-error.js';

/** The file that stands in the output's folder while a run writes there. */
export const LOCK = '.holonomic.lock';

/** Age at which a lock counts as left behind, ms. Writing takes a second at most. */
const ABANDONED = 60_000;
/** Age up to which a lock without an owner's name counts, ms. It has just been made, or is none. */
const UNSIGNED = 2_000;
const PAUSE = 25;

interface Owner {
  readonly pid: number;
  readonly host: string;
  readonly token: string;
}

/**
 * Runs `work` while no other run of the generator writes to `folder`. Waits for its turn; throws a
 * SpecError after `patience` ms.
 */
export async function withLock<T>(folder: string, work: () => Promise<T>, patience = 30_000): Promise<T> {
  makeFolder(folder);
  const path = join(folder, LOCK);
  const own: Owner = { pid: process.pid, host: hostname(), token: randomUUID() };
  const signed = JSON.stringify(own);
  const deadline = Date.now() + patience;
  while (!create(path, signed)) {
    removeAbandoned(path);
    if (Date.now() > deadline)
      throw locked(path, 'Another run of the generator has been writing to the folder for a long time.');
    await setTimeout(PAUSE * (0.5 + Math.random()));
  }
  try {
    return await work();
  } finally {
    release(path, signed);
  }
}

const locked = (path: string, message: string): SpecError =>
  new SpecError([{ code: 'E_LOCKED', message, hint: `if there is no other run, delete ${LOCK}`, file: path }]);

function create(path: string, text: string): boolean {
  try {
    createFile(path, text);
    return true;
  } catch (error) {
    if (codeOf(error) === 'EEXIST') return false;
    throw error;
  }
}

/**
 * Removes the lock, unless it belongs to another run by now. A lock that cannot be removed counts
 * as abandoned later.
 */
function release(path: string, text: string): void {
  try {
    if (readTextIfAny(path) === text) removeFile(path);
  } catch (error) {
    if (codeOf(error) === undefined) throw error;
  }
}

/**
 * Removes a lock whose owner is gone. It is renamed first, so that of two runs that try only one
 * succeeds.
 */
function removeAbandoned(path: string): void {
  const found = lookAt(path);
  if (found === undefined) return;
  const { isFile, text } = found;
  if (!isFile || text === undefined) throw locked(path, `${LOCK} is a folder or a link, and no lock.`);
  if (!isAbandoned(path, text)) return;
  const moved = `${path}.${randomUUID()}`;
  try {
    renameSync(path, moved);
    // Another run was faster and this is its fresh lock, which is put back.
    if (readTextIfAny(moved) !== text) renameSync(moved, path);
    else removeFile(moved);
  } catch (error) {
    // The lock is gone already.
    if (codeOf(error) !== 'ENOENT') throw error;
  }
}

function isAbandoned(path: string, text: string): boolean {
  const info = statSync(path, { throwIfNoEntry: false });
  if (info === undefined) return false;
  // A file from the future was not made by a run that is still working.
  const age = Math.abs(Date.now() - info.mtimeMs);
  if (age > ABANDONED) return true;
  const owner = readOwner(text);
  if (owner === undefined) return age > UNSIGNED;
  return owner.host === hostname() && !isRunning(owner.pid);
}

function readOwner(text: string): Owner | undefined {
  try {
    const value = JSON.parse(text) as Partial<Record<keyof Owner, unknown>> | null;
    const isOwner = Number.isSafeInteger(value?.pid) && (value?.pid as number) > 0 && typeof value?.host === 'string';
    return isOwner ? (value as Owner) : undefined;
  } catch {
    return undefined;
  }
}

function isRunning(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return codeOf(error) === 'EPERM';
  }
}
