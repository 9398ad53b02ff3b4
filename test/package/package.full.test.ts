import { execFileSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { mkdir, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { build } from 'esbuild';
import { publint } from 'publint';
import { formatMessage } from 'publint/utils';
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import {
  installTarball,
  PACKAGES,
  tarballs,
  temporaryFolder,
  type PackageName,
  type Tarballs,
} from '../support/tarball.js';

const ROOT = join(import.meta.dirname, '../..');
/**
 * Bytes of a world with one constraint, gzipped, after tree shaking: the least that a page has to
 * load. It includes all solvers that `automatic()` picks from, rigid bodies, projection and
 * assembly, whether they are used or not.
 */
const SIZE = 116_900;
/** Bytes of all that a page needs to derive, compile, prove and simulate, gzipped. */
const TOOLKIT_SIZE = 537_620;
/** Growth at which the test fails, so that somebody looks. */
const GROWTH = 1.05;

interface Description {
  readonly version: string;
  readonly dependencies?: Readonly<Record<string, string>>;
  readonly peerDependencies?: Readonly<Record<string, string>>;
  readonly exports: Readonly<Record<string, string | { readonly types: string; readonly default: string }>>;
}

const run = (cwd: string, command: string, ...args: readonly string[]): string =>
  execFileSync(command, args, { cwd, encoding: 'utf8', stdio: ['ignore', 'pipe', 'pipe'] });

let folder: string;
let packed: Tarballs;
let installed: string;
beforeAll(async () => {
  folder = await temporaryFolder();
  packed = await tarballs();
  installed = await installTarball(folder);
  await writeFile(join(folder, 'package.json'), '{ "type": "module" }');
}, 600_000);
afterAll(() => rm(folder, { recursive: true, force: true }));

const folderOf = (name: PackageName): string => join(folder, 'node_modules', name);

const descriptionOf = async (name: PackageName): Promise<Description> =>
  JSON.parse(await readFile(join(folderOf(name), 'package.json'), 'utf8')) as Description;

/** Lists the entry points that have code, and are not patterns. */
const entriesOf = async (name: PackageName): Promise<string[]> =>
  Object.keys((await descriptionOf(name)).exports).filter((entry) => !/\.json$|\*/.test(entry));

/** Lists the files of a folder, below it and relative to it. */
const filesIn = async (path: string): Promise<string[]> =>
  (await readdir(path, { recursive: true, withFileTypes: true }))
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name).slice(path.length + 1));

test.each(PACKAGES)(
  'publint and attw find nothing in %s',
  async (name) => {
    const { messages, pkg } = await publint({ pkgDir: folderOf(name), strict: true, pack: false });
    expect(messages.map((message) => formatMessage(message, pkg))).toEqual([]);
    // It exits with 1 for any problem, which throws here.
    const options = ['--profile', 'esm-only', '--format', 'table', '--no-emoji', '--no-color'];
    const table = run(ROOT, 'npx', 'attw', packed[name], ...options);
    for (const entry of await entriesOf(name))
      expect(table.replace(/ +/g, ' ')).toContain(`"${name}${entry.slice(1)}"`);
  },
  300_000,
);

test('the two packages have one version, and the runtime has no dependencies', async () => {
  const [toolkit, runtime] = await Promise.all(PACKAGES.map(descriptionOf));
  expect(toolkit!.dependencies?.['@holonomic/runtime']).toBe(runtime!.version);
  expect(toolkit!.version).toBe(runtime!.version);
  expect(Object.keys(runtime!)).not.toContain('dependencies');
  // There is one copy of each: the toolkit has neither runtime nor library but in the scripts of
  // pages.
  expect((await readdir(join(installed, 'dist'))).sort()).toEqual(['modules', 'page', 'src']);
  expect(await readdir(join(installed, 'dist/page'))).toEqual([
    'holonomic-scene.js',
    'plane-module-scene.js',
    'scene.js',
    'space-module-scene.js',
    'wire-module-scene.js',
  ]);
  const foreign = /from '((?!@holonomic\/|\.)[^']+)'/g;
  const own = folderOf('@holonomic/runtime');
  for (const path of (await filesIn(own)).filter((file) => /\.(?:js|d\.ts)$/.test(file)))
    expect([...(await readFile(join(own, path), 'utf8')).matchAll(foreign)].map(([, module]) => module)).toEqual([]);
});

