import { existsSync } from 'node:fs';
import { dirname, join, relative, sep } from 'node:path';

/**
 * A path as a person in `cwd` would write it: relative where that is shorter, with forward slashes.
 */
export function displayPath(path: string, cwd: string): string {
  const near = relative(cwd, path) || '.';
  return (near.startsWith('..') ? path : near).replaceAll(sep, '/');
}

/** Finds the first of `names` that exists in `folder` or in a folder above, up to the first folder with a `last`. */
export function findUpwards(folder: string, names: readonly string[], last?: string): string | undefined {
  for (let at = folder; ; at = dirname(at)) {
    const found = names.map((name) => join(at, name)).find((path) => existsSync(path));
    const isLast = last !== undefined && existsSync(join(at, last));
    if (found !== undefined || isLast || dirname(at) === at) return found;
  }
}
