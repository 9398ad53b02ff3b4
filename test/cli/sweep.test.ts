import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { cli, project } from './support.js';
import { inFull } from '../support/scope.js';

const RUN = `
export const inputs = [{ angle: 0.1, name: 'a, "b"' }, { angle: 0.3, name: '<b>' }, { angle: 0.2, name: 'c' }];
export default ({ angle }, index) => {
  if (angle === 0.3) throw new RangeError('too far');
  return { sine: Math.sin(angle), at: [angle, index] };
};
`;

inFull('sweep makes the runs of a module, tabulates and draws them, and reports those that fail', async () => {
  const folder = await project({ 'run.mjs': RUN });
  const { exitCode, stdout, stderr } = await cli(
    folder,
    'sweep',
    'run.mjs',
    '--csv',
    'out/run.csv',
    '--svg',
    'run.svg',
  );
  expect(exitCode).toBe(1);
  expect(stdout).toMatch(/^3 runs in [\d.]+ s, 1 failed\n {2}result.sine: 0.0998334 to 0.198669\n/);
  expect(stdout).toContain('wrote out/run.csv');
  expect(stderr).toContain('Run 1 failed: too far');
  expect(readFileSync(join(folder, 'out/run.csv'), 'utf8')).toBe(
    [
      'run,input.angle,input.name,result.sine,result.at.0,result.at.1,error',
      `0,0.1,"a, ""b""",${Math.sin(0.1)},0.1,0,`,
      '1,0.3,<b>,,,,Run 1 failed: too far',
      `2,0.2,c,${Math.sin(0.2)},0.2,2,\n`,
    ].join('\n'),
  );
  const svg = readFileSync(join(folder, 'run.svg'), 'utf8');
  expect(svg.match(/<circle/g)).toHaveLength(6);
  expect(svg.match(/<polyline/g)).toHaveLength(3);
});

test('a sweep goes on where it was ended, and counted runs are drawn as a histogram', async () => {
  const folder = await project({ 'run.mjs': 'export const count = 20; export default (i) => (i * 7) % 20;' });
  await cli(folder, 'sweep', 'run.mjs', '--store', 'runs');
  const { stdout } = await cli(folder, 'sweep', 'run.mjs', '--store', 'runs', '--svg', 'run.svg', '--json');
  const { ok, rows } = JSON.parse(stdout) as { ok: boolean; rows: number[][] };
  expect(ok).toBe(true);
  expect(rows[3]).toEqual([3, 3, 1]);
  expect(readFileSync(join(folder, 'run.svg'), 'utf8').match(/<rect[^>]*fill="#06c"/g)).toHaveLength(5);
});

test('a sweep tells how many results are not finite', async () => {
  const folder = await project({
    'run.mjs': `
export const inputs = [1, 2, 3];
export default (i) => ({ period: i === 2 ? NaN : i, miss: i === 2 ? 0 : -Infinity, none: NaN, name: 'a' });`,
  });
  const { stdout } = await cli(folder, 'sweep', 'run.mjs');
  expect(stdout.split('\n').slice(1)).toEqual([
    '  result.period: 1 to 3; 1 of 3 is not finite',
    '  result.miss: 0 to 0; 2 of 3 are not finite',
    '  result.none: 3 of 3 are not finite',
    '',
  ]);
});

test('a result that no table can hold is the failure of its run, and the others are kept', async () => {
  const folder = await project({
    'run.mjs': `
const loop = { next: [{}] };
loop.next[0].back = loop;
const results = [1, 2n, { a: { b: [3n] } }, loop, new Map([[1, 2]]), new Date(0), { x: 1, at: new Float64Array(3) }, null];
export const count = 8;
export default (i) => results[i];`,
  });
  const { exitCode, stderr, stdout } = await cli(folder, 'sweep', 'run.mjs', '--csv', 'run.csv', '--json');
  expect(exitCode).toBe(1);
  expect(stderr).not.toContain('internal');
  const { failed, rows } = JSON.parse(stdout) as { failed: { index: number; code: string; message: string }[]; rows: unknown[][] }; // prettier-ignore
  expect(failed.map(({ index, code }) => [index, code])).toEqual([1, 2, 3, 4, 5].map((i) => [i, 'E_RUN_TABLE']));
  expect(failed.map(({ message }) => message.split('\n')[0])).toEqual([
    'The result of run 1 has no place in a table: result is a BigInt.',
    'The result of run 2 has no place in a table: result.a.b.0 is a BigInt.',
    'The result of run 3 has no place in a table: result.next.0.back is a circular reference.',
    'The result of run 4 has no place in a table: result is a Map.',
    'The result of run 5 has no place in a table: result is a Date.',
  ]);
  expect(failed[0]!.message).toContain('of a BigInt, String(n)');
  expect(rows[0]).toContain(1);
  expect(readFileSync(join(folder, 'run.csv'), 'utf8')).toMatch(/^6,6,,1,0,0,0,$/m);
});

test.each([
  [['none.mjs'], 'none.mjs cannot be loaded'],
  [['empty.mjs'], 'exports neither a list "inputs" nor a whole number "count"'],
  [['both.mjs'], 'both.mjs exports both "inputs" and "count"'],
  [['function.mjs'], 'The export "inputs" of function.mjs is a function'],
  [['large.mjs'], 'In large.mjs inputs.1.n is a BigInt, which has no place in a table'],
  [['empty.mjs', '--connection', 'redis://x'], '--connection goes with --queue'],
  [['empty.mjs', '--queue', 'a', '--threads', '2'], '--threads goes with each worker'],
])('sweep %s is refused', async (argv, message) => {
  const folder = await project({
    'empty.mjs': 'export default () => 1;',
    'both.mjs': 'export const inputs = [1]; export const count = 2; export default () => 1;',
    'large.mjs': 'export const inputs = [{ n: 1 }, { n: 2n }]; export default () => 1;',
    'function.mjs': 'export const inputs = () => [];',
  });
  const { exitCode, stderr } = await cli(folder, 'sweep', ...argv);
  expect(exitCode).not.toBe(0);
  expect(stderr).toContain(message);
});

test('a worker says what keeps it from working', async () => {
  const folder = await project({ 'run.mjs': RUN });
  expect((await cli(folder, 'worker', 'run.mjs')).stderr).toContain("required option '--queue <name>' not specified");
  expect((await cli(folder, 'worker', 'none.mjs', '--queue', 'a')).stderr).toContain('There is no module "none.mjs"');
  const refused = await cli(folder, 'worker', 'run.mjs', '--queue', 'a', '--connection', 'redis://127.0.0.1:1');
  expect(refused.stderr).toContain('redis://127.0.0.1:1, cannot be used: connect ECONNREFUSED');
  expect(refused.exitCode).toBe(1);
});
