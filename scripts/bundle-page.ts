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

/** Bundles the script of exported pages whose scene moves by a module: it defines `holonomic`, without the runtime. */
export const modulePageScript = (): Promise<string> =>
  bundle('src/canvas/module/module-page.ts', {
    globalName: 'holonomic',
    plugins: [
      {
        name: 'without-runtime',
        setup: (esbuild) => {
          esbuild.onResolve({ filter: /\/(runtime\/index|varying-gearing)\.js$/ }, () => ({
            path: `${ROOT}src/canvas/module/of-runtime.ts`,
          }));
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
