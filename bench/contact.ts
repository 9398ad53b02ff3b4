import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

/** Runs scenes of bodies in contact here and in other engines, whose packages `bench/peers` keeps apart. */
export function benchContact(): void {
  const folder = fileURLToPath(new URL('peers', import.meta.url));
  if (!existsSync(`${folder}/node_modules`)) {
    console.error('The other engines are not installed: npm --prefix bench/peers ci');
    process.exitCode = 1;
    return;
  }
  const { status } = spawnSync('npm', ['--prefix', folder, 'run', '--silent', 'contact'], { stdio: 'inherit' });
  process.exitCode = status ?? 1;
}
