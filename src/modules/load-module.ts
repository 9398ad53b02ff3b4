import { extname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { createRequire } from 'node:module';
import { createJiti } from 'jiti';
import * as runtime from '../../runtime/index.js';
import { readText } from '../files/files.js';
import * as holonomic from '../index.js';

/**
 * Imports a module of the user's, TypeScript or JavaScript. Its imports from `holonomic` are the very modules that this program uses,
 * wherever the file lies and whether or not the package is installed there.
 */
export async function loadModule(path: string): Promise<Readonly<Record<string, unknown>>> {
  const own = fileURLToPath(import.meta.url);
  const root = join(own, '..', '..', '..');
  forgetData();
  const jiti = createJiti(own, {
    moduleCache: false,
    fsCache: false,
    virtualModules: { holonomic, 'holonomic/runtime': runtime },
    alias: { 'holonomic/library': join(root, 'generated', `index${extname(own)}`) },
  });
  // From its text: a path is normalised when it is resolved, and one with a backslash would be another's.
  const options = { filename: path, ext: extname(path), async: true };
  return (await jiti.evalModule(readText(path), options)) as Readonly<Record<string, unknown>>;
}

/** Data files are loaded by Node itself, which would not look at them a second time. */
function forgetData(): void {
  const { cache } = createRequire(import.meta.url);
  for (const path of Object.keys(cache))
    if (path.endsWith('.json') && !/[\\/]node_modules[\\/]/.test(path)) Reflect.deleteProperty(cache, path);
}
