import { execFile } from 'node:child_process';
import { chmod, mkdir, mkdtemp, readdir, readFile, rename, rm, symlink } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { promisify } from 'node:util';
import { builtOnce } from './built-once.js';

const ROOT = join(import.meta.dirname, '../..');
/** What determines the build in the tarballs; the lock file fixes the compiler. */
const SOURCES = [
  'src',
  'runtime',
  'generated',
  'scripts',
  'package.json',
  'package-lock.json',
  'packages/runtime/package.json',
  'packages/runtime/README.md',
  'tsconfig.json',
  'tsconfig.build.json',
];
/** The packed packages of this repository, by their names. */
export const PACKAGES = ['holonomic', '@holonomic/runtime'] as const;
export type PackageName = (typeof PACKAGES)[number];
export type Tarballs = Readonly<Record<PackageName, string>>;

const execute = promisify(execFile);

/**
 * Runs a program in a folder and returns its output. For any exit code but 0 it throws, with the
 * output.
 */
export async function run(cwd: string, command: string, ...args: readonly string[]): Promise<string> {
  const { stdout } = await execute(command, args, { cwd, maxBuffer: 1 << 26 });
  return stdout;
}

/** Returns the packed packages, built once for all test files. */
export async function tarballs(): Promise<Tarballs> {
  const { files } = JSON.parse(await readFile(join(ROOT, 'package.json'), 'utf8')) as { files: readonly string[] };
  // Besides the build, the package has texts.
  const texts = files.filter((name) => name !== 'dist' && !name.startsWith('!'));
  const folder = await builtOnce('tarball', [...SOURCES, ...texts], (unfinished) =>
    run(ROOT, 'npm', 'run', '--silent', 'pack', '--', '--pack-destination', unfinished),
  );
  const packed = await readdir(folder);
  const of = (start: string): string =>
    join(
      folder,
      packed.find((name) => name.startsWith(start))!,
    );
  return { holonomic: of('holonomic-0'), '@holonomic/runtime': of('holonomic-runtime-') };
}

/**
 * Installs both tarballs in a folder, beside their dependencies and the tools of this checkout,
 * without the network. Returns the folder of `holonomic`.
 */
export async function installTarball(folder: string): Promise<string> {
  const modules = join(folder, 'node_modules');
  const own = join(ROOT, 'node_modules');
  const installed = join(modules, 'holonomic');
  await mkdir(join(modules, '.bin'), { recursive: true });
  for (const name of await readdir(own))
    if (!name.startsWith('.') && name !== '@holonomic') await symlink(join(own, name), join(modules, name));
  for (const name of await readdir(join(own, '.bin'))) {
    await symlink(join(own, '.bin', name), join(modules, '.bin', name));
  }
  const packed = await tarballs();
  for (const name of PACKAGES) {
    const unpacked = await mkdtemp(join(folder, 'unpacked-'));
    await run(unpacked, 'tar', '-xzf', packed[name]);
    await mkdir(dirname(join(modules, name)), { recursive: true });
    await rename(join(unpacked, 'package'), join(modules, name));
    await rm(unpacked, { recursive: true });
  }
  const program = join(installed, 'dist/src/cli/main.js');
  await chmod(program, 0o755);
  await symlink(program, join(modules, '.bin/holonomic'));
  return installed;
}

/** Makes a temporary folder. */
export const temporaryFolder = (): Promise<string> => mkdtemp(join(tmpdir(), 'holonomic-'));
