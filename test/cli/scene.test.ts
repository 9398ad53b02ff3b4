import { execFile } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { expect, test } from 'vitest';
import { changed, pendulum } from '../scene/documents.js';
import { cli, project } from './support.js';

const document = changed({
  title: '<img src=x onerror=alert(1)>',
  traces: { bob: { point: 'bob' } },
  plots: [{ kind: 'time', of: ['rod.lambda', 'energy.total'] }],
  expect: { dof: 2, at: [{ time: 0.1, of: 'norm(bob)', value: 'length', tolerance: 1e-6 }] },
});
const files = (scene: object): Promise<string> => project({ 'scene.json': JSON.stringify(scene) });

test('simulate runs a scene that is JSON', async () => {
  const folder = await files(document);
  const { exitCode, stdout } = await cli(folder, 'simulate', 'scene.json', '--svg', 'out.svg');
  expect({ exitCode, stdout }).toMatchObject({
    exitCode: 0,
    stdout: expect.stringContaining('0.1 s in 10 steps') as string,
  });
  const svg = await readFile(join(folder, 'out.svg'), 'utf8');
  expect(svg).toContain('&#60;img src=x onerror=alert(1)&#62;');
  expect(svg).not.toContain('<img');
});

test('check compares scenes with what they expect', async () => {
  const folder = await files(document);
  const good = await cli(folder, 'scene', 'check', 'scene.json');
  expect(good).toMatchObject({ exitCode: 0, stderr: '' });
  expect(good.stdout).toMatch(/ok +norm\(bob\) +2/);
  const bad = await cli(await files(changed({ expect: { dof: 7 } })), 'scene', 'check', 'scene.json', '--json');
  expect(bad.exitCode).toBe(1);
  expect(JSON.parse(bad.stdout)).toMatchObject({
    ok: false,
    scenes: [{ pass: false, expectations: [{ of: 'dof', found: 2, expected: 7, pass: false }] }],
  });
});

test('check tells of each file, whatever is wrong with others', async () => {
  const folder = await project({
    'good.json': JSON.stringify(document),
    'bad.json': JSON.stringify(changed({ settings: { dt: 'fast' } })),
    'none.json': '{',
    'off.json': JSON.stringify(changed({ expect: { dof: 7 } })),
    // A step past all numbers is the runtime's fault to tell.
    'wild.json': JSON.stringify(changed({ settings: { dt: 1e200, until: 1e201, integrator: 'semiImplicitEuler' } })),
  });
  const names = ['bad.json', 'good.json', 'none.json', 'wild.json', 'off.json'];
  const { exitCode, stdout, stderr } = await cli(folder, 'scene', 'check', ...names);
  expect(exitCode).toBe(1);
  expect(stdout).toMatch(/^pass {2}<img[^]*\nFAIL {2}A pendulum\n/);
  expect(stderr).toContain('E_SCENE  settings.dt  (bad.json)');
  expect(stderr).toContain('error: none.json is no JSON');
  expect(stderr).toContain('error: wild.json: In step 1,');
  expect(stderr).toMatch(/\n4 scenes of 5 not as expected\.\n$/);
  const { scenes } = JSON.parse((await cli(folder, 'scene', 'check', ...names, '--json')).stdout) as {
    readonly scenes: readonly { readonly file: string; readonly error?: { readonly kind: string } }[];
  };
  expect(scenes.map(({ file, error }) => [file, error?.kind])).toEqual([
    ['bad.json', 'spec'],
    ['good.json', undefined],
    ['none.json', 'user'],
    ['wild.json', 'user'],
    ['off.json', undefined],
  ]);
});

