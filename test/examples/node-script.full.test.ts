import { rm } from 'node:fs/promises';
import { expect, onTestFinished, test } from 'vitest';
import { run } from '../support/tarball.js';
import { copyExample } from './copy-example.js';

test('a Node script with a constraint of its own', { timeout: 400_000 }, async () => {
  const folder = await copyExample('node-script');
  onTestFinished(() => rm(folder, { recursive: true }));
  expect(await run(folder, 'npm', 'run', '--silent', 'build')).toContain('1 class from 1 spec file');
  const lines = (await run(folder, 'npm', 'run', '--silent', 'start')).trim().split('\n');
  // v² = g k r² is balanced by the normal force m g √(1 + k² r²).
  const force = (radius: number): string => (0.1 * 9.81 * Math.hypot(1, 2 * radius)).toFixed(4);
  expect(lines).toEqual([
    'one turn takes 1.4185 s',
    `radius 0.25 m: back within 0.01 mm, pressed with ${force(0.25)} N`,
    `radius 0.50 m: back within 0.01 mm, pressed with ${force(0.5)} N`,
    `radius 1.00 m: back within 0.01 mm, pressed with ${force(1)} N`,
    'energy kept to 1e-8 J: true',
    'off the bowl by at most 1e-9 m: true',
  ]);
});
