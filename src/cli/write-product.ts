import { realpathSync, writeFileSync } from 'node:fs';
import { dirname, extname, resolve } from 'node:path';
import { displayPath } from '../config/paths.js';
import { makeFolder } from '../files/files.js';
import { attributed } from '../files/system-error.js';
import { UserError } from './errors.js';

/** Extensions that say what a file holds. */
const KNOWN: ReadonlySet<string> = new Set(
  'c cjs csv cts dxf fmu gif glb gltf h htm html jpeg jpg js json jsx md mjs mp4 mts pdf png stl svg tex ts tsx wasm webm webp xml yaml yml'
    .split(' ')
    .map((extension) => `.${extension}`),
);

/** A file that a command is asked to write, and the extensions that its format goes by. */
export interface Product {
  readonly file: string | undefined;
  readonly extensions: readonly string[];
}

/**
 * Throws UserError for a product that would overwrite a file that the command reads, and for one
 * that is named as a file of another format. Call it before work that takes time.
 */
export function checkProducts(products: readonly Product[], read: readonly string[], cwd: string): void {
  const taken = new Set(read.map(realPath));
  for (const { file, extensions } of products) {
    if (file === undefined) continue;
    const path = resolve(cwd, file);
    const shown = displayPath(path, cwd);
    if (taken.has(realPath(path)))
      throw new UserError(`${shown} is read here, and would be overwritten.`, 'Name another file to write.');
    const extension = extname(path).toLowerCase();
    const [usual = ''] = extensions;
    if (KNOWN.has(extension) && !extensions.includes(extension))
      throw new UserError(
        `${shown} is named as another format than what is written to it.`,
        `Name it ${shown.slice(0, -extension.length)}${usual}.`,
      );
  }
}

/** Where a path leads to in the end. */
function realPath(path: string): string {
  try {
    return realpathSync.native(path);
  } catch {
    return path; // not there yet
  }
}

/** Writes the product of a command to a file or a device, and creates the folder of the file. */
export function writeProduct(path: string, content: string | Uint8Array): void {
  makeFolder(dirname(path));
  attributed(path, () => {
    writeFileSync(path, content);
  });
}
