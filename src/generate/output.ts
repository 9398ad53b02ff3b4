import { randomUUID } from 'node:crypto';
import { mkdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { byCodePoint } from './load-specs.js';
import { hashOf } from './hash.js';

/** The manifest's name: the record of which files in the folder are generated, and of what they held. */
export const MANIFEST = 'manifest.json';

/** How a folder differs from what it should hold. File names, sorted. */
export interface Difference {
  /** Files whose content should be another. */
  readonly stale: readonly string[];
  /** Files that should be there. */
  readonly missing: readonly string[];
  /** Generated files that no spec stands for any more. */
  readonly orphaned: readonly string[];
  readonly unchanged: readonly string[];
}

export function manifestText(files: ReadonlyMap<string, string>): string {
  const hashes = Object.fromEntries(
    [...files].sort(([a], [b]) => byCodePoint(a, b)).map(([name, text]) => [name, hashOf(text)]),
  );
  return `${JSON.stringify({ generator: 'holonomic', files: hashes }, null, 2)}\n`;
}

const read = (path: string): Promise<string | undefined> => readFile(path, 'utf8').catch(() => undefined);

/** What the manifest of the folder names; nothing where there is none. */
async function recorded(out: string): Promise<ReadonlyMap<string, string>> {
  const text = await read(join(out, MANIFEST));
  if (text === undefined) return new Map();
  try {
    const { files } = JSON.parse(text) as { files: Record<string, string> };
    // A manifest is data: a name in it never leads out of the folder.
    return new Map(Object.entries(files).filter(([name]) => /^[\w.-]+\.ts$/.test(name)));
  } catch {
    return new Map();
  }
}

export async function compareOutput(out: string, files: ReadonlyMap<string, string>): Promise<Difference> {
  const [stale, missing, orphaned, unchanged]: string[][] = [[], [], [], []];
  for (const [name, text] of files) {
    const present = await read(join(out, name));
    (present === undefined ? missing : present === text ? unchanged : stale)!.push(name);
  }
  for (const name of (await recorded(out)).keys())
    if (!files.has(name) && (await read(join(out, name))) !== undefined) orphaned!.push(name);
  for (const list of [stale, missing, orphaned, unchanged]) list!.sort(byCodePoint);
  return { stale: stale!, missing: missing!, orphaned: orphaned!, unchanged: unchanged! };
}

/** Orphans whose content is not what was generated: somebody's work, which is not ours to delete. */
export async function editedOrphans(out: string, orphaned: readonly string[]): Promise<string[]> {
  const hashes = await recorded(out);
  const edited: string[] = [];
  for (const name of orphaned) {
    const text = await read(join(out, name));
    if (text !== undefined && hashOf(text) !== hashes.get(name)) edited.push(name);
  }
  return edited;
}

/** Writes what differs, each file whole or not at all, and removes orphans. */
export async function writeOutput(
  out: string,
  files: ReadonlyMap<string, string>,
  difference: Difference,
): Promise<void> {
  await mkdir(out, { recursive: true });
  for (const name of [...difference.stale, ...difference.missing]) {
    const temporary = join(out, `.${name}.${randomUUID()}`);
    await writeFile(temporary, files.get(name)!);
    await rename(temporary, join(out, name));
  }
  for (const name of difference.orphaned) await rm(join(out, name));
}
