import { fileURLToPath } from 'node:url';
import { build, type BuildOptions } from 'esbuild';

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

/** Sources that no scene with a module uses, and those that none of the plane does, and what pages have in place of each. */
const OF_MODULES = /\/(runtime\/index|varying-gearing|parametric|rope|outline|picture-check|warning|elsewhere)\.js$/;
const OF_SPACE = /\/(spatial-rigid|hinge-gearing|space\/(depth|floor|lens|solids))\.js$/;
const IN_PLACE = {
  2: `${ROOT}src/canvas/module/absent/in-plane-pages.ts`,
  3: `${ROOT}src/canvas/module/absent/in-module-pages.ts`,
};

/**
 * Bundles the script of exported pages whose scene moves by a module: it defines `holonomic`, without the runtime. That
 * of the plane has nothing of space.
 */
export const modulePageScript = (space: 2 | 3): Promise<string> =>
  bundle('src/canvas/module/module-page.ts', {
    globalName: 'holonomic',
    plugins: [
      {
        name: 'only-what-is-used',
        setup: (esbuild) => {
          esbuild.onResolve({ filter: OF_MODULES }, () => ({ path: IN_PLACE[3] }));
          if (space === 2) esbuild.onResolve({ filter: OF_SPACE }, () => ({ path: IN_PLACE[2] }));
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
