import { mkdirSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { build } from 'esbuild';
import { formatDiagnostics, type SpecError } from '../../src/diagnostics/index.js';

const ROOT = fileURLToPath(new URL('../..', import.meta.url));
/** Inside the project, so that packages are found from there. */
const FOLDER = join(ROOT, 'node_modules/.cache/holonomic-broken');

/** A fault put into one file of the toolkit: `find`, which stands there once, replaced. */
export interface Breakage {
  readonly file: string;
  readonly find: string;
  readonly replace: string;
}

interface Toolkit {
  readonly deriveAll: (name: string, spec: unknown) => readonly { readonly warnings: readonly { code: string }[] }[];
}

let built = 0;

/** The toolkit's `deriveAll` with faults in its sources. */
async function breakToolkit(breakages: readonly Breakage[]): Promise<Toolkit> {
  mkdirSync(FOLDER, { recursive: true });
  const outfile = join(FOLDER, `${process.pid}-${++built}.mjs`);
  const broken = new Map<string, string>();
  for (const { file, find, replace } of breakages) {
    const path = join(ROOT, file);
    const text = broken.get(path) ?? readFileSync(path, 'utf8');
    if (text.split(find).length !== 2) throw new Error(`"${find}" does not stand once in ${file}`);
    broken.set(
      path,
      text.replace(find, () => replace),
    );
  }
  await build({
    entryPoints: [join(ROOT, 'src/kinds/derive.ts')],
    outfile,
    bundle: true,
    platform: 'node',
    format: 'esm',
    packages: 'external',
    logLevel: 'error',
    plugins: [
      {
        name: 'break',
        setup: (bundler) => {
          bundler.onLoad({ filter: /\.ts$/ }, ({ path }) => {
            const contents = broken.get(path);
            return contents === undefined ? undefined : { contents, loader: 'ts' };
          });
        },
      },
    ],
  });
  try {
    return (await import(pathToFileURL(outfile).href)) as Toolkit;
  } finally {
    rmSync(outfile);
  }
}

/** The first that the self-check of a broken toolkit said of specs: codes of warnings or errors; nothing if it noticed nothing. */
export async function noticed(
  breakages: readonly Breakage[],
  specs: Readonly<Record<string, unknown>>,
): Promise<readonly string[]> {
  const { deriveAll } = await breakToolkit(breakages);
  for (const [name, spec] of Object.entries(specs)) {
    const codes = codesOf(() => deriveAll(name, spec));
    if (codes.length > 0) return codes;
  }
  return [];
}

function codesOf(derive: () => ReturnType<Toolkit['deriveAll']>): string[] {
  try {
    return derive().flatMap(({ warnings }) => warnings.map(({ code }) => code));
  } catch (error) {
    const { diagnostics } = error as Partial<SpecError>;
    if (diagnostics === undefined) throw error;
    if (diagnostics.some(({ code }) => !code.includes('SELF_CHECK'))) throw new Error(formatDiagnostics(diagnostics));
    return diagnostics.map(({ code }) => code);
  }
}