test.each(PACKAGES)('types that %s exports refer to nothing that it does not depend on', async (name) => {
  const { dependencies, peerDependencies, exports } = await descriptionOf(name);
  const known = [name, ...Object.keys({ ...dependencies, ...peerDependencies })];
  const isKnown = (module: string): boolean =>
    module.startsWith('node:') || known.some((one) => module === one || module.startsWith(`${one}/`));
  const files = Object.values(exports).flatMap((entry) => (typeof entry === 'object' ? [join(entry.types)] : []));
  const reached = new Set(files.filter((file) => !file.includes('*')));
  const strangers: string[] = [];
  for (const file of reached) {
    const text = await readFile(join(folderOf(name), file), 'utf8');
    for (const [, module] of text.matchAll(/\b(?:from|import) ?\(?["']([^"'\n]+)["']/g))
      if (module!.startsWith('.')) reached.add(join(dirname(file), module!.replace(/js$/, 'd.ts')));
      else if (!isKnown(module!)) strangers.push(`${file}: ${module!}`);
  }
  expect(reached.size).toBeGreaterThan(100);
  expect(strangers).toEqual([]);
});

test('the runtime is installed alone, and simulates emitted code', async () => {
  const alone = await temporaryFolder();
  onTestFinished(() => rm(alone, { recursive: true, force: true }));
  await writeFile(join(alone, 'package.json'), '{ "type": "module" }');
  run(alone, 'npm', 'install', '--offline', '--no-audit', '--no-fund', packed['@holonomic/runtime']);
  const listed = JSON.parse(run(alone, 'npm', 'ls', '--all', '--json')) as { dependencies: object };
  expect(Object.keys(listed.dependencies)).toEqual(['@holonomic/runtime']);
  const modules = join(alone, 'node_modules');
  const files = (await filesIn(modules)).filter((path) => !path.startsWith('.'));
  const sizes = await Promise.all(files.map(async (path) => (await stat(join(modules, path))).size));
  const bytes = sizes.reduce((sum, size) => sum + size, 0);
  // eslint-disable-next-line no-console -- the figures are the point of the test
  console.log(
    `npm install @holonomic/runtime: 1 package, ${files.length} files, ${bytes} bytes (tarball ${(await stat(packed['@holonomic/runtime'])).size})`,
  );
  expect(bytes).toBeLessThan(3_690_000);

  // Emitted where the toolkit is, run where it is not.
  const made = join(folder, 'made');
  await mkdir(made);
  await writeFile(join(made, 'package.json'), '{ "type": "module" }');
  const program = join(installed, 'dist/src/cli/main.js');
  run(made, process.execPath, program, 'init', '--yes', '--runtime', '@holonomic/runtime');
  await build({ entryPoints: [join(made, 'generated/wave.ts')], outfile: join(alone, 'wave.js') });
  const script = `
    import { World, gravity } from '@holonomic/runtime';
    import { Distance2D } from '@holonomic/runtime/library';
    import { PointOnWave } from './wave.js';
    const world = new World({ space: 2, forces: [gravity([0, -9.81])] });
    const bead = world.addParticle({ mass: 1, position: [0.25, 0.2] });
    const bob = world.addParticle({ mass: 1, position: [0.55, 0.2] });
    world.add(new PointOnWave({ p: bead, height: 0.2, length: 1 }));
    world.add(new Distance2D({ a: bead, b: bob, length: 0.3 }));
    const before = world.energy().total;
    world.run({ until: 1, dt: 1 / 500 });
    const [x, y] = bead.position;
    const rod = Math.hypot(bob.position[0] - x, bob.position[1] - y);
    console.log(JSON.stringify({ wire: y - 0.2 * Math.sin(2 * Math.PI * x), rod: rod - 0.3, energy: world.energy().total - before, x }));
  `;
  const end = JSON.parse(run(alone, process.execPath, '--input-type=module', '-e', script)) as Record<string, number>;
  expect(Math.abs(end['wire']!)).toBeLessThan(1e-6);
  expect(Math.abs(end['rod']!)).toBeLessThan(1e-6);
  expect(Math.abs(end['energy']!)).toBeLessThan(1e-3);
  expect(Math.abs(end['x']! - 0.25)).toBeGreaterThan(1e-3);

  // Beside the toolkit, both names mean the same modules; so do classes that are compiled in memory.
  const shared = `
    import * as one from 'holonomic/runtime';
    import * as other from '@holonomic/runtime';
    import { compile } from 'holonomic/toolkit';
    const spec = { summary: 'A circle.', space: 2, inputs: { p: 'point' }, C: 'norm(p) == 1' };
    const { Circle } = compile('Circle', spec);
    console.log(one.World === other.World && Object.keys(one).every((name) => one[name] === other[name]));
    console.log(Circle.prototype instanceof other.Constraint);
  `;
  expect(run(folder, process.execPath, '--input-type=module', '-e', shared)).toBe('true\ntrue\n');
}, 300_000);

test('no link of a page in the package ends nowhere', async () => {
  const pages = (await filesIn(installed)).filter((path) => path.endsWith('.md') && !path.startsWith('node_modules'));
  expect(pages).toContain('README.md');
  const dead: string[] = [];
  for (const page of pages) {
    const text = (await readFile(join(installed, page), 'utf8')).replace(/^```[^]*?^```/gm, '');
    for (const [, target = ''] of text.matchAll(/(?:\]\(|(?:src|href)=")([^)"\s]+)[)"]/g)) {
      const [path = ''] = target.split('#');
      if (path === '' || /^[a-z]+:/.test(path)) continue;
      if (!existsSync(join(installed, dirname(page), path))) dead.push(`${page}: ${target}`);
    }
  }
  expect(dead).toEqual([]);
});

test('the types need no types of other tools, and fit those of each bundler', async () => {
  const check = async (name: string, code: string, skipLibCheck: boolean): Promise<string> => {
    const options = {
      noEmit: true,
      strict: true,
      target: 'es2022',
      module: 'nodenext',
      exactOptionalPropertyTypes: true,
    };
    const compilerOptions = { ...options, types: skipLibCheck ? ['node'] : [], skipLibCheck };
    await writeFile(join(folder, `${name}.ts`), code);
    await writeFile(join(folder, `${name}.json`), JSON.stringify({ compilerOptions, files: [`${name}.ts`] }));
    // It exits with 2 for any mistake, which throws here.
    return run(folder, 'npx', 'tsc', '-p', `${name}.json`);
  };
  const names = (await entriesOf('holonomic')).filter((entry) => !['./vite', './vitest'].includes(entry));
  const all = names.map((entry, i) => `export * as part${i} from 'holonomic${entry.slice(1)}';\n`).join('');
  expect(await check('alone', all, false)).toBe('');
  const hosts = `
    import { esbuild, rolldown, rollup, rspack, webpack } from 'holonomic/unplugin';
    export const a: import('webpack').Configuration = { plugins: [webpack({ cwd: '.' })] };
    export const b: import('@rspack/core').Configuration = { plugins: [rspack()] };
    export const c: import('rollup').InputOptions = { plugins: [rollup()] };
    export const d: import('rolldown').InputOptions = { plugins: [rolldown()] };
    export const e: import('esbuild').BuildOptions = { plugins: [esbuild()] };
  `;
  expect(await check('hosts', hosts, true)).toBe('');
}, 300_000);

test('every entry point is there, in Node', async () => {
  const entries = await entriesOf('holonomic');
  expect(entries).toEqual([
    '.',
    './runtime',
    './toolkit',
    './library',
    './scene',
    './analysis',
    './canvas',
    './three',
    './ensemble',
    './ensemble/bullmq',
    './vite',
    './unplugin',
    './vitest',
  ]);
  // The helper for vitest runs inside vitest only.
  const names = entries.filter((name) => name !== './vitest').map((name) => `holonomic${name.slice(1)}`);
  const script = `for (const name of ${JSON.stringify(names)}) console.log(name, Object.keys(await import(name)).length > 0);`;
  expect(run(folder, process.execPath, '--input-type=module', '-e', script).trim().split('\n')).toEqual(
    names.map((name) => `${name} true`),
  );
});

test('what Node loads is in a few files, and each class exists once', async () => {
  const script = `
    import { loadScene } from 'holonomic/scene';
    import { SpecError } from 'holonomic/toolkit';
    const faulty = { format: 'holonomic-scene/1', title: 'A scene', space: 2, bodies: { P: { kind: 'particle', mass: 'm' } } };
    const error = await loadScene(faulty).catch((reason) => reason);
    console.log(error.constructor.name, error instanceof SpecError);
  `;
  expect(run(folder, process.execPath, '--input-type=module', '-e', script)).toBe('SpecError true\n');
  const files = await filesIn(join(installed, 'dist/src'));
  expect(files.filter((path) => path.endsWith('.js')).length).toBeLessThan(185);
  // Bundlers get modules, and all that these import.
  const modules = (await filesIn(join(installed, 'dist/modules'))).filter((path) => path.endsWith('.js'));
  expect(modules.length).toBeGreaterThan(200);
  const absent: string[] = [];
  for (const path of modules)
    for (const [, name] of (await readFile(join(installed, 'dist/modules', path), 'utf8')).matchAll(
      /(?:\bfrom |\bimport\(|\bimport )'(\.[^'$]+)'/g,
    ))
      if (!modules.includes(join(dirname(path), name!))) absent.push(`${path}: ${name}`);
  expect(absent).toEqual([]);
});

