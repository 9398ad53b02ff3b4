import { readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { validateBytes } from 'gltf-validator';
import { expect, test } from 'vitest';
import { readGIF } from '../support/gif.js';
import { inFull } from '../support/scope.js';
import { cli, project, rodSpec, STACK } from './support.js';

const pendulum = `
import { gravity, World } from 'holonomic/runtime';
import { Rod } from './generated/index.js';

export default {
  title: 'Pendulum <&>',
  until: 0.5,
  build() {
    const world = new World({ space: 2, forces: [gravity([0, -9.81])] });
    const bob = world.addParticle({ mass: 1, position: [1, 0] });
    world.add(new Rod({ a: world.ground.point([0, 0]), b: bob, length: 1 }));
    return { world, traces: [{ label: 'bob', point: bob }] };
  },
};
`;

const fall = {
  format: 'holonomic-scene/1',
  title: 'Fall',
  space: 2,
  bodies: { stone: { kind: 'particle', mass: 1, position: [0, 0] } },
  forces: [{ type: 'gravity', g: [0, -9.81] }],
  settings: { until: 0.5 },
};

async function pendulumProject(scene = pendulum): Promise<string> {
  const folder = await project({ 'constraints-spec/rod.ts': rodSpec('norm(a - b) == length', '2'), 'scene.ts': scene });
  await cli(folder, 'generate');
  return folder;
}

test('simulate reports and draws', async () => {
  const folder = await pendulumProject();
  const { exitCode, stdout, stderr } = await cli(folder, 'simulate', 'scene.ts', '--svg', 'pictures/pendulum.svg');
  expect({ exitCode, stderr }).toEqual({ exitCode: 0, stderr: '' });
  expect(stdout).toContain('0.5 s in 120 steps of 4.167 ms');
  for (const fact of ['largest |C|', 'energy drift', 'solver', 'time per step', 'pictures/pendulum.svg']) {
    expect(stdout).toContain(fact);
  }
  const svg = await readFile(join(folder, 'pictures/pendulum.svg'), 'utf8');
  expect(svg).toContain('Pendulum &#60;&#38;&#62;');
});

test('simulate compares no drift with the rounding of what is at rest', async () => {
  const bar = { kind: 'rigid', mass: 2, inertia: 0.06, position: [0.3, 0], points: { hub: [-0.3, 0] } };
  const constraints = {
    pin: { type: 'Coincident', on: { a: 'bar.hub', b: { ground: [0, 0] } } },
    stop: { type: 'AngleLimit', on: { theta: 'bar.angle', base: { scalar: 0 } }, params: { low: 0, high: 0.2 } },
  };
  const settings = { integrator: 'velocityStep', until: 0.5 };
  const scene = { ...fall, bodies: { bar }, constraints, settings };
  const folder = await project({ 'rest.json': JSON.stringify(scene) });
  const { stdout } = await cli(folder, 'simulate', 'rest.json', '--no-svg');
  expect(stdout).toMatch(/energy drift {4}\S+ J \(largest \|E\(t\) − E\(0\)\|; the largest kinetic energy is \S+ J\)/);
});

test('without being asked it draws, named after the scene, unless it must not', async () => {
  const folder = await pendulumProject();
  const { stdout } = await cli(folder, 'simulate', 'scene.ts');
  expect(stdout).toContain('  picture         out/scene.svg\n');
  expect(await readFile(join(folder, 'out/scene.svg'), 'utf8')).toContain('<svg');
  const none = await cli(await pendulumProject(), 'simulate', 'scene.ts', '--no-svg', '--json');
  expect(JSON.parse(none.stdout)).not.toHaveProperty('picture');
});

test('--csv writes what happens, a row per step or per interval', async () => {
  const folder = await pendulumProject();
  const { exitCode, stdout } = await cli(folder, 'simulate', 'scene.ts', '--csv', 'out/pendulum.csv');
  expect(exitCode).toBe(0);
  expect(stdout).toContain('  table           out/pendulum.csv\n');
  const table = async (): Promise<number[][]> => {
    const [header, ...rows] = (await readFile(join(folder, 'out/pendulum.csv'), 'utf8')).trimEnd().split('\n');
    expect(header).toBe(
      'time,bob.x,bob.y,bob.vx,bob.vy,Rod #1.C,Rod #1.lambda,energy.kinetic,energy.potential,energy.total',
    );
    return rows.map((row) => row.split(',').map(Number));
  };
  const steps = await table();
  expect(steps).toHaveLength(121);
  // A quarter swing from the horizontal: λ = −(m v²/l + m g cos), and v² = 2 g cos at depth cos = −y.
  for (const [, x, y, , , , lambda] of steps) {
    expect(Math.hypot(x!, y!)).toBeCloseTo(1, 5);
    expect(lambda).toBeCloseTo(3 * 9.81 * y!, 2);
  }
  await cli(folder, 'simulate', 'scene.ts', '--csv', 'out/pendulum.csv', '--every', '0.125');
  const rows = await table();
  expect(rows).toHaveLength(5);
  rows.forEach(([time], row) => {
    expect(time).toBeCloseTo(0.125 * row, 12);
  });
  expect((await cli(folder, 'simulate', 'scene.ts', '--every', '1')).exitCode).toBe(2);
});

inFull('--glb and --gif write the motion, of a module and of JSON', async () => {
  const folder = await pendulumProject();
  await writeFile(join(folder, 'fall.json'), JSON.stringify(fall));
  for (const scene of ['scene.ts', 'fall.json']) {
    const { exitCode, stdout } = await cli(
      folder,
      'simulate',
      scene,
      '--no-svg',
      '--glb',
      'out/film.glb',
      '--gif',
      'out/film.gif',
      '--reactions',
      'out/forces.csv',
      '--every',
      '0.1',
    );
    expect(exitCode).toBe(0);
    expect(stdout).toContain('  film            out/film.glb\n');
    const { issues } = await validateBytes(await readFile(join(folder, 'out/film.glb')));
    expect({ ...issues, messages: [] }).toMatchObject({ numErrors: 0, numWarnings: 0 });
    expect(readGIF(await readFile(join(folder, 'out/film.gif'))).frames).toHaveLength(13);
    const lines = (await readFile(join(folder, 'out/forces.csv'), 'utf8')).trimEnd().split('\n');
    expect([lines[0], lines.length]).toEqual([scene === 'scene.ts' ? 'time,Rod #1.tension' : 'time', 7]);
    await rm(join(folder, 'out'), { recursive: true });
  }
});

test('a module may be a scene itself', async () => {
  const scene = `import { World } from 'holonomic/runtime';
export const title = 'Fall', until = 0.5;
export const build = () => ({ world: new World({ space: 2 }) });
`;
  const folder = await project({ 'scene.ts': scene });
  const { exitCode, stdout } = await cli(folder, 'simulate', 'scene.ts');
  expect({ exitCode, stdout }).toMatchObject({
    exitCode: 0,
    stdout: expect.stringContaining('0.5 s in 120 steps') as string,
  });
});

test('a world that begins at another time than 0 runs to the time `until`, and not for as long', async () => {
  const begun = pendulum.replace('space: 2,', 'space: 2, time: 0.25,');
  const folder = await pendulumProject(begun);
  const { stdout } = await cli(folder, 'simulate', 'scene.ts', '--no-svg', '--json');
  const summary = JSON.parse(stdout) as { time: number };
  expect(summary).toMatchObject({ steps: 60, dt: 0.25 / 60 });
  expect(summary.time).toBeCloseTo(0.5, 12);
  const late = await cli(folder, 'simulate', 'scene.ts', '--no-svg', '--until', '0.2');
  expect(late.exitCode).toBe(1);
  expect(late.stderr).toContain('The run ends at 0.2 s, and the world begins at 0.25 s.');
});

test('--until and --dt come before what the scene says', async () => {
  const folder = await pendulumProject();
  const { stdout } = await cli(folder, 'simulate', 'scene.ts', '--json', '--until', '1', '--dt', '0.01');
  const summary = JSON.parse(stdout) as { largestC: { value: number }; energy: { drift: number; scale: number } };
  expect(summary).toMatchObject({ ok: true, steps: 100, dt: 0.01, degreesOfFreedom: 1, energy: { work: null } });
  expect(summary.largestC.value).toBeLessThan(1e-5);
  expect(summary.energy.drift).toBeLessThan(1e-4);
  // A quarter swing from the horizontal turns m g l into kinetic energy.
  expect(summary.energy.scale).toBeCloseTo(9.81, 1);
});

test.each([
  ['no scene', 'nowhere.ts', '', 'There is no scene "nowhere.ts".'],
  ['no default export', 'scene.ts', 'export const a = 1;', 'scene.ts exports no scene.'],
  ['a scene that cannot be loaded', 'scene.ts', "import './nothing.js';", 'scene.ts cannot be loaded'],
  [
    'a scene that cannot be built',
    'scene.ts',
    pendulum.replace('mass: 1', 'mass: -1'),
    'Mass of particle #1 must be positive',
  ],
])('%s is the user’s to fix', async (_, path, scene, message) => {
  const folder = await pendulumProject(scene);
  const { exitCode, stdout, stderr } = await cli(folder, 'simulate', path);
  expect({ exitCode, stdout }).toEqual({ exitCode: 1, stdout: '' });
  expect(stderr).toContain(message);
  expect(stderr).not.toMatch(STACK);
});

test.each([
  [
    'nothing',
    'return { world',
    'void { world',
    /^E_SCENE {2}build\(\) {2}\(scene\.ts\)\n {2}"build\(\)" must be \{ world, traces\?, drivers\?, picture\? \}, not undefined\.\n$/,
  ],
  [
    'the world itself',
    /return .*;/,
    'return world;',
    /build\(\)\.world {2}\(scene\.ts\)\n.* is missing\.\n {2}hint: write \{ world, /,
  ],
  [
    'a misspelt field',
    'return { world',
    'return { wrld: world',
    /build\(\)\.wrld.*\n.*\n {2}hint: did you mean "world"\?\n$/,
  ],
  [
    'a list in place of a point',
    'point: bob',
    'point: [0, 0]',
    /"build\(\)\.traces\[0\]\.point" must be a point, such as .*, not a list of 2\.\n$/,
  ],
  ['traces by name', /traces: .*\]/, 'traces: { bob }', /"build\(\)\.traces" must be a list, not an object\.\n$/],
  [
    'a constraint in place of a driver',
    /traces: .*\]/,
    'drivers: [...world.constraints]',
    /"build\(\)\.drivers\[0\]\.constraint" is missing\.\n {2}hint: write \{ constraint, input \}/,
  ],
  [
    'a picture without a place',
    /traces: .*\]/,
    'picture: { frame: [0, 1], force: true }',
    /picture\.force.*\n.*\n {2}hint: did you mean "forces"\?\n\n.*\n {2}"build\(\)\.picture\.frame" must be \[left/,
  ],
  [
    'a misspelt title',
    'title:',
    'titel:',
    /^E_SCENE {2}titel {2}\(scene\.ts\)\n.*\n {2}hint: did you mean "title"\?\n$/,
  ],
  ['a time that is no number', 'until: 0.5', "until: '1'", /"until" must be a positive number, not "1"\.\n$/],
])('a module with %s is told the field, and what to write', async (_, part, other, message) => {
  const folder = await pendulumProject(pendulum.replace(part, other));
  const { exitCode, stderr } = await cli(folder, 'simulate', 'scene.ts', '--no-svg');
  expect(stderr).toMatch(message);
  expect(exitCode).toBe(1);
});

