import { execFileSync } from 'node:child_process';
import { readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { build } from 'esbuild';
import { publint } from 'publint';
import { formatMessage } from 'publint/utils';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { installTarball, tarball, temporaryFolder } from '../support/tarball.js';

const ROOT = join(import.meta.dirname, '../..');
/**
 * Bytes of a world with one constraint, gzipped, after tree shaking: the least that a page has to
 * load. It includes all solvers that `automatic()` picks from, rigid bodies, projection and
 * assembly, whether they are used or not.
 */
const SIZE = 94_102;
/** Bytes of all that a page needs to derive, compile, prove and simulate, gzipped. */
const TOOLKIT_SIZE = 372_438;
/** Growth at which the test fails, so that somebody looks. */
const GROWTH = 1.05;

interface Description {
  readonly exports: Readonly<Record<string, string | { readonly types: string; readonly default: string }>>;
}

const run = (cwd: string, command: string, ...args: readonly string[]): string =>
  execFileSync(command, args, { cwd, encoding: 'utf8', stdio: ['ignore', 'pipe', 'pipe'] });

let folder: string;
let packed: string;
let installed: string;
beforeAll(async () => {
  folder = await temporaryFolder();
  packed = await tarball();
  installed = await installTarball(folder);
  await writeFile(join(folder, 'package.json'), '{ "type": "module" }');
}, 300_000);
afterAll(() => rm(folder, { recursive: true, force: true }));

const entriesOf = async (): Promise<string[]> => {
  const { exports } = JSON.parse(await readFile(join(installed, 'package.json'), 'utf8')) as Description;
  return Object.keys(exports).filter((name) => !name.endsWith('.json'));
};

test('publint and attw find nothing', async () => {
  const { messages, pkg } = await publint({ pkgDir: installed, strict: true, pack: false });
  // "browser" names one file in place of another, which the sources, too, import by its path.
  const found = messages.filter(({ code }) => code !== 'USE_EXPORTS_OR_IMPORTS_BROWSER');
  expect(found.map((message) => formatMessage(message, pkg))).toEqual([]);
  // It exits with 1 for any problem, which throws here.
  const table = run(ROOT, 'npx', 'attw', packed, '--profile', 'esm-only', '--no-emoji', '--no-color');
  for (const name of await entriesOf())
    expect(table.replace(/ +/g, ' ')).toContain(`"holonomic${name.slice(1)}" │ OK (ESM) │ OK │`);
});

test('every entry point is there, in Node', async () => {
  const entries = await entriesOf();
  expect(entries).toEqual(['.', './runtime', './toolkit', './library', './scene', './vite', './unplugin', './vitest']);
  // The helper for vitest runs inside vitest only.
  const names = entries.filter((name) => name !== './vitest').map((name) => `holonomic${name.slice(1)}`);
  const script = `for (const name of ${JSON.stringify(names)}) console.log(name, Object.keys(await import(name)).length > 0);`;
  expect(run(folder, process.execPath, '--input-type=module', '-e', script).trim().split('\n')).toEqual(
    names.map((name) => `${name} true`),
  );
});

test('the command line runs from the package', () => {
  const program = join(installed, 'dist/src/cli/main.js');
  expect(run(folder, process.execPath, program, 'init', '--yes')).toContain('generated: 1 class from 1 spec file.');
  expect(run(folder, process.execPath, program, 'generate', '--check')).toContain('up to date');
  expect(run(folder, process.execPath, program, 'simulate', 'scenes/bead.ts', '--until', '0.1')).toContain(
    'largest |C|',
  );
});

describe('in a browser', () => {
  const bundle = async (code: string): Promise<string> => {
    const { outputFiles } = await build({
      stdin: { contents: code, resolveDir: folder, loader: 'ts' },
      bundle: true,
      write: false,
      minify: true,
      format: 'esm',
      platform: 'browser',
      logLevel: 'silent',
    });
    return outputFiles[0]!.text;
  };

  test.each(['holonomic', 'holonomic/runtime', 'holonomic/library', 'holonomic/toolkit', 'holonomic/scene'])(
    '%s needs nothing of Node',
    async (name) => {
      const code = await bundle(`export * from '${name}';`);
      expect(code).not.toMatch(/from ?"node:|require\("(node:|fs|path)/);
    },
  );

  test('the toolkit compiles there', async () => {
    const code = await bundle(`
      import { compile } from 'holonomic/toolkit';
      const spec = { summary: 'A circle.', space: 2, inputs: { p: 'point' }, C: 'norm(p) == 1' } as const;
      console.log(Object.keys(compile('Circle', spec)).length);
    `);
    const path = join(folder, 'browser.mjs');
    await writeFile(path, code);
    expect(run(folder, process.execPath, path)).toBe('1\n');
  });

  test('the toolkit with runtime and library is bounded', async () => {
    const code = await bundle(`
      export { derive, compile, verify } from 'holonomic/toolkit';
      export * from 'holonomic/runtime';
      export * from 'holonomic/library';
    `);
    const size = gzipSync(code, { level: 9 }).length;
    // eslint-disable-next-line no-console -- the figure is the point of the test
    console.log(`derive, compile, verify, runtime, library: ${(size / 1024).toFixed(1)} kB (${size} bytes) gzipped`);
    // Equations are typeset where they are asked for; nothing of this writes files.
    for (const unused of ['renderToString', 'ts-morph', 'prettier']) expect(code.includes(unused), unused).toBe(false);
    expect(size).toBeLessThanOrEqual(GROWTH * TOOLKIT_SIZE);
  });

  test('a world with one constraint is bounded, and simulates', async () => {
    const code = await bundle(`
      import { World, gravity } from 'holonomic/runtime';
      import { Distance2D } from 'holonomic/library';
      const world = new World({ space: 2, forces: [gravity([0, -9.81])] });
      const bob = world.addParticle({ mass: 1, position: [1, 0] });
      const rod = world.add(new Distance2D({ a: world.ground.point([0, 0]), b: bob, length: 1 }));
      export { bob, rod, world };
    `);
    const size = gzipSync(code, { level: 9 }).length;
    // eslint-disable-next-line no-console -- the figure is the point of the test
    console.log(
      `a World with one constraint: ${(code.length / 1024).toFixed(1)} kB, ${(size / 1024).toFixed(1)} kB (${size} bytes) gzipped`,
    );
    // Unused parts of the library, and unused solvers and integrators, are left out.
    for (const unused of ['Torus', 'gaussSeidel', 'E_STEP_UNDERFLOW'])
      expect(code.includes(unused), unused).toBe(false);
    expect(size).toBeLessThanOrEqual(GROWTH * SIZE);

    const path = join(folder, 'pendulum.mjs');
    await writeFile(path, code);
    const script = `
      import { bob, rod, world } from './pendulum.mjs';
      world.run({ until: 5 });
      const { position, velocity } = world.residual();
      const [height, pull] = [bob.position[1], Math.hypot(...rod.forceOn('a'))];
      console.log(JSON.stringify({ position, velocity, height, pull, total: world.energy().total }));
    `;
    const end = JSON.parse(run(folder, process.execPath, '--input-type=module', '-e', script)) as Record<
      string,
      number
    >;
    expect(end['position']).toBeLessThan(1e-6);
    expect(end['velocity']).toBeLessThan(1e-4);
    expect(Math.abs(end['total']!)).toBeLessThan(1e-3);
    // By conservation of energy, the tension of a pendulum released from horizontal is 3 m g cos θ.
    expect(end['pull']).toBeCloseTo(3 * 9.81 * -end['height']!, 1);
  });
});
