import { fileURLToPath } from 'node:url';
import { build } from 'esbuild';

const ROOT = fileURLToPath(new URL('..', import.meta.url));

/** Bundles the script of exported pages: it defines `holonomic`. */
export async function pageScript(): Promise<string> {
  const { outputFiles } = await build({
    entryPoints: [`${ROOT}src/canvas/single-page.ts`],
    bundle: true,
    write: false,
    minify: true,
    format: 'iife',
    globalName: 'holonomic',
    target: 'es2022',
    legalComments: 'none',
    tsconfig: `${ROOT}tsconfig.json`,
  });
  return outputFiles[0]!.text.trim();
}
