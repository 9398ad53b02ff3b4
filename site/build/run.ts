import { spawn } from 'node:child_process';
import { existsSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { ROOT, SITE } from './folders.js';

/** Runs a program in the folder of the project, and passes on what it prints. Throws if it fails. */
export function run(command: string, args: readonly string[], isQuiet = false): Promise<void> {
  return new Promise((resolve, reject) => {
    const child = spawn(command, args, { cwd: ROOT, stdio: ['ignore', isQuiet ? 'pipe' : 'inherit', 'pipe'] });
    let printed = '';
    for (const stream of [child.stdout, child.stderr])
      stream?.on('data', (text: Buffer) => (printed += text.toString()));
    child.on('error', reject);
    child.on('close', (code) => {
      if (code === 0) resolve();
      else reject(new Error(`${command} ${args.join(' ')} ended with ${code}.\n${printed}`));
    });
  });
}

/** Installs the packages of the site, unless those of its lock file are there. */
export async function install(): Promise<void> {
  const installed = join(SITE, 'node_modules/.package-lock.json');
  const isThere =
    existsSync(installed) && statSync(installed).mtimeMs >= statSync(join(SITE, 'package-lock.json')).mtimeMs;
  if (isThere) return;
  console.log('The packages of the site are installed: npm --prefix site ci');
  await run('npm', ['--prefix', 'site', 'ci', '--no-audit', '--no-fund']);
}

/** Runs VitePress, with the Vite that it brings. */
export const vitepress = (...args: readonly string[]): Promise<void> =>
  run(process.execPath, [join(SITE, 'node_modules/vitepress/bin/vitepress.js'), ...args]);
