import { loadPlainModule } from './plain-module.js';

/**
 * Imports a module of the user's, TypeScript or JavaScript. Its imports from `holonomic` are the very modules that this program uses,
 * wherever the file lies and whether or not the package is installed there.
 */
export async function loadModule(path: string): Promise<Readonly<Record<string, unknown>>> {
  const exports = await loadPlainModule(path);
  if (exports !== undefined) return exports;
  const { loadCompiledModule } = await import('./compiled-module.js');
  return loadCompiledModule(path);
}
