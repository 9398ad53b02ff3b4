/**
 * `holonomic/unplugin`: the generator as a plugin of Rollup, Rolldown, webpack, Rspack and esbuild.
 *
 * ```ts
 * import { rollup } from 'holonomic/unplugin';
 * export default { plugins: [rollup()] };
 * ```
 * @module
 */
import { plugin } from './plugin.js';

export type { PluginOptions } from './options.js';
export const { rollup, rolldown, webpack, rspack, esbuild } = plugin;
