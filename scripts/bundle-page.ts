import { fileURLToPath } from 'node:url';
import { build, type BuildOptions } from 'esbuild';
import type { ModulePage } from '../src/canvas/module/module-page-text.js';

const ROOT = fileURLToPath(new URL('..', import.meta.url));

async function bundle(entry: string, options: BuildOptions = {}): Promise<string> {
  const { outputFiles } = await build({
    entryPoints: [ROOT + entry],
    bundle: true,
    minify: true,
    format: 'iife',
    target: 'es2022',
    legalComments: 'none',
    tsconfig: `${ROOT}tsconfig.json`,
    ...options,
    write: false,
  });
  return outputFiles[0]!.text.trim();
}

/** Bundles the script of exported pages: it defines `holonomic`. */
export const pageScript = (): Promise<string> => bundle('src/canvas/single-page.ts', { globalName: 'holonomic' });

/** Sources that no scene with a module uses. */
const OF_MODULES =
  /\/(runtime\/index|varying-gearing|parametric|rope|outline|picture-check|warning|elsewhere|driver-power)\.js$/;
const OF_SPACE = /\/(spatial-rigid|hinge-gearing|space\/(depth|floor|lens|solids))\.js$/;
const OF_WIRES = /\/wire\.js$/;
/** What each of these pages has none of, and what stands in place of it. */
const LEFT_OUT: Readonly<Record<ModulePage, readonly (readonly [RegExp, string])[]>> = {
  'plane-module-scene': [
    [OF_MODULES, 'in-module-pages'],
    [OF_SPACE, 'in-plane-pages'],
    [OF_WIRES, 'in-pages-without-wires'],
  ],
  'wire-module-scene': [
    [OF_MODULES, 'in-module-pages'],
    [OF_SPACE, 'in-plane-pages'],
  ],
  'space-module-scene': [
    [OF_MODULES, 'in-module-pages'],
    [OF_WIRES, 'in-pages-without-wires'],
  ],
};
/** The scripts of pages whose scene moves by a module. */
export const MODULE_PAGES = Object.keys(LEFT_OUT) as readonly ModulePage[];

/** Bundles the script of exported pages whose scene moves by a module: it defines `holonomic`, without the runtime. */
export const modulePageScript = (name: ModulePage): Promise<string> =>
  bundle('src/canvas/module/module-page.ts', {
    globalName: 'holonomic',
    plugins: [
      {
        name: 'only-what-is-used',
        setup: (esbuild) => {
          for (const [filter, absent] of LEFT_OUT[name])
            esbuild.onResolve({ filter }, () => ({ path: `${ROOT}src/canvas/module/absent/${absent}.ts` }));
        },
      },
    ],
  });

/** Bundles the script that defines `<holonomic-scene>` by itself, with the toolkit. */
export const elementScript = (): Promise<string> =>
  bundle('src/canvas/element-script.ts', {
    plugins: [
      {
        name: 'for-browsers',
        // As package.json names it for the built package.
        setup: (esbuild) => {
          esbuild.onResolve({ filter: /\/mathjs\/library\.js$/ }, () => ({
            path: `${ROOT}src/mathjs/library-browser.ts`,
          }));
        },
      },
    ],
  });
