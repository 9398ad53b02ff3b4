import { mkdirSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { build } from 'esbuild';

const ROOT = fileURLToPath(new URL('../..', import.meta.url));
/** Folder inside the project, so that packages are found from there. */
const FOLDER = join(ROOT, 'node_modules/.cache/holonomic-altered');

/** A change of one file of the toolkit: `find`, which occurs there once, is replaced. */
export interface Alteration {
  readonly file: string;
  readonly find: string;
  readonly replace: string;
}

let built = 0;

/** Loads a module of the toolkit, and all that it imports, from altered sources. */
export async function alteredModule<Module>(entry: string, alterations: readonly Alteration[]): Promise<Module> {
  mkdirSync(FOLDER, { recursive: true });
  const outfile = join(FOLDER, `${process.pid}-${++built}.mjs`);
  const altered = new Map<string, string>();
  for (const { file, find, replace } of alterations) {
    const path = join(ROOT, file);
    const text = altered.get(path) ?? readFileSync(path, 'utf8');
    if (text.split(find).length !== 2) throw new Error(`"${find}" does not stand once in ${file}`);
    altered.set(
      path,
      text.replace(find, () => replace),
    );
  }
  await build({
    entryPoints: [join(ROOT, entry)],
    outfile,
    bundle: true,
    platform: 'node',
    format: 'esm',
    packages: 'external',
    logLevel: 'error',
    plugins: [
      {
        name: 'alter',
        setup: (bundler) => {
          bundler.onLoad({ filter: /\.ts$/ }, ({ path }) => {
            const text = altered.get(path) ?? readFileSync(path, 'utf8');
            // Modules find files of theirs beside the sources.
            const url = JSON.stringify(pathToFileURL(path).href);
            return { contents: text.replaceAll('import.meta.url', url), loader: 'ts' };
          });
        },
      },
    ],
  });
  try {
    return (await import(pathToFileURL(outfile).href)) as Module;
  } finally {
    rmSync(outfile);
  }
}
