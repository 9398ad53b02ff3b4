import { mkdir, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect } from 'vitest';

/**
 * Compares files in memory with a folder as a whole, or writes the folder if the environment asks
 * for it.
 */
export async function expectGolden(folder: string, files: ReadonlyMap<string, string>): Promise<void> {
  if (process.env['UPDATE_GOLDEN'] !== undefined) {
    await rm(folder, { recursive: true, force: true });
    await mkdir(folder, { recursive: true });
    for (const [name, text] of files) await writeFile(join(folder, name), text);
    return;
  }
  const present = new Map<string, string>();
  for (const name of await readdir(folder)) present.set(name, await readFile(join(folder, name), 'utf8'));
  const sorted = (map: ReadonlyMap<string, string>): object => Object.fromEntries([...map].sort());
  const advice = `${folder} is not what comes out; if it should be, run UPDATE_GOLDEN=1 npx vitest run test/golden`;
  expect(sorted(files), advice).toEqual(sorted(present));
}
