import { createHash } from 'node:crypto';
import { existsSync } from 'node:fs';
import { mkdtemp, readdir, readFile, rename, rm, stat, utimes } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { LOCK, withLock } from '../../src/generate/lock.js';

const ROOT = join(import.meta.dirname, '../..');
/** What others write among the sources. */
const BUILT = /[\\/](?:node_modules|site[\\/](?:dist|\.pages|generated))(?:[\\/]|$)/;

/** Lists the files of a folder of the repository; a file is a list of its own. */
async function filesIn(path: string): Promise<string[]> {
  const from = join(ROOT, path);
  if (!(await stat(from)).isDirectory()) return [from];
  return (await readdir(from, { recursive: true, withFileTypes: true }))
    .filter((entry) => entry.isFile() && !BUILT.test(entry.parentPath))
    .map((entry) => join(entry.parentPath, entry.name));
}

async function hashOf(sources: readonly string[]): Promise<string> {
  const paths = (await Promise.all(sources.map(filesIn))).flat().sort();
  const hash = createHash('sha256');
  for (const path of paths) hash.update(`${path}\0`).update(await readFile(path));
  return hash.digest('hex').slice(0, 16);
}

/**
 * Returns a folder that `build` has filled, once for the present sources, however many test files ask for it
 * at once. `sources` are files and folders of the repository that determine what is built.
 */
export async function builtOnce(
  name: string,
  sources: readonly string[],
  build: (folder: string) => Promise<unknown>,
): Promise<string> {
  const cache = join(ROOT, `node_modules/.cache/holonomic-${name}`);
  const folder = join(cache, await hashOf(sources));
  return withLock(
    cache,
    async () => {
      if (existsSync(folder)) return folder;
      for (const old of await readdir(cache)) {
        if (old !== LOCK && !old.startsWith(basename(folder)))
          await rm(join(cache, old), { recursive: true, force: true });
      }
      const unfinished = await mkdtemp(`${folder}.`);
      // A build takes longer than the lifetime of an untouched lock.
      const alive = setInterval(() => void utimes(join(cache, LOCK), new Date(), new Date()), 5000);
      try {
        await build(unfinished);
      } finally {
        clearInterval(alive);
      }
      // Where a busy machine let the lock lapse, somebody else may have built the same.
      if (existsSync(folder)) await rm(unfinished, { recursive: true });
      else await rename(unfinished, folder);
      return folder;
    },
    500_000,
  );
}
