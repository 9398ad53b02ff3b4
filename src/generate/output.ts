import { readFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import type { Diagnostic } from '../diagnostics/diagnostic.js';
import { NOTICE } from '../emit/notice.js';
import { hashOf } from './hash.js';
import { byCodePoint } from './order.js';

/** The manifest's name: the record of which files in the folder are generated, and of what they held. */
export const MANIFEST = 'manifest.json';

/** A file as it should be. The text may be left out where the folder holds it already. */
export interface PlannedFile {
  readonly hash: string;
  readonly text?: string;
}

export type PlannedFiles = ReadonlyMap<string, PlannedFile>;

/** How a folder differs from what it should hold. File names, sorted. */
export interface Difference {
  /** Files whose content should be another. */
  readonly stale: readonly string[];
  /** Files that should be there. */
  readonly missing: readonly string[];
  /** Generated files that no spec stands for any more. */
  readonly orphaned: readonly string[];
  readonly unchanged: readonly string[];
  /** What the stale and the orphaned files hold. */
  readonly present: ReadonlyMap<string, string>;
}

export const plannedFile = (text: string): PlannedFile => ({ hash: hashOf(text), text });

export function manifestText(files: PlannedFiles): string {
  const hashes = Object.fromEntries(
    [...files].sort(([a], [b]) => byCodePoint(a, b)).map(([name, { hash }]) => [name, hash]),
  );
  return `${JSON.stringify({ generator: 'holonomic', files: hashes }, null, 2)}\n`;
}

const read = (path: string): Promise<string | undefined> => readFile(path, 'utf8').catch(() => undefined);

/** What a manifest names. Nothing for a text that is no manifest of this generator. */
function parseManifest(text: string | undefined): ReadonlyMap<string, string> | undefined {
  if (text === undefined) return undefined;
  try {
    const { generator, files } = JSON.parse(text) as { generator?: unknown; files?: Record<string, string> };
    if (generator !== 'holonomic') return undefined;
    // A manifest is data: a name in it never leads out of the folder.
    return new Map(Object.entries(files ?? {}).filter(([name]) => /^[\w.-]+\.ts$/.test(name)));
  } catch {
    return undefined;
  }
}

export async function compareOutput(out: string, files: PlannedFiles): Promise<Difference> {
  const [stale, missing, orphaned, unchanged]: [string[], string[], string[], string[]] = [[], [], [], []];
  const present = new Map<string, string>();
  const manifest = parseManifest(await read(join(out, MANIFEST))) ?? new Map<string, string>();
  const names = new Set([...files.keys(), ...manifest.keys()]);
  for (const name of names) {
    const text = await read(join(out, name));
    const planned = files.get(name);
    if (planned === undefined && text === undefined) continue;
    if (planned === undefined) orphaned.push(name);
    else if (text === undefined) missing.push(name);
    else if (hashOf(text) === planned.hash) unchanged.push(name);
    else stale.push(name);
    if (text !== undefined && hashOf(text) !== planned?.hash) present.set(name, text);
  }
  for (const list of [stale, missing, orphaned, unchanged]) list.sort(byCodePoint);
  return { stale, missing, orphaned, unchanged, present };
}

/** Files that would be deleted or overwritten although they are somebody's work. */
export async function conflicts(out: string, { stale, orphaned, present }: Difference): Promise<Diagnostic[]> {
  const manifest = parseManifest(await read(join(out, MANIFEST))) ?? new Map<string, string>();
  const edited = orphaned
    .filter((name) => hashOf(present.get(name)!) !== manifest.get(name))
    .map((name): Diagnostic => ({
      code: 'E_EDITED',
      message: `${name} was generated from a spec that is gone, and was edited since.`,
      hint: 'move your changes elsewhere and delete the file, or use --force',
      file: resolve(out, name),
    }));
  const foreign = stale
    .filter((name) => (name === MANIFEST ? !parseManifest(present.get(name)) : !present.get(name)!.startsWith(NOTICE)))
    .map((name): Diagnostic => ({
      code: 'E_FOREIGN_FILE',
      message: `${name} would be overwritten, and was not generated.`,
      hint: 'give the output a folder of its own, or use --force',
      file: resolve(out, name),
    }));
  return [...edited, ...foreign];
}
