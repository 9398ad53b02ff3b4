import { extname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { createRequire } from 'node:module';
import { createJiti } from 'jiti';
import * as runtime from '../../runtime/index.js';
import { readText } from '../files/files.js';
import * as holonomic from '../index.js';
import { RUNTIME_MODULE, RUNTIME_PACKAGE } from '../spec/runtime-module.js';

/**
 * Imports a module of the user's, TypeScript or JavaScript. Its imports from `holonomic` are the
 * modules that this program itself uses, wherever the file lies and whether or not the package is
 * installed there.
 */
export async function loadModule(path: string): Promise<Readonly<Record<string, unknown>>> {
  const own = fileURLToPath(import.meta.url);
  const library = libraryPath(own);
  forgetData();
  const jiti = createJiti(own, {
    moduleCache: false,
    fsCache: false,
    virtualModules: { holonomic, [RUNTIME_MODULE]: runtime, [RUNTIME_PACKAGE]: runtime },
    alias: {
      'holonomic/library': library,
      [`${RUNTIME_PACKAGE}/library`]: library,
      'holonomic/ensemble': join(own, '..', '..', 'ensemble', `index${extname(own)}`),
    },
  });
  // Evaluated from its text. Resolving a path normalises it, and one with a backslash would name
  // another file.
  const options = { filename: path, ext: extname(path), async: true };
  return (await jiti.evalModule(readText(path), options)) as Readonly<Record<string, unknown>>;
}

/** The library's index: beside these sources or, of the built toolkit, in the runtime's package. */
const libraryPath = (own: string): string =>
  extname(own) === '.ts'
    ? join(own, '..', '..', '..', 'generated/index.ts')
    : fileURLToPath(import.meta.resolve(`${RUNTIME_PACKAGE}/library`));

/** Removes data files from Node's own cache, so that they are read again. */
function forgetData(): void {
  const { cache } = createRequire(import.meta.url);
  for (const path of Object.keys(cache))
    if (path.endsWith('.json') && !/[\\/]node_modules[\\/]/.test(path)) Reflect.deleteProperty(cache, path);
}