test('a scene that throws an error of its own is reported without a stack, and with one for --debug', async () => {
  const folder = await pendulumProject(pendulum.replace('const bob', 'null.x; const bob'));
  const { exitCode, stderr } = await cli(folder, 'simulate', 'scene.ts');
  expect(exitCode).toBe(1);
  expect(stderr).not.toMatch(STACK);
  expect((await cli(folder, 'simulate', 'scene.ts', '--debug')).stderr).toMatch(STACK);
});

test('a scene whose classes are not generated yet is told how to get them', async () => {
  const folder = await project({ 'constraints-spec/rod.ts': rodSpec(), 'scene.ts': pendulum });
  const { exitCode, stderr } = await cli(folder, 'simulate', 'scene.ts');
  expect(exitCode).toBe(1);
  expect(stderr).toContain('hint: Run "holonomic generate".');
});

test('a class whose spec has changed since is named, and no other', async () => {
  const folder = await pendulumProject();
  const warnings = async (): Promise<unknown> =>
    (JSON.parse((await cli(folder, 'simulate', 'scene.ts', '--no-svg', '--json')).stdout) as { warnings: unknown })
      .warnings;
  const spec = join(folder, 'constraints-spec/rod.ts');
  await writeFile(spec, `// Only a comment.\n${rodSpec('norm(a - b) == length', '2')}`);
  expect(await warnings()).toEqual([]);
  await writeFile(spec, rodSpec('norm(a - b) == 2 * length', '2'));
  expect(await warnings()).toEqual(['Generated from an older spec: Rod. Run "holonomic generate".']);
  await rm(spec);
  expect(await warnings()).toEqual([]);
});

test('--debug shows where in a configuration an error arose', async () => {
  const folder = await project({
    'holonomic.config.ts': "export function fail() { throw new Error('no luck'); }\nfail();\n",
  });
  const { stderr } = await cli(folder, 'generate', '--debug');
  expect(stderr).toContain('no luck');
  expect(stderr).toMatch(/at fail .*holonomic\.config\.ts/);
});
