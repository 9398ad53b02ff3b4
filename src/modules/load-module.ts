import { existsSync } from 'node:fs';
import { dirname, extname, join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { createRequire } from 'node:module';
import { createJiti, type JitiOptions } from 'jiti';
import { readText } from '../files/files.js';
import { modulePath, ownExtension, packageFolder } from '../files/package-files.js';
import * as holonomic from '../index.js';
import { RUNTIME_MODULE, RUNTIME_PACKAGE } from '../spec/runtime-module.js';

/**
 * Imports a module of the user's, TypeScript or JavaScript. Its imports from `holonomic` are the
 * modules that this program itself uses, wherever the file lies and whether or not the package is
 * installed there.
 */
export async function loadModule(path: string): Promise<Readonly<Record<string, unknown>>> {
  const text = readText(path);
  const library = libraryPath();
  const runtime = importsMore(text) ? await import('../../runtime/index.js') : undefined;
  const toolkit = text.includes(TOOLKIT) ? await loaded(modulePath('toolkit')) : undefined;
  forgetData();
  const settings: JitiOptions = {
    moduleCache: false,
    virtualModules: {
      holonomic,
      ...(runtime && { [RUNTIME_MODULE]: runtime, [RUNTIME_PACKAGE]: runtime }),
      ...(toolkit && { [TOOLKIT]: toolkit }),
    },
    alias: {
      'holonomic/library': library,
      [`${RUNTIME_PACKAGE}/library`]: library,
      'holonomic/ensemble': modulePath('ensemble/index'),
    },
  };
  // Evaluated from its text. Resolving a path normalises it, and one with a backslash would name
  // another file.
  const options = { filename: path, ext: extname(path), async: true };
  const load = async (fsCache: string | false): Promise<Readonly<Record<string, unknown>>> =>
    (await createJiti(import.meta.url, { ...settings, fsCache }).evalModule(text, options)) as Readonly<
      Record<string, unknown>
    >;
  const cache = cacheFolder(path);
  try {
    return await load(cache);
  } catch (error) {
    if (cache === false || !isAbout(error, CACHE)) throw error;
    return load(false);
  }
}

const TOOLKIT = 'holonomic/toolkit';

/** A module of this program. */
const loaded = async (path: string): Promise<Readonly<Record<string, unknown>>> =>
  (await import(pathToFileURL(path).href)) as Readonly<Record<string, unknown>>;

/** Where a project keeps compiled texts, below its packages: the usual place of the loader's cache. */
const CACHE = '.cache/jiti';

/** Tests for an error of the file system about a path in a folder, as for a name that is too long. */
const isAbout = (error: unknown, folder: string): boolean =>
  error instanceof Error && 'path' in error && String(error.path).includes(folder);

/**
 * Tests whether a module may come to the runtime, which takes a while to load: it imports anything
 * but names from `holonomic`. The word in a comment counts as well.
 */
function importsMore(text: string): boolean {
  const rest = text.replace(/^\s*import\s*(?:type\s*)?\{[^{}]*\}\s*from\s*(['"])holonomic\1/gm, '');
  return /\b(?:import|require)\b|\bexport\s*[*{]/.test(rest);
}

/**
 * The folder for compiled texts, beside the packages of a project: to compile the configuration
 * again takes longer than all else of a run that has nothing to do. Each holds a hash of its source.
 */
function cacheFolder(path: string): string | false {
  for (let folder = dirname(path); ; folder = dirname(folder)) {
    const modules = join(folder, 'node_modules');
    if (existsSync(modules)) return join(modules, CACHE);
    if (dirname(folder) === folder) return false;
  }
}

/** The library's index: beside these sources or, of the built toolkit, in the runtime's package. */
const libraryPath = (): string =>
  ownExtension() === '.ts'
    ? join(packageFolder(), 'generated/index.ts')
    : fileURLToPath(import.meta.resolve(`${RUNTIME_PACKAGE}/library`));

/** Removes data files from Node's own cache, so that they are read again. */
function forgetData(): void {
  const { cache } = createRequire(import.meta.url);
  for (const path of Object.keys(cache))
    if (path.endsWith('.json') && !/[\\/]node_modules[\\/]/.test(path)) Reflect.deleteProperty(cache, path);
}
