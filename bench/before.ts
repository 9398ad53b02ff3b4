import { build } from 'esbuild';
import { execFileSync } from 'node:child_process';
import { cpSync, existsSync, mkdirSync, mkdtempSync, renameSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';

const ROOT = fileURLToPath(new URL('..', import.meta.url));
/** Folder of the tarballs of other revisions, which are made once. */
const TARBALLS = join(ROOT, 'node_modules/.cache/bench');
/** The parts of a tree that scenes are made of, besides the scenes themselves. */
const PARTS = ['runtime', 'generated', 'tsconfig.json'];

/**
 * Builds `contents`, a module that imports this tree's `scenes` (files of `bench`) and the runtime,
 * as one file, and loads it. The runtime and the library are those of `revision`, or of this tree.
 */
export async function loadScenes<T>(contents: string, scenes: readonly string[], revision?: string): Promise<T> {
  const folder = mkdtempSync(join(tmpdir(), 'before-'));
  try {
    if (revision === undefined)
      for (const part of PARTS) cpSync(join(ROOT, part), join(folder, part), { recursive: true });
    else execFileSync('tar', ['-xf', tarballOf(revision), '-C', folder]);
    for (const scene of scenes) cpSync(join(ROOT, 'bench', scene), join(folder, 'bench', scene));
    const outfile = join(folder, 'scenes.mjs');
    await build({
      stdin: { contents, resolveDir: folder, loader: 'ts' },
      bundle: true,
      format: 'esm',
      target: 'es2022',
      tsconfig: join(folder, 'tsconfig.json'),
      outfile,
    });
    return (await import(pathToFileURL(outfile).href)) as T;
  } finally {
    rmSync(folder, { recursive: true });
  }
}

/** Returns the path of the tarball of a revision, and makes it if there is none yet. */
function tarballOf(revision: string): string {
  const commit = execFileSync('git', ['rev-parse', `${revision}^{commit}`], { cwd: ROOT, encoding: 'utf8' }).trim();
  const tarball = join(TARBALLS, `${commit}.tar`);
  if (existsSync(tarball)) return tarball;
  mkdirSync(TARBALLS, { recursive: true });
  execFileSync('git', ['archive', '--output', `${tarball}.part`, commit, ...PARTS], { cwd: ROOT });
  renameSync(`${tarball}.part`, tarball);
  return tarball;
}
