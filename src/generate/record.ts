import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { makeFolder, readText, replaceFile } from '../files/files.js';
import { isSystemError } from '../files/system-error.js';
import { hashOf } from './hash.js';
import type { SpecOutcome } from './spec-outcome.js';

/** The result for a spec file when everything it is made of had the fingerprint `key`. */
export interface RecordEntry extends Omit<SpecOutcome, 'files' | 'errors'> {
  readonly key: string;
  /** Hash of the text of each file that was made of it. */
  readonly files: readonly { readonly name: string; readonly hash: string }[];
}

/** The entries of an output folder, by the path of the spec file. */
export type GenerationRecord = ReadonlyMap<string, RecordEntry>;

interface Stored {
  readonly toolkit: string;
  readonly entries: readonly (readonly [string, RecordEntry])[];
}

/**
 * The folder for records of a project: beside its packages, where tools keep files that may be
 * deleted at any time. Undefined where there is no project.
 */
export function recordFolder(root: string): string | undefined {
  return existsSync(join(root, 'package.json')) ? join(root, 'node_modules', '.cache', 'holonomic') : undefined;
}

const recordPath = (folder: string, out: string): string => join(folder, `${hashOf(out)}.json`);

/**
 * Reads what an earlier run of the same toolkit recorded. Empty if there is nothing, or nothing
 * readable.
 */
export function readRecord(folder: string, out: string, toolkit: string): GenerationRecord {
  try {
    const stored = JSON.parse(readText(recordPath(folder, out))) as Stored;
    return stored.toolkit === toolkit && stored.entries.every(isEntry) ? new Map(stored.entries) : new Map();
  } catch {
    return new Map();
  }
}

/** Tests for an entry as `writeRecord` writes them. */
const isEntry = ([path, { key, files, classes, specs }]: Stored['entries'][number]): boolean =>
  [path, key, ...files.flatMap(({ name, hash }) => [name, hash])].every((text) => typeof text === 'string') &&
  classes.every(({ className, operations }) => typeof className === 'string' && typeof operations === 'object') &&
  specs.every(({ name, exports }) => typeof name === 'string' && Array.isArray(exports));

/** Writes a record. It only saves time, so a folder that cannot be written to is no fault. */
export function writeRecord(folder: string, out: string, toolkit: string, record: GenerationRecord): void {
  const stored: Stored = { toolkit, entries: [...record] };
  try {
    makeFolder(folder);
    replaceFile(recordPath(folder, out), JSON.stringify(stored));
  } catch (error) {
    if (!isSystemError(error)) throw error;
  }
}
