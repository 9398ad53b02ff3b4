import { build } from 'esbuild';
import { cpSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';

/** What Node loads by its name or by its path. */
const NODE_ENTRIES = [
  'index',
  'toolkit',
  'runtime',
  'library',
  'scene/index',
  'analysis/index',
  'canvas/index',
  'three/index',
  'ensemble/index',
  'ensemble/bullmq/index',
  'vite/index',
  'plugin/index',
  'vitest/index',
  'cli/main',
  'ensemble/worker/run-worker',
  'generate/worker/render-worker',
  'modules/worker/module-worker',
  'cli/worker/scene-worker',
];

/** What bundlers for browsers load. */
const BROWSER_ENTRIES = [
  'index',
  'toolkit-browser',
  'runtime',
  'library',
  'scene/index',
  'analysis/index',
  'canvas/index',
  'three/index',
  'ensemble/page',
];

/** Packages of which Node gets the parts in use: it takes long to load them file by file. */
const BUNDLED = ['mathjs', 'zod'];

/**
 * Makes of the compiled modules in `dist/src` what Node loads and what bundlers for browsers load.
 *
 * Node gets a few files, since it takes long to load hundreds. What entry points have in common is
 * in shared files, so that each class exists once. Bundlers get the modules themselves, in
 * `dist/modules`, of which they leave out what a page does not use.
 */
export async function bundleForNode(root: string): Promise<void> {
  const [own, modules] = [join(root, 'dist/src'), join(root, 'dist/modules')];
  // In place of the one large file that the sources have of mathjs.
  cpSync(join(own, 'mathjs/library-browser.js'), join(own, 'mathjs/library.js'));
  const common = {
    outbase: own,
    write: false,
    bundle: true,
    metafile: true,
    format: 'esm',
    absWorkingDir: root,
  } as const;
  const entryPoints = (names: readonly string[]): string[] => names.map((name) => join(own, `${name}.js`));
  const { dependencies, peerDependencies } = describe(root);
  const forNode = await build({
    ...common,
    entryPoints: entryPoints(NODE_ENTRIES),
    outdir: own,
    chunkNames: 'shared/[name]-[hash]',
    splitting: true,
    platform: 'node',
    target: 'node20',
    external: Object.keys({ ...dependencies, ...peerDependencies }).filter((name) => !BUNDLED.includes(name)),
  });
  const forBrowsers = await build({
    ...common,
    entryPoints: entryPoints(BROWSER_ENTRIES),
    outdir: modules,
    packages: 'external',
  });

  rmSync(modules, { recursive: true, force: true });
  for (const path of Object.keys(forBrowsers.metafile.inputs))
    cpSync(join(root, path), join(modules, path.replace(/^dist\/src\//, '')));
  for (const entry of readdirSync(own, { recursive: true, withFileTypes: true }))
    if (entry.isFile() && entry.name.endsWith('.js')) rmSync(join(entry.parentPath, entry.name));
  for (const { path, text } of forNode.outputFiles) {
    mkdirSync(dirname(path), { recursive: true });
    const { inputs } = forNode.metafile.outputs[path.slice(root.length + 1)]!;
    writeFileSync(path, withNotice(text, packagesOf(Object.keys(inputs), root)));
  }
}

interface Description {
  readonly name: string;
  readonly version: string;
  readonly license: string;
  readonly dependencies?: Readonly<Record<string, string>>;
  readonly peerDependencies?: Readonly<Record<string, string>>;
}

const describe = (folder: string): Description =>
  JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8')) as Description;

/** The packages that modules belong to, with version and licence. */
function packagesOf(paths: readonly string[], root: string): string[] {
  const folders = paths.flatMap((path) => /.*node_modules\/(?:@[^/]+\/)?[^/]+/.exec(path)?.[0] ?? []);
  return [...new Set(folders)].sort().map((folder) => {
    const { name, version, license } = describe(join(root, folder));
    return `${name} ${version} (${license})`;
  });
}

/** Names the packages of which a file has parts. */
function withNotice(text: string, packages: readonly string[]): string {
  if (packages.length === 0) return text;
  const [first = '', rest = ''] = text.startsWith('#!') ? text.split(/(?<=\n)([^]*)/) : ['', text];
  return `${first}// Parts of ${packages.join(', ')}.\n${rest}`;
}
