import { rm } from 'node:fs/promises';
import { expect, onTestFinished, test } from 'vitest';
import { run } from '../support/tarball.js';
import { copyExample } from './copy-example.js';

test('a generated rod swings in cannon-es and in p2-es', { timeout: 400_000 }, async () => {
  const folder = await copyExample('engines');
  onTestFinished(() => rm(folder, { recursive: true }));
  await run(folder, 'npm', 'run', '--silent', 'build');
  const lines = (await run(folder, 'npm', 'run', '--silent', 'start')).trim().split('\n');
  expect(lines).toHaveLength(4);
  for (const [i, engine] of ['cannon-es', 'p2-es'].entries()) {
    const [swing = '', fall = ''] = lines.slice(2 * i);
    const [length, lowest, energy] = [...swing.matchAll(/(?:to|at) (-?\d+\.\d+)/g)].map(([, value]) => Number(value));
    expect(swing).toContain(`${engine}: rod`);
    expect(length).toBeLessThan(5e-3);
    expect(lowest).toBeLessThan(-0.99);
    expect(lowest).toBeGreaterThan(-1.01);
    // Relative to G l = 9.81 J; both engines step semi-implicitly, with an error of the order of
    // the step.
    expect(energy).toBeLessThan(0.4);
    // ½ g t² after two seconds.
    const depth = Number(/^\S+ without .* (-\d+\.\d+) m$/.exec(fall)?.[1]);
    expect(depth).toBeCloseTo(-0.5 * 9.81 * 4, 0);
  }
});
