import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { codeOf } from '../files/system-error.js';
import { librarySourcesOf, TYPES, unpacked, withLibrary } from '../mechanism/write/fmu/files.js';
import { UserError } from './errors.js';

/** Processors by their names in the standard, where Linux runs. */
const PROCESSORS: Readonly<Partial<Record<NodeJS.Architecture, string>>> = { x64: 'x86_64', arm64: 'aarch64' };

/** Flags with which the library computes what the module in JavaScript does, to the bit. */
const FLAGS = ['-std=c99', '-O2', '-ffp-contract=off', '-fPIC', '-shared', '-fvisibility=hidden'];

/**
 * An FMU with a library for this machine in it, and a line that says so, or why there is none: only
 * Linux is known, and a compiler of C must be there. Throws a UserError if the compiler fails.
 */
export function withOwnLibrary(fmu: Uint8Array, cc = ''): { readonly fmu: Uint8Array; readonly line: string } {
  const processor = process.platform === 'linux' ? PROCESSORS[process.arch] : undefined;
  if (processor === undefined) return { fmu, line: `sources alone: libraries are made on Linux` };
  // CC may be empty, and may hold flags.
  const [compiler = 'cc', ...own] = cc.split(/\s+/).filter((word) => word !== '');
  const files = unpacked(fmu);
  const { name, sources } = librarySourcesOf(files);
  const folder = mkdtempSync(join(tmpdir(), 'holonomic-fmu-'));
  try {
    for (const [file, bytes] of Object.entries(sources)) writeFileSync(join(folder, file), bytes);
    writeFileSync(join(folder, 'fmi3Functions.h'), TYPES);
    const library = `${name}.so`;
    const units = Object.keys(sources).filter((file) => file.endsWith('.c'));
    execFileSync(compiler, [...own, ...FLAGS, '-I.', ...units, '-lm', '-o', library], {
      cwd: folder,
      stdio: 'pipe',
      encoding: 'utf8',
    });
    const platform = `${processor}-linux`;
    return {
      fmu: withLibrary(files, platform, library, readFileSync(join(folder, library))),
      line: `sources, and a library for ${platform}`,
    };
  } catch (error) {
    if (codeOf(error) === 'ENOENT') return { fmu, line: `sources alone: there is no compiler ${compiler}` };
    if (!(error instanceof Error && 'stderr' in error)) throw error;
    throw new UserError(
      `${compiler} does not compile the sources of the FMU: ${/.+/.exec(String(error.stderr))?.[0] ?? error.message}`,
      'Set CC to a compiler of C99.',
    );
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}
