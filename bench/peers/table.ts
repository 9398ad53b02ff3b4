import { spawnSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';

/** Time after which a hanging process is ended, s. */
const PATIENCE = 600;

/**
 * Runs a cell in a process of its own: it does not meet the memory or the compiled code of another,
 * and can be ended if it hangs. `file` prints the result as its last line, in JSON.
 */
export function runInProcess<Result>(file: URL, peer: string, cell: unknown): Result | string {
  const { stdout, stderr, status, error } = spawnSync(
    process.execPath,
    ['--import', 'tsx', fileURLToPath(file), peer, JSON.stringify(cell)],
    { encoding: 'utf8', timeout: PATIENCE * 1000, killSignal: 'SIGKILL', maxBuffer: 1e8 },
  );
  if (status === 0) return JSON.parse(stdout.trimEnd().split('\n').at(-1)!) as Result | string;
  if (error !== undefined) return `not done in ${PATIENCE} s`;
  return /^\w*Error: .*$/m.exec(stderr)?.[0] ?? 'failed';
}

/** Returns the names of the command line, or those that begin like one of them. */
export function chosen(peers: Readonly<Record<string, unknown>>): string[] {
  const only = process.argv.slice(2);
  return Object.keys(peers).filter((name) => only.length === 0 || only.some((part) => name.startsWith(part)));
}

export const milliseconds = (time: number): string => (time < 10 ? time.toPrecision(2) : time.toFixed(0));
export const scientific = (x: number): string => (Number.isFinite(x) ? x.toExponential(1) : 'lost');
