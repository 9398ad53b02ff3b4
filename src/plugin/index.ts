/**
 * `holonomic/unplugin`: the generator as a plugin of Rollup, Rolldown, webpack, Rspack and esbuild.
 *
 * ```ts
 * import { rollup } from 'holonomic/unplugin';
 * export default { plugins: [rollup()] };
 * ```
 * @module holonomic/unplugin
 */
import type { PluginOptions } from './options.js';
import { plugin } from './plugin.js';

export type { PluginOptions } from './options.js';

// The types name no bundler: a project has the types of one of them only, and a compiler that
// checks libraries would miss the others.

/** A plugin of Rollup or of Rolldown. */
export interface RollupPlugin {
  readonly name: string;
}
/** A plugin of webpack or of Rspack. */
export interface WebpackPlugin {
  apply(compiler: object): void;
  readonly [name: string]: unknown;
}
/** A plugin of esbuild. */
export interface EsbuildPlugin {
  readonly name: string;
  setup(build: object): void | Promise<void>;
}

type PluginFactory<T> = (options?: PluginOptions) => T;

/** Generates before a build of Rollup. */
export const rollup: PluginFactory<RollupPlugin> = plugin.rollup;
/** Generates before a build of Rolldown. */
export const rolldown: PluginFactory<RollupPlugin> = plugin.rolldown;
/** Generates before each run of webpack. */
export const webpack: PluginFactory<WebpackPlugin> = plugin.webpack;
/** Generates before each run of Rspack. */
export const rspack: PluginFactory<WebpackPlugin> = plugin.rspack;
/** Generates before each build of esbuild. */
export const esbuild: PluginFactory<EsbuildPlugin> = plugin.esbuild;
