import { randomUUID } from 'node:crypto';
import { mkdir, readFile, rename, writeFile } from 'node:fs/promises';
import { existsSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { hashOf } from './hash.js';
import type { SpecOutcome } from './spec-outcome.js';

/** What was made of a spec file when all that it is made of had the fingerprint `key`. */
export interface RecordEntry extends Omit<SpecOutcome, 'text' | 'errors'> {
  readonly key: string;
  /** Hash of the emitted text. */
  readonly hash: string;
}

/** The entries of an output folder, by the path of the spec file. */
export type GenerationRecord = ReadonlyMap<string, RecordEntry>;

interface Stored {
  readonly toolkit: string;
  readonly entries: readonly (readonly [string, RecordEntry])[];
}

/** The folder for records of a project: beside its packages, where tools keep what may be deleted at any time. Nothing where there is no project. */
export function recordFolder(root: string): string | undefined {
  return existsSync(join(root, 'package.json')) ? join(root, 'node_modules', '.cache', 'holonomic') : undefined;
}

const recordPath = (folder: string, out: string): string => join(folder, `${hashOf(out)}.json`);

/** What an earlier run of the same toolkit recorded; empty where there is nothing, or nothing readable. */
export async function readRecord(folder: string, out: string, toolkit: string): Promise<GenerationRecord> {
  try {
    const stored = JSON.parse(await readFile(recordPath(folder, out), 'utf8')) as Stored;
    return stored.toolkit === toolkit ? new Map(stored.entries) : new Map();
  } catch {
    return new Map();
  }
}

/** Keeps a record. It only saves time, so that a folder that cannot be written to is no fault. */
export async function writeRecord(
  folder: string,
  out: string,
  toolkit: string,
  record: GenerationRecord,
): Promise<void> {
  const path = recordPath(folder, out);
  const stored: Stored = { toolkit, entries: [...record] };
  try {
    await mkdir(dirname(path), { recursive: true });
    const temporary = `${path}.${randomUUID()}`;
    await writeFile(temporary, JSON.stringify(stored));
    await rename(temporary, path);
  } catch {
    // see above
  }
}
