import { randomUUID } from 'node:crypto';
import { mkdir, readFile, rename, rm, stat, writeFile } from 'node:fs/promises';
import { hostname } from 'node:os';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { SpecError } from '../diagnostics/spec-error.js';

/** Stands in the output's folder while somebody writes there. */
export const LOCK = '.holonomic.lock';

/** Writing takes a second at most: a lock older than this was left behind, ms. */
const ABANDONED = 60_000;
const PAUSE = 25;

interface Owner {
  readonly pid: number;
  readonly host: string;
  readonly token: string;
}

/** Runs `work` while no other run of the generator writes to `folder`. Waits for its turn; throws a SpecError after `patience` ms. */
export async function withLock<T>(folder: string, work: () => Promise<T>, patience = 30_000): Promise<T> {
  await mkdir(folder, { recursive: true });
  const path = join(folder, LOCK);
  const own: Owner = { pid: process.pid, host: hostname(), token: randomUUID() };
  const deadline = Date.now() + patience;
  while (!(await create(path, own))) {
    await removeAbandoned(path);
    if (Date.now() > deadline)
      throw new SpecError([
        {
          code: 'E_LOCKED',
          message: 'Another run of the generator has been writing to the folder for a long time.',
          hint: `if there is none, delete ${LOCK}`,
          file: path,
        },
      ]);
    await setTimeout(PAUSE * (0.5 + Math.random()));
  }
  try {
    return await work();
  } finally {
    await rm(path, { force: true });
  }
}

async function create(path: string, owner: Owner): Promise<boolean> {
  try {
    await writeFile(path, JSON.stringify(owner), { flag: 'wx' });
    return true;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'EEXIST') return false;
    throw error;
  }
}

/** Takes away a lock whose owner is gone. It is moved first, so that of two that try only one succeeds. */
async function removeAbandoned(path: string): Promise<void> {
  const text = await readFile(path, 'utf8').catch(() => undefined);
  if (text === undefined || !(await isAbandoned(path, text))) return;
  const moved = `${path}.${randomUUID()}`;
  try {
    await rename(path, moved);
    const taken = await readFile(moved, 'utf8');
    // Somebody was faster, and this is a fresh lock: back with it.
    if (taken !== text) await rename(moved, path);
    else await rm(moved, { force: true });
  } catch {
    // gone already
  }
}

async function isAbandoned(path: string, text: string): Promise<boolean> {
  const info = await stat(path).catch(() => undefined);
  if (info === undefined) return false;
  if (Date.now() - info.mtimeMs > ABANDONED) return true;
  try {
    const { pid, host } = JSON.parse(text) as Owner;
    return host === hostname() && !isRunning(pid);
  } catch {
    // Its owner has made the file and not yet written to it.
    return false;
  }
}

function isRunning(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
}