test('mistakes name their places', async () => {
  const { exitCode, stderr } = await cli(
    await files(changed({ settings: { dt: 'fast' } })),
    'scene',
    'check',
    'scene.json',
  );
  expect(exitCode).toBe(1);
  expect(stderr).toContain('E_SCENE  settings.dt');
  expect((await cli(await project({ 'scene.json': '{' }), 'simulate', 'scene.json')).stderr).toContain('is no JSON');
  const folder = await project({ 'scene.ts': "import { World } from 'holonomic/runtime';" });
  for (const argv of [['study'], ['mechanism'], ['scene', 'check'], ['scene', 'export', '--to', 'svg']])
    expect((await cli(folder, ...argv, 'scene.ts')).stderr).toMatch(
      /scene\.ts is a module, and this command takes a scene as JSON\.\nhint: "holonomic simulate" runs modules/,
    );
  expect((await cli(await project({}), 'simulate', 'scene.json')).stderr).toContain('There is no scene');
});

test('export as a table', async () => {
  const { exitCode, stdout } = await cli(await files(document), 'scene', 'export', 'scene.json', '--to', 'csv');
  expect(exitCode).toBe(0);
  const [head, ...lines] = stdout.trim().split('\n');
  expect(head).toBe('time,rod.lambda,energy.total,bob.x,bob.y');
  expect(lines).toHaveLength(11);
  // At rest, level: the rod carries nothing, and the bob falls.
  expect(lines[0]!.split(',').map(Number)).toEqual([0, expect.closeTo(0, 12), 10, 2, 0]);
});

test('export as TypeScript does not overwrite', async () => {
  const folder = await files(document);
  expect((await cli(folder, 'scene', 'export', 'scene.json', '--to', 'ts')).exitCode).toBe(0);
  const text = await readFile(join(folder, 'scenes/scene.ts'), 'utf8');
  expect(text).toContain('const bob = world.addParticle({ name: "bob", mass: 2, position: [2, 0] });');
  expect(text).toContain('b: bob, length: 2 }, { name: "rod" }');
  const again = await cli(folder, 'scene', 'export', 'scene.json', '--to', 'ts');
  expect(again).toMatchObject({ exitCode: 1, stderr: expect.stringContaining('is there already') as string });
});

test('the schema can be printed', async () => {
  const { stdout } = await cli(await project({}), 'scene', 'schema');
  expect(JSON.parse(stdout)).toMatchObject({ type: 'object' });
  expect(pendulum.format).toBe('holonomic-scene/1');
});

test('parts are exported in true size, and go with their options alone', async () => {
  const folder = await project({ 'four-bar.json': await readFile(join(import.meta.dirname, '../../scenes/four-bar.json'), 'utf8') }); // prettier-ignore
  const stl = await cli(folder, 'scene', 'export', 'four-bar.json', '--to', 'stl', '--out', 'parts', '--hole', '3', '--width', '10'); // prettier-ignore
  expect(stl).toMatchObject({ exitCode: 0, stderr: '' });
  const written = [...stl.stdout.matchAll(/written {3}(parts\/\S+\.stl)/g)].map(([, path]) => path!);
  expect(written.length).toBeGreaterThan(2);
  for (const path of written) expect((await readFile(join(folder, path))).length).toBeGreaterThan(84);
  expect((await cli(folder, 'scene', 'export', 'four-bar.json', '--to', 'dxf')).stdout).toContain('POLYLINE');
  expect((await cli(folder, 'scene', 'export', 'four-bar.json', '--to', 'svg', '--parts')).stdout).toMatch(/width="[\d.]+mm"/); // prettier-ignore
  for (const wrong of [
    ['--to', 'csv', '--hole', '3'],
    ['--to', 'dxf', '--parts'],
    ['--to', 'dxf', '--hole', '-1'],
  ]) {
    expect((await cli(folder, 'scene', 'export', 'four-bar.json', ...wrong)).exitCode).toBe(2);
  }
});

test('a program that reads the first line alone ends the command quietly', async () => {
  const command = 'node --import tsx src/cli/main.ts scene schema';
  const { stdout, stderr } = await promisify(execFile)('sh', ['-c', `${command} | head -n 1`]);
  expect({ stdout, stderr }).toEqual({ stdout: '{\n', stderr: '' });
});
