import { execFileSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { expect, it } from 'vitest';

/** The smallest thing that a step could put on the heap, a number, takes 16 bytes. What is below is measurement: a few hundred bytes per count. */
const THRESHOLD = 2;

it('allocates nothing per step, with any solver and integrator, projected or not', { timeout: 600_000 }, () => {
  const probe = fileURLToPath(new URL('fixtures/allocation-probe.ts', import.meta.url));
  const flags = ['--expose-gc', '--min-semi-space-size=64', '--max-semi-space-size=64', '--import', 'tsx'];
  const output = execFileSync(process.execPath, [...flags, probe], { encoding: 'utf8' });
  const bytesPerStep = Object.entries(JSON.parse(output) as Record<string, number>);
  expect(bytesPerStep.length).toBe(90);
  expect(bytesPerStep.filter(([, bytes]) => !(bytes < THRESHOLD))).toEqual([]);
});
