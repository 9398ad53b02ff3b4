import { execFile } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync } from 'node:fs';
import { chmod, mkdir, mkdtemp, readdir, readFile, rename, rm, stat, symlink, utimes } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { promisify } from 'node:util';
import { LOCK, withLock } from '../../src/generate/lock.js';

const ROOT = join(import.meta.dirname, '../..');
const CACHE = join(ROOT, 'node_modules/.cache/holonomic-tarball');
/**
 * Sources of the build in the tarballs: folders, and below them the files that determine the build
 * (the lock file fixes the compiler).
 */
const SOURCES = ['src', 'runtime', 'generated', 'scripts'];
const SINGLE_SOURCES = [
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

/** Lists the files of a folder of the repository; a file is a list of its own. */
async function filesIn(path: string): Promise<string[]> {
  const from = join(ROOT, path);
  if (!(await stat(from)).isDirectory()) return [from];
  return (await readdir(from, { recursive: true, withFileTypes: true }))
    .filter((entry) => entry.isFile() && !entry.parentPath.includes('node_modules'))
    .map((entry) => join(entry.parentPath, entry.name));
}

async function sourceHash(): Promise<string> {
  const { files } = JSON.parse(await readFile(join(ROOT, 'package.json'), 'utf8')) as { files: readonly string[] };
  // Besides the build, the package has texts.
  const texts = files.filter((name) => name !== 'dist' && !name.startsWith('!'));
  const paths = (await Promise.all([...SOURCES, ...SINGLE_SOURCES, ...texts].map(filesIn))).flat().sort();
  const hash = createHash('sha256');
  for (const path of paths) hash.update(`${path}\0`).update(await readFile(path));
  return hash.digest('hex').slice(0, 16);
}

/**
 * Returns the packed packages, built once for the present sources, however many test files ask for
 * them at once.
 */
export async function tarballs(): Promise<Tarballs> {
  const folder = join(CACHE, await sourceHash());
  return withLock(
    CACHE,
    async () => {
      if (!existsSync(folder)) {
        for (const name of await readdir(CACHE)) {
          if (name !== LOCK) await rm(join(CACHE, name), { recursive: true, force: true });
        }
        const unfinished = `${folder}.unfinished`;
        await mkdir(unfinished);
        // A build takes longer than the lifetime of an untouched lock.
        const alive = setInterval(() => void utimes(join(CACHE, LOCK), new Date(), new Date()), 5000);
        try {
          await run(ROOT, 'npm', 'run', '--silent', 'pack', '--', '--pack-destination', unfinished);
        } finally {
          clearInterval(alive);
        }
        await rename(unfinished, folder);
      }
      const packed = await readdir(folder);
      const of = (start: string): string =>
        join(
          folder,
          packed.find((name) => name.startsWith(start))!,
        );
      return { holonomic: of('holonomic-0'), '@holonomic/runtime': of('holonomic-runtime-') };
    },
    300_000,
  );
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
