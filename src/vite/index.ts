/**
 * `holonomic/vite`: the generator as a plugin of Vite.
 *
 * ```ts
 * import holonomic from 'holonomic/vite';
 * export default defineConfig({ plugins: [holonomic()] });
 * ```
 * @module holonomic/vite
 */
import type { Plugin } from 'vite';
import type { PluginOptions } from '../plugin/options.js';
import { plugin } from '../plugin/plugin.js';

export type { PluginOptions } from '../plugin/options.js';

/** Generates before a build, and while the development server runs. */
export default function holonomic(options?: PluginOptions): Plugin {
  return plugin.vite(options);
}
