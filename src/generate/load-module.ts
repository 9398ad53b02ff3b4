import { extname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { createJiti } from 'jiti';
import * as runtime from '../../runtime/index.js';
import * as holonomic from '../index.js';

/**
 * Imports a module of the user's, TypeScript or JavaScript. Its imports from `holonomic` are the very modules that this program uses,
 * wherever the file lies and whether or not the package is installed there.
 */
export async function loadModule(path: string): Promise<Readonly<Record<string, unknown>>> {
  const own = fileURLToPath(import.meta.url);
  const root = join(own, '..', '..', '..');
  const jiti = createJiti(own, {
    moduleCache: false,
    fsCache: false,
    virtualModules: { holonomic, 'holonomic/runtime': runtime },
    alias: { 'holonomic/library': join(root, 'generated', `index${extname(own)}`) },
  });
  return jiti.import<Readonly<Record<string, unknown>>>(path);
}
