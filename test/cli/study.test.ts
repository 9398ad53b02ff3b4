import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { cli, project } from './support.js';

const SCENE = readFileSync('scenes/four-bar.json', 'utf8');

test('study prints ranges and dead points, and writes a table', async () => {
  const folder = await project({ 'scene.json': SCENE });
  const { exitCode, stdout } = await cli(
    folder,
    ...['study', 'scene.json', '--over', '0', '2*pi/rate', '--steps', '40', '--of', 'P.x', '--by', 'coupler'],
    ...['--transmission', 'B', 'A', '[frame, 0]', '--csv', 'table.csv'],
  );
  expect(exitCode).toBe(0);
  expect(stdout).toContain('Four bars: 41 places of time from 0 to 3.14159');
  expect(stdout).toMatch(/^transmission +0\.79\d+ +2\.8\d+ +1\.84\d+ /m);
  // The coupler's curve: independent of the number of steps.
  expect(stdout).toContain('dead point of P.x: -0.432903 at time = 1.66608');
  const lines = readFileSync(join(folder, 'table.csv'), 'utf8').trim().split('\n');
  expect(lines).toHaveLength(42);
  expect(lines[0]).toContain('d(P.x)/d(coupler)');
});

test('study says what it cannot do', async () => {
  const folder = await project({ 'scene.json': SCENE });
  const wrong = await cli(folder, 'study', 'scene.json', '--drive', 'A.angle', '--over', '0', '1');
  expect(wrong.exitCode).toBe(1);
  expect(wrong.stderr).toContain('"A.angle" is no scalar of this scene');
  expect((await cli(folder, 'study', 'scene.json', '--over', '0')).exitCode).toBe(2);
  const unlimited = await cli(folder, 'study', 'scene.json', '--drive', 'crank.angle');
  expect(unlimited).toMatchObject({ exitCode: 2, stdout: '' });
  expect(unlimited.stderr).toContain('--drive needs its range: add --over, as in --over 0 2*pi.');
  const json = await cli(folder, 'study', 'scene.json', '--steps', '4', '--json');
  const { columns, rows, deadPoints } = JSON.parse(json.stdout) as Record<string, unknown[]>;
  expect(columns!.slice(0, 2)).toEqual(['time', 'curve.x']);
  expect(rows).toHaveLength(5);
  expect(deadPoints!.length).toBeGreaterThan(0);
});

test('study and simulate warn of reactions that are not unique', async () => {
  const folder = await project({ 'scene.json': readFileSync('scenes/cognates.json', 'utf8'), 'plain.json': SCENE });
  const words = /warning:? +The reactions of motor, rod, rocker, .* are not unique/;
  const studied = await cli(folder, 'study', 'scene.json', '--steps', '2');
  expect(studied.stdout).toMatch(words);
  const run = (scene: string, ...more: string[]): Promise<{ stdout: string }> =>
    cli(folder, 'simulate', scene, '--until', '0.02', '--no-svg', ...more);
  expect((await run('scene.json', '--reactions', 'forces.csv')).stdout).toMatch(words);
  expect((await run('scene.json')).stdout).not.toContain('not unique');
  expect((await run('plain.json', '--reactions', 'forces.csv')).stdout).not.toContain('not unique');
});

test('simulate says where a table of reactions has none', async () => {
  const folder = await project({ 'scene.json': readFileSync('scenes/heart.json', 'utf8'), 'plain.json': SCENE });
  const run = async (scene: string): Promise<string> =>
    (await cli(folder, 'simulate', scene, '--until', '0.02', '--no-svg', '--reactions', 'forces.csv')).stdout;
  expect(await run('scene.json')).toMatch(/warning:? +The table of reactions has times alone/);
  expect(await run('plain.json')).not.toContain('times alone');
});
