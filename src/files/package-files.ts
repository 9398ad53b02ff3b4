import { existsSync, readFileSync } from 'node:fs';
import { dirname, extname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

/**
 * The folder of this package. It is searched for, since the build moves modules into shared files,
 * so that nothing lies at a known distance from this one.
 */
export function packageFolder(): string {
  const own = dirname(fileURLToPath(import.meta.url));
  for (let folder = own; ; folder = dirname(folder)) {
    if (existsSync(join(folder, 'package.json'))) return folder;
    if (dirname(folder) === folder) return own;
  }
}

/** The extension of the toolkit's modules: `.ts` where it runs from its sources. */
export const ownExtension = (): string => extname(fileURLToPath(import.meta.url));

/** The folder of the toolkit's modules. */
export const moduleFolder = (): string => join(packageFolder(), ownExtension() === '.ts' ? 'src' : 'dist/src');

/**
 * The path of a module of the toolkit that is loaded by its path, as the program of a thread is. The
 * build keeps such modules apart (`scripts/bundle-node.ts`).
 */
export const modulePath = (name: string): string => join(moduleFolder(), name + ownExtension());

/** The package's version. */
export function packageVersion(): string {
  const text = readFileSync(join(packageFolder(), 'package.json'), 'utf8');
  return (JSON.parse(text) as { version: string }).version;
}