test('threads run from the package', async () => {
  const script = `
    import { runEnsemble } from 'holonomic/ensemble';
    console.log(JSON.stringify(await runEnsemble('./square.mjs', { inputs: [1, 2, 3], threads: 2 })));
  `;
  await writeFile(join(folder, 'square.mjs'), 'export default (x) => x * x;');
  expect(run(folder, process.execPath, '--input-type=module', '-e', script)).toBe('[1,4,9]\n');
});

test('the command line runs from the package', () => {
  const program = join(installed, 'dist/src/cli/main.js');
  expect(run(folder, process.execPath, program, 'init', '--yes')).toContain('generated: 1 class from 1 spec file.');
  expect(run(folder, process.execPath, program, 'generate', '--check')).toContain('up to date');
  expect(run(folder, process.execPath, program, 'simulate', 'scenes/bead.ts', '--until', '0.1')).toContain(
    'largest |C|',
  );
});

test('a program and both packages are one file for Node', async () => {
  const program =
    /^```ts\n(import \{ World[^]*?)^```/m.exec(await readFile(join(ROOT, 'README.md'), 'utf8'))?.[1] ?? '';
  const own = await temporaryFolder();
  onTestFinished(() => rm(own, { recursive: true, force: true }));
  const bundled = async (code: string): Promise<string> => {
    const outfile = join(own, 'program.mjs');
    const stdin = { contents: code, resolveDir: folder, loader: 'ts' } as const;
    await build({ stdin, outfile, bundle: true, format: 'esm', platform: 'node', external: ['piscina'] });
    return run(own, process.execPath, outfile);
  };
  expect(await bundled(program)).toContain('off the wire by at most 1e-6: true');
  // Modules that are imported later, as by the toolkit, are evaluated on demand, others at once.
  for (const scope of ['holonomic', '@holonomic/runtime'])
    expect(
      await bundled(`
        import { compile } from 'holonomic/toolkit';
        import { Distance2D } from '${scope}/library';
        console.log(typeof compile, typeof Distance2D);
      `),
    ).toBe('function function\n');
}, 120_000);

