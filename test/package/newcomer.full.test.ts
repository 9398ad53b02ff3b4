/**
 * What somebody does in the first hours, from the tarballs, with packages as npm installs them. The
 * tutorial is followed to the letter in `test/docs/transcript.full.test.ts`.
 */
import { mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { preview } from 'vite';
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest';
import { complaintsOf, launchBrowser, missingBrowser } from '../support/browser.js';
import { run, tarballs, temporaryFolder } from '../support/tarball.js';

const TOOLS = [
  'typescript@6.0.3',
  'tsx@4.23.15',
  'vitest@4.1.12',
  'jest@30.5.2',
  'three@0.187.0',
  '@types/node@20.19.43',
];

const SPECS = `
import { defineConstraint } from 'holonomic';

export const Pin = defineConstraint({
  summary: 'Joins two points.',
  space: [2, 3],
  inputs: { a: 'point', b: 'point' },
  C: 'a - b == 0',
});

export const Track = defineConstraint({
  summary: 'Keeps a point on a track of hills.',
  space: 2,
  inputs: { p: 'point' },
  params: { height: { unit: 'm' }, width: { unit: 'm', min: 0.1 } },
  C: 'p.y == height * cos(p.x / width) * exp(-(p.x / width)^2 / 20)',
});

export const Cam = defineConstraint({
  summary: 'Lifts a follower by a turning cam.',
  space: 2,
  inputs: { lift: { kind: 'scalar', unit: 'm' }, theta: 'scalar' },
  params: { base: { unit: 'm' }, rise: { unit: 'm' } },
  C: 'lift == base + rise * (1 - cos(theta)) / 2',
});

export const RopeOverPeg = defineConstraint({
  summary: 'A rope from a to b over a peg, which may go slack.',
  space: [2, 3],
  inputs: { a: 'point', b: 'point', peg: 'point' },
  params: { length: { unit: 'm', min: 0 } },
  C: 'norm(a - peg) + norm(b - peg) <= length',
});

export const EqualSides = defineConstraint({
  summary: 'Keeps a point equally far from two others.',
  space: [2, 3],
  inputs: { p: 'point', a: 'point', b: 'point' },
  C: 'norm(p - a) == norm(p - b)',
});
`;

/** A world with all five, in a module that programs, workers and tests share. */
const MACHINE = `
import { gravity, velocityStep, World } from 'holonomic/runtime';
import { Cam, EqualSides2D, Pin2D, RopeOverPeg2D, Track } from '../generated/index.js';

export function machine() {
  const world = new World({ space: 2, forces: [gravity([0, -9.81])], integrator: velocityStep() });
  const { ground } = world;
  const bar = world.addBody({ mass: 2, inertia: 0.2, position: [0.5, 0] });
  world.add(new Pin2D({ a: bar.point([-0.5, 0]), b: ground.point([0, 0]) }));
  const cart = world.addParticle({ mass: 1, position: [3, 1 * Math.cos(3) * Math.exp(-9 / 20)] });
  world.add(new Track({ p: cart, height: 1, width: 1 }));
  const follower = world.addParticle({ mass: 1, position: [0, 0.5] });
  world.add(new Cam({ lift: follower.y, theta: ground.scalar(0), base: 0.5, rise: 0.2 }));
  const weights = [-1, 1].map((x) => world.addParticle({ mass: 1 + 0.1 * x, position: [x, -1] }));
  const [left, right] = weights as [typeof cart, typeof cart];
  world.add(new RopeOverPeg2D({ a: left, b: right, peg: ground.point([0, 1]), length: 4.6 }));
  world.add(new EqualSides2D({ p: cart, a: ground.point([0, 10]), b: ground.point([6, 10]) }));
  return { world, bar, cart, left, right };
}
`;

const FILES: Readonly<Record<string, string>> = {
  'constraints-spec/mine.ts': SPECS,
  'src/machine.ts': MACHINE,
  'src/program.ts': `
    import { machine } from './machine.js';
    const { world } = machine();
    world.run({ until: 2 });
    console.log(JSON.stringify({ residual: world.residual(), warnings: world.warnings.map(({ code }) => code) }));
  `,
  'src/worker.ts': `
    import { parentPort } from 'node:worker_threads';
    import { machine } from './machine.js';
    const { world, bar } = machine();
    parentPort!.on('message', (seconds: number) => {
      world.run({ until: world.time + seconds });
      parentPort!.postMessage({ time: world.time, position: bar.position.slice() });
      parentPort!.close();
    });
  `,
  'src/page.ts': `
    import { Worker } from 'node:worker_threads';
    const worker = new Worker(new URL('./worker.js', import.meta.url));
    worker.on('message', (answer) => console.log(JSON.stringify(answer)));
    worker.postMessage(1);
  `,
  'src/three.mjs': `
    import { Group, Mesh, Vector3 } from 'three';
    import { Coincident3D } from 'holonomic/library';
    import { gravity, World } from 'holonomic/runtime';
    const world = new World({ space: 3, forces: [gravity([0, 0, -9.81])] });
    const bar = world.addBody({ mass: 1, inertia: [0.01, 0.1, 0.1], position: [0.5, 0, 0] });
    world.add(new Coincident3D({ a: bar.point([-0.5, 0, 0]), b: world.ground.point([0, 0, 0]) }));
    const upright = new Group();
    upright.rotation.x = -Math.PI / 2;
    const mesh = new Mesh();
    upright.add(mesh);
    world.run({ until: 0.3 });
    const [w, x, y, z] = bar.orientation;
    mesh.position.fromArray(bar.position);
    mesh.quaternion.set(x, y, z, w);
    upright.updateMatrixWorld();
    const pin = mesh.localToWorld(new Vector3(-0.5, 0, 0));
    const tip = mesh.localToWorld(new Vector3(0.5, 0, 0));
    console.log(JSON.stringify({ pin: pin.length(), tip: tip.length(), fallen: -tip.y }));
  `,
  'test/mine.test.ts': `
    import { describeConstraints } from 'holonomic/vitest';
    import * as classes from '../generated/index.js';
    describeConstraints(classes);
  `,
  'jest/mine.test.mjs': `
    import { verify } from 'holonomic/toolkit';
    import * as classes from '../dist/generated/index.js';
    const mine = Object.entries(classes).filter(([, value]) => 'type' in value);
    test.each(mine)('%s is proven', (_, Class) => { expect(verify(Class, { samples: 20 }).pass).toBe(true); });
  `,
  'jest.config.json': '{ "testMatch": ["**/jest/*.test.mjs"], "transform": {} }',
  'vitest.config.js': 'export default { test: { include: ["test/**/*.test.ts"] } };',
};

let folder: string;
beforeAll(async () => {
  folder = await temporaryFolder();
  const packed = Object.values(await tarballs());
  await writeFile(join(folder, 'package.json'), '{ "name": "mine", "version": "1.0.0", "type": "module" }');
  await run(folder, 'npm', 'install', '--prefer-offline', '--no-audit', '--no-fund', ...packed, ...TOOLS);
  await writeFile(
    join(folder, 'tsconfig.json'),
    JSON.stringify({
      compilerOptions: {
        strict: true,
        noUncheckedIndexedAccess: true,
        target: 'es2022',
        module: 'nodenext',
        outDir: 'dist',
        rootDir: '.',
        types: ['node'],
      },
      include: ['src/*.ts', 'generated', 'constraints-spec'],
    }),
  );
  for (const [path, text] of Object.entries(FILES)) {
    await mkdir(dirname(join(folder, path)), { recursive: true });
    await writeFile(join(folder, path), text);
  }
}, 600_000);
afterAll(() => rm(folder, { recursive: true, force: true }));

test("five constraints of one's own are generated and proven", async () => {
  expect(await run(folder, 'npx', 'holonomic', 'generate')).toContain('generated: 8 classes from 1 spec file.');
  expect(await run(folder, 'npx', 'holonomic', 'verify', '--samples', '30')).toContain('8 classes proven.');
  expect(await run(folder, 'npx', 'holonomic', 'explain', 'Pin2D')).toContain('a - b == 0');
});

test('they hold in a program', async () => {
  const { residual, warnings } = JSON.parse(await run(folder, 'npx', 'tsx', 'src/program.ts')) as {
    residual: { position: number };
    warnings: readonly string[];
  };
  // A step of first order leaves its error of 1/240 s.
  expect(residual.position).toBeLessThan(2e-3);
  expect(warnings).toEqual([]);
});

test('they move in a worker', async () => {
  expect(await run(folder, 'npx', 'tsc', '-p', '.')).toBe('');
  const { time, position } = JSON.parse(await run(folder, process.execPath, 'dist/src/page.js')) as {
    time: number;
    position: Readonly<Record<string, number>>;
  };
  expect(time).toBeCloseTo(1, 12);
  // The middle of a bar of 1 m that hangs by its end.
  expect(Math.hypot(position['0']!, position['1']!)).toBeCloseTo(0.5, 4);
});

test('three.js shows a body where the world has it', async () => {
  const { pin, tip, fallen } = JSON.parse(await run(folder, process.execPath, 'src/three.mjs')) as Record<
    string,
    number
  >;
  expect(pin).toBeLessThan(1e-6);
  expect(tip).toBeCloseTo(1, 6);
  expect(fallen).toBeGreaterThan(0.3);
});

test('Vitest proves them', async () => {
  expect(await run(folder, 'npx', 'vitest', 'run', '--reporter=json')).toContain('"numFailedTests":0');
});

test('Jest proves them', async () => {
  const jest = join(folder, 'node_modules/jest/bin/jest.js');
  const printed = await run(
    folder,
    process.execPath,
    '--experimental-vm-modules',
    jest,
    '-c',
    'jest.config.json',
    '--json',
  );
  expect(JSON.parse(printed)).toMatchObject({ success: true, numPassedTests: 8 });
});

test.skipIf(missingBrowser !== undefined)("React's template shows a mechanism", { timeout: 400_000 }, async () => {
  const app = join(folder, 'app');
  await run(folder, 'npm', 'create', '--yes', 'vite@9.3.0', 'app', '--', '--template', 'react-ts', '--no-interactive');
  const packed = Object.values(await tarballs());
  await run(app, 'npm', 'install', '--prefer-offline', '--no-audit', '--no-fund', ...packed);
  const said = await run(app, 'npx', 'holonomic', 'init', '--yes', '--vite');
  expect(await readFile(join(app, 'vite.config.ts'), 'utf8')).toContain('plugins: [holonomic(), react()]');

  // The lines that the command prints are a component.
  const lines = said.split('\n');
  const start = lines.indexOf('Add to a component:') + 1;
  const component = lines.slice(start, lines.indexOf('', start)).map((line) => line.trimStart());
  await writeFile(join(app, 'src/BeadOnWave.tsx'), `${component.join('\n')}\n`);
  await writeFile(
    join(app, 'src/App.tsx'),
    "import { BeadOnWave } from './BeadOnWave'\n\nexport default function App() {\n  return <BeadOnWave />\n}\n",
  );
  expect(await run(app, 'npm', 'run', 'lint')).toContain('Found 0 warnings and 0 errors.');
  expect(await run(app, 'npm', 'run', 'build')).toContain('built in');

  const server = await preview({ root: app, logLevel: 'silent', preview: { host: '127.0.0.1', port: 0 } });
  onTestFinished(() => server.close());
  const browser = await launchBrowser();
  onTestFinished(() => browser.close());
  const page = await browser.newPage();
  const complaints = complaintsOf(page);
  await page.goto(server.resolvedUrls!.local[0]!);
  const picture = (): Promise<string> => page.evaluate<string>("document.querySelector('canvas')?.toDataURL() ?? ''");
  await expect.poll(async () => (await picture()).length, { timeout: 20_000 }).toBeGreaterThan(2000);
  const first = await picture();
  await expect.poll(picture, { timeout: 20_000 }).not.toBe(first);
  expect(complaints).toEqual([]);
});
