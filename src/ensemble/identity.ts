import { createHash } from 'node:crypto';
import { basename, dirname } from 'node:path';
import { serialize } from 'node:v8';
import { packageVersion } from '../files/package-files.js';
import { DependencyReader } from '../generate/dependencies.js';

/** A module of runs, known by its content, so that it is the same on another machine. */
export interface RunCode {
  /** The module's file. */
  readonly path: string;
  /** The file's name, for messages. */
  readonly name: string;
  /** Hash of the text, of the files and packages that it imports, and of this package's version. */
  readonly hash: string;
}

export function codeOfRuns(path: string): RunCode {
  const { content } = new DependencyReader(dirname(path)).of(path);
  return { path, name: basename(path), hash: sha256(packageVersion(), basename(path), content) };
}

/**
 * The name of a run: equal for equal code, input and index. Throws an error for an input that cannot
 * be copied.
 */
export const idOfRun = ({ hash }: RunCode, input: unknown, index: number): string =>
  sha256(hash, String(index), serialize(input));

function sha256(...parts: readonly (string | Uint8Array)[]): string {
  const hash = createHash('sha256');
  for (const part of parts) hash.update(`${part.length} `).update(part);
  return hash.digest('hex');
}