describe('in a browser', () => {
  /** Bundles `code`. Returns the bundle, and the modules that it has code of. */
  const bundled = async (code: string): Promise<{ readonly code: string; readonly modules: readonly string[] }> => {
    const { outputFiles, metafile } = await build({
      stdin: { contents: code, resolveDir: folder, loader: 'ts' },
      bundle: true,
      write: false,
      minify: true,
      format: 'esm',
      platform: 'browser',
      logLevel: 'silent',
      metafile: true,
    });
    const modules = Object.values(metafile.outputs).flatMap(({ inputs }) => Object.entries(inputs));
    return {
      code: outputFiles[0]!.text,
      modules: modules.flatMap(([path, { bytesInOutput }]) => (bytesInOutput > 0 ? [path] : [])),
    };
  };
  const bundle = async (code: string): Promise<string> => (await bundled(code)).code;

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
    const { code, modules } = await bundled(`
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
    const without = gzipSync(code.replace(/[0-9a-f]{4000,}/, ''), { level: 9 }).length;
    // eslint-disable-next-line no-console -- so is this one
    console.log(`of it WebAssembly: ${size - without} bytes`);
    expect(without).toBeLessThan(size);
    const readme = await readFile(join(ROOT, 'README.md'), 'utf8');
    expect(readme.replaceAll(/\s+/g, ' ')).toContain(`loads ${(size / 1024).toFixed(0)} kB of it`);
    // Unused parts of the library, and unused solvers and integrators, are left out.
    for (const unused of ['Torus', 'gaussSeidel', 'E_PAINLEVE']) expect(code.includes(unused), unused).toBe(false);
    // So is what only inequalities, steps by the midpoint, events and shapes need.
    expect(modules.length).toBeGreaterThan(100);
    const unneeded =
      /\/(?:complementarity|contact-modes|collision|implicit)\/|\/(?:bounded|midpoint)-|\/projected-bounds/;
    expect(modules.filter((path) => unneeded.test(path))).toEqual([]);
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
