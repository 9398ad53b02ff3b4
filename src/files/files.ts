import { randomUUID } from 'node:crypto';
import {
  chmodSync,
  closeSync,
  lstatSync,
  mkdirSync,
  openSync,
  readFileSync,
  realpathSync,
  renameSync,
  statSync,
  unlinkSync,
  writeFileSync,
} from 'node:fs';
import { dirname, join } from 'node:path';
import { attributed, codeOf } from './system-error.js';

/** Returns the text of a file. */
export const readText = (path: string): string => attributed(path, () => readFileSync(path, 'utf8'));

/** Returns the text of a file, or nothing if there is none. */
export const readTextIfAny = (path: string): string | undefined => ifThere(() => readText(path));

/** Returns the bytes of a file, or nothing if there is none. */
export const readBytesIfAny = (path: string): Uint8Array | undefined =>
  ifThere(() => attributed(path, () => readFileSync(path)));

/** Returns what `look` finds, or nothing where nothing has that name. */
function ifThere<T>(look: () => T): T | undefined {
  try {
    return look();
  } catch (error) {
    if (['ENOENT', 'ENOTDIR'].includes(codeOf(error) ?? '')) return undefined;
    throw error;
  }
}

/** An entry of a folder. */
export interface Found {
  /** Its text, if it is a file or a symbolic link to one. */
  readonly text?: string;
  /** True for a file itself: no folder, no link, no device. */
  readonly isFile: boolean;
  /** The same for two names of one file. */
  readonly identity: string;
}

/** Looks at the entry of a path, if there is one. Only files are read: a pipe would block. */
export function lookAt(path: string): Found | undefined {
  const own = ifThere(() => lstatSync(path, { bigint: true }));
  if (own === undefined) return undefined;
  const isFile = own.isFile();
  const identity = `${own.dev} ${own.ino}`;
  const target = own.isSymbolicLink() ? ifThere(() => statSync(path)) : own;
  if (target?.isFile() !== true) return { isFile, identity };
  const text = readTextIfAny(path);
  // Removed since.
  return text === undefined ? undefined : { isFile, identity, text };
}

/**
 * Tests for a folder, or a link to one. If the operating system refuses to say, the answer is no.
 */
export function isFolder(path: string): boolean {
  try {
    return statSync(path, { throwIfNoEntry: false })?.isDirectory() === true;
  } catch {
    return false;
  }
}

/** Makes a folder, with those above it, if it is not there. Where it cannot be made, Node's own recursion may never end. */
export function makeFolder(path: string): void {
  const above = dirname(path);
  try {
    mkdirSync(path);
  } catch (error) {
    const code = codeOf(error);
    // This fails where it is none.
    if (code === 'EEXIST') mkdirSync(path, { recursive: true });
    else if (code !== 'ENOENT' || isFolder(above)) throw error;
    else {
      makeFolder(above);
      makeFolder(path);
    }
  }
}

/** Removes a file, if it is there. */
export function removeFile(path: string): void {
  try {
    unlinkSync(path);
  } catch (error) {
    if (codeOf(error) !== 'ENOENT') throw error;
  }
}

/** Creates a file, whole or not at all. Throws if there is one of that name. */
export function createFile(path: string, text: string): void {
  const file = openSync(path, 'wx');
  try {
    try {
      attributed(path, () => {
        writeFileSync(file, text);
      });
    } finally {
      attributed(path, () => {
        closeSync(file);
      });
    }
  } catch (error) {
    tryToRemove(path);
    throw error;
  }
}

/** Removes a file after an error, and ignores further errors: the first is the one to report. */
export function tryToRemove(path: string): void {
  try {
    unlinkSync(path);
  } catch {
    // See above.
  }
}

/** The names of files that are written before they are put in place. */
export const TEMPORARY = /^\.holonomic\.[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}\.tmp$/;

export const temporaryName = (): string => `.holonomic.${randomUUID()}.tmp`;

/**
 * Replaces or creates a file. At every moment it is the old one or the new one. Links and
 * permissions are kept.
 */
export function replaceFile(path: string, text: string): void {
  const old = statSync(path, { throwIfNoEntry: false });
  const place = old === undefined ? path : realpathSync(path);
  const temporary = join(dirname(place), temporaryName());
  attributed(path, () => {
    createFile(temporary, text);
  });
  try {
    if (old !== undefined) chmodSync(temporary, old.mode);
    renameSync(temporary, place);
  } catch (error) {
    tryToRemove(temporary);
    throw error;
  }
}
