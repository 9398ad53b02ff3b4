import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { onTestFinished } from 'vitest';
import { run } from '../../src/cli/run.js';

export interface CliResult {
  readonly exitCode: number;
  readonly stdout: string;
  readonly stderr: string;
}

/** Runs the command line in this process, in `cwd`. */
export async function cli(cwd: string, ...argv: string[]): Promise<CliResult> {
  let [stdout, stderr] = ['', ''];
  const exitCode = await run(argv, {
    cwd,
    env: {},
    stdout: { write: (text) => (stdout += text) },
    stderr: { write: (text) => (stderr += text) },
  });
  return { exitCode, stdout, stderr };
}

/** Makes a temporary folder with files in it, which is removed after the test. */
export async function project(files: Readonly<Record<string, string>>): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'holonomic-'));
  // A watcher that was stopped may still be writing.
  onTestFinished(() => rm(folder, { recursive: true, force: true, maxRetries: 10, retryDelay: 100 }));
  await write(folder, files);
  return folder;
}

export async function write(folder: string, files: Readonly<Record<string, string>>): Promise<void> {
  for (const [name, text] of Object.entries(files)) {
    await mkdir(dirname(join(folder, name)), { recursive: true });
    await writeFile(join(folder, name), text);
  }
}

/** Writes a spec file with one constraint, with `C` as given. */
export const rodSpec = (C = 'norm(a - b) == length', space = '[2, 3]'): string => `
import { defineConstraint } from 'holonomic';

export const Rod = defineConstraint({
  summary: 'Holds two points apart.',
  space: ${space},
  inputs: { a: 'point', b: 'point' },
  params: { length: { unit: 'm', min: 0 } },
  C: '${C}',
});
`;

export const slopeSpec = `
import { defineConstraint } from 'holonomic';

export const Slope = defineConstraint({
  summary: 'Keeps a point on a slope.',
  space: 2,
  inputs: { p: 'point' },
  params: { k: {} },
  C: 'p.y == k * p.x',
});
`;

/** Lines of a stack trace, which a user should never see. */
export const STACK = /^\s+at .+(:\d+:\d+|node:)/m;
