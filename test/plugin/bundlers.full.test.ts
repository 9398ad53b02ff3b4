import { execFileSync } from 'node:child_process';
import { readFile, rm, writeFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { rspack, type RspackOptions } from '@rspack/core';
import { build as esbuild, context as esbuildContext, transform, type BuildOptions } from 'esbuild';
import { rollup, watch as rollupWatch, type RollupError, type RollupOptions } from 'rollup';
import webpack from 'webpack';
import { build as viteBuild, type InlineConfig, type Rolldown } from 'vite';
import { describe, expect, onTestFinished, test } from 'vitest';
import * as plugins from '../../src/plugin/index.js';
import holonomic from '../../src/vite/index.js';
import { project, rodSpec, slopeSpec, STACK, write } from '../cli/support.js';

const SPEC = 'constraints-spec/rod.ts';
const GOOD = 'norm(a - b) == length';
const BETTER = 'norm(a - b) == 2 * length';
const BAD = 'norm(a - c) == length';
/** Place of the fault in {@link BAD}. */
const PLACE = '9:16';

/**
 * Files of a project: an entry that imports a class which the build generates, and a stand-in for
 * the imports of emitted code.
 */
const files = (C: string): Record<string, string> => ({
  'package.json': '{ "type": "module" }',
  [SPEC]: rodSpec(C, '2'),
  'src/main.js': `import { Rod } from '../generated/rod.ts';\nconsole.log(Rod.type.formula.C[0]);\n`,
  'src/runtime.js': 'export class Constraint {}\n',
  // Webpack reads TypeScript by a loader only.
  'loader.cjs': `module.exports = function (code) {
    return require(${JSON.stringify(createRequire(import.meta.url).resolve('esbuild'))}).transformSync(code, { loader: 'ts' }).code;
  };\n`,
});

/** A bundler that watches: the messages of each build, none for a good one. */
interface Watch {
  readonly builds: readonly string[][];
  readonly close: () => Promise<unknown>;
}

interface Bundler {
  /** Builds `dist/main.js`. Returns its errors and warnings. */
  readonly build: (folder: string) => Promise<string[]>;
  readonly watch: (folder: string) => Watch | Promise<Watch>;
}

const shared = (folder: string) => ({
  mode: 'development' as const,
  devtool: false as const,
  context: folder,
  entry: './src/main.js',
  output: { path: join(folder, 'dist'), filename: 'main.js' },
  resolve: { alias: { 'holonomic/runtime': join(folder, 'src/runtime.js') } },
});
const webpackOptions = (folder: string): webpack.Configuration => ({
  ...shared(folder),
  module: { rules: [{ test: /\.ts$/, loader: join(folder, 'loader.cjs') }] },
  plugins: [plugins.webpack()],
});
const rspackOptions = (folder: string): RspackOptions => ({
  ...shared(folder),
  module: {
    rules: [
      {
        test: /\.ts$/,
        loader: 'builtin:swc-loader',
        options: { jsc: { parser: { syntax: 'typescript' }, target: 'es2022' } },
        type: 'javascript/auto',
      },
    ],
  },
  plugins: [plugins.rspack()],
});

/** The common interface of webpack and Rspack, as far as it is used here. */
interface Compiler {
  run(done: (error: Error | null, stats?: Stats) => void): void;
  watch(options: { aggregateTimeout: number }, done: (error: Error | null, stats?: Stats) => void): unknown;
  close(done: (error?: Error | null) => void): void;
}
interface Stats {
  toJson(options: object): { errors?: { message: string }[] };
}

function packer(create: (folder: string) => Compiler): Bundler {
  const messages = (error: Error | null, stats?: Stats): string[] =>
    error ? [error.message] : (stats!.toJson({ all: false, errors: true }).errors ?? []).map(({ message }) => message);
  const closing = (compiler: Compiler): Promise<void> =>
    new Promise((resolve) => {
      compiler.close(() => {
        resolve();
      });
    });
  return {
    build: async (folder) => {
      const compiler = create(folder);
      const result = await new Promise<string[]>((resolve) => {
        compiler.run((error, stats) => {
          resolve(messages(error, stats));
        });
      });
      await closing(compiler);
      return result;
    },
    watch: (folder) => {
      const compiler = create(folder);
      const builds: string[][] = [];
      compiler.watch({ aggregateTimeout: 20 }, (error, stats) => builds.push(messages(error, stats)));
      return { builds, close: () => closing(compiler) };
    },
  };
}

const rollupOptions = (folder: string): RollupOptions & { output: { file: string } } => ({
  input: join(folder, 'src/main.js'),
  output: { file: join(folder, 'dist/main.js') },
  onLog: () => undefined,
  plugins: [
    plugins.rollup({ cwd: folder }),
    {
      name: 'typescript',
      resolveId: (id) => (id === 'holonomic/runtime' ? join(folder, 'src/runtime.js') : null),
      transform: async (code, id) => (id.endsWith('.ts') ? (await transform(code, { loader: 'ts' })).code : null),
    },
  ],
});

/** Writes an error as Rollup's command line shows it. */
const rollupText = ({ message, loc }: RollupError): string =>
  loc ? `${loc.file}:${loc.line}:${loc.column}\n${message}` : message;

const viteOptions = (folder: string, watched: boolean): InlineConfig => ({
  root: folder,
  configFile: false,
  logLevel: 'silent',
  plugins: [holonomic()],
  resolve: { alias: { 'holonomic/runtime': join(folder, 'src/runtime.js') } },
  build: {
    rolldownOptions: { input: join(folder, 'src/main.js'), output: { entryFileNames: 'main.js' } },
    watch: watched ? { buildDelay: 20 } : null,
  },
});

const esbuildOptions = (folder: string): BuildOptions => ({
  absWorkingDir: folder,
  entryPoints: ['src/main.js'],
  bundle: true,
  format: 'esm',
  outfile: 'dist/main.js',
  logLevel: 'silent',
  alias: { 'holonomic/runtime': './src/runtime.js' },
  plugins: [plugins.esbuild()],
});
interface EsbuildMessage {
  readonly text: string;
  readonly location: { readonly file: string; readonly line: number; readonly column: number } | null;
}
const esbuildText = ({ text, location }: EsbuildMessage): string =>
  // Columns from 0.
  location === null ? text : `${location.file}:${location.line}:${location.column + 1}\n${text}`;

const bundlers: Readonly<Record<string, Bundler>> = {
  webpack: packer((folder) => webpack(webpackOptions(folder))),
  Rspack: packer((folder) => rspack(rspackOptions(folder))),
  Rollup: {
    build: async (folder) => {
      const options = rollupOptions(folder);
      try {
        const bundle = await rollup(options);
        await bundle.write(options.output);
        await bundle.close();
        return [];
      } catch (error) {
        return [rollupText(error as RollupError)];
      }
    },
    watch: (folder) => {
      const builds: string[][] = [];
      const watcher = rollupWatch({ ...rollupOptions(folder), watch: { buildDelay: 20 } });
      watcher.on('event', (event) => {
        if (event.code === 'END') builds.push([]);
        if (event.code === 'ERROR') builds.push([rollupText(event.error)]);
      });
      return { builds, close: () => watcher.close() };
    },
  },
  Vite: {
    build: (folder) =>
      viteBuild(viteOptions(folder, false)).then(
        () => [],
        (error: unknown) => [rollupText(error as RollupError)],
      ),
    watch: async (folder) => {
      const builds: string[][] = [];
      const watcher = (await viteBuild(viteOptions(folder, true))) as Rolldown.RolldownWatcher;
      watcher.on('event', (event) => {
        if (event.code === 'END') builds.push([]);
        if (event.code === 'ERROR') builds.push([rollupText(event.error)]);
      });
      return { builds, close: () => watcher.close() };
    },
  },
  esbuild: {
    build: (folder) =>
      esbuild(esbuildOptions(folder)).then(
        ({ warnings }) => warnings.map(esbuildText),
        (error: unknown) => (error as { errors: EsbuildMessage[] }).errors.map(esbuildText),
      ),
    watch: async (folder) => {
      const builds: string[][] = [];
      const options = esbuildOptions(folder);
      const context = await esbuildContext({
        ...options,
        plugins: [
          ...options.plugins!,
          {
            name: 'told',
            setup: (build) => {
              build.onEnd(({ errors }) => void builds.push(errors.map(esbuildText)));
            },
          },
        ],
      });
      await context.watch();
      return { builds, close: () => context.dispose() };
    },
  },
};

const printed = (folder: string): string =>
  execFileSync(process.execPath, [join(folder, 'dist/main.js')], { encoding: 'utf8' }).trim();

async function until(isReached: () => boolean | Promise<boolean>, describe: () => unknown): Promise<void> {
  for (const limit = Date.now() + 30_000; !(await isReached());) {
    if (Date.now() > limit) throw new Error(`not reached: ${JSON.stringify(describe())}`);
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
}

describe.each(Object.entries(bundlers))('%s', (_, { build, watch }) => {
  test('bundles a class that was not there before, and fails for a mistake with its place', async () => {
    const folder = await project(files(GOOD));
    expect(await build(folder)).toEqual([]);
    expect(printed(folder)).toBe(GOOD);

    await rm(join(folder, 'generated'), { recursive: true });
    await write(folder, { [SPEC]: rodSpec(BAD, '2') });
    const complaint = (await build(folder)).find((message) => message.includes('E_UNKNOWN_NAME'));
    expect(complaint).toContain('There is nothing called "c"');
    expect(complaint).toContain(`${SPEC}:${PLACE}`);
    expect(complaint).not.toMatch(STACK);
  });

  test('watches the specs', async () => {
    const folder = await project(files(GOOD));
    const { builds, close } = await watch(folder);
    onTestFinished(async () => {
      await close();
    });
    const output = async (text: string): Promise<boolean> =>
      (await readFile(join(folder, 'dist/main.js'), 'utf8').catch(() => '')).includes(text);
    await until(
      () => builds.length > 0 && output(GOOD),
      () => builds,
    );
    // Saved again after a while: some bundlers miss a change right after another.
    const save = async (C: string, isReached: () => boolean | Promise<boolean>): Promise<void> => {
      const write = (): Promise<void> => writeFile(join(folder, SPEC), rodSpec(C, '2'));
      await write();
      const again = setInterval(() => void write(), 2000);
      try {
        await until(isReached, () => builds);
      } finally {
        clearInterval(again);
      }
    };
    await save(BAD, () => builds.some((texts) => texts.some((text) => text.includes('E_UNKNOWN_NAME'))));
    await save(BETTER, () => output(BETTER));
    // A new spec has nothing to do with any module of the bundle yet.
    await write(folder, { 'constraints-spec/slope.ts': slopeSpec });
    await until(
      async () => (await readFile(join(folder, 'generated/index.ts'), 'utf8')).includes('slope'),
      () => builds,
    );
    const settled = builds.length;
    await new Promise((resolve) => setTimeout(resolve, 300));
    // Its own output does not make it build for ever.
    expect(builds.length - settled).toBeLessThan(3);
  });
});
