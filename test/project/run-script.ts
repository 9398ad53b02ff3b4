import { ROOT } from '../docs/pages.js';
import { run } from '../support/tarball.js';

/** Runs a script of this package. Throws what it prints if it fails. */
export async function runScript(...script: readonly string[]): Promise<void> {
  try {
    await run(ROOT, 'npm', 'run', '--silent', ...script);
  } catch (error) {
    const { stdout, stderr } = error as { readonly stdout?: string; readonly stderr?: string };
    throw new Error(`${stdout ?? ''}${stderr ?? ''}`, { cause: error });
  }
}
