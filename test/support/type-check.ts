import { join } from 'node:path';
import { project } from '../cli/support.js';
import { run } from './tarball.js';

const ROOT = join(import.meta.dirname, '../..');
const COMPILER_OPTIONS = {
  strict: true,
  noUncheckedIndexedAccess: true,
  exactOptionalPropertyTypes: true,
  noUnusedLocals: true,
  noUnusedParameters: true,
  noImplicitReturns: true,
  // Emitted modules are types for other projects, too.
  declaration: true,
  isolatedDeclarations: true,
  noEmit: true,
  target: 'es2022',
  module: 'esnext',
  moduleResolution: 'bundler',
  types: [],
};

/** What a strict compiler says of files in one folder, which it is given by their names. */
export async function complaintsOf(files: Readonly<Record<string, string>>): Promise<string> {
  const folder = await project({ ...files, 'tsconfig.json': JSON.stringify({ compilerOptions: COMPILER_OPTIONS }) });
  return run(ROOT, 'npx', 'tsc', '-p', folder).catch((error: unknown) => {
    const { stdout } = error as { readonly stdout?: string };
    // Without a word it has not compiled at all.
    if (!stdout) throw error;
    return stdout;
  });
}
