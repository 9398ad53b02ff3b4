import { resolve } from 'node:path';
import { createUnplugin, type UnpluginInstance } from 'unplugin';
import { checkOptions, PATHS, TEXT, type OptionRule } from '../diagnostics/arguments.js';
import { loadProject, type Project } from '../config/project.js';
import { buildErrorOf } from './build-error.js';
import { hookEsbuild } from './esbuild.js';
import type { PluginOptions } from './options.js';
import { foldersOf, runGenerator, type GeneratorRun } from './run.js';
import { ConstraintServer } from './serve.js';
import { hookCompiler } from './webpack.js';

const OPTIONS: Readonly<Record<keyof PluginOptions, OptionRule>> = { cwd: TEXT, config: TEXT, specs: PATHS, out: TEXT };

/**
 * Generates before a build begins and whenever a spec changes, for every bundler that unplugin
 * knows. A mistake in a spec fails the build, with the place in the spec file; a development server
 * of Vite shows it in the browser and goes on.
 */
export const plugin: UnpluginInstance<PluginOptions | undefined, false> = createUnplugin((options, { framework }) => {
  if (options !== undefined) checkOptions('The plugin', options, OPTIONS);
  let root = process.cwd();
  /** A development server that watches generates by itself. */
  let served = false;
  let development: ConstraintServer | undefined;
  const load = (): Promise<Project> => {
    const { cwd, ...more } = options ?? {};
    return loadProject({ ...more, cwd: resolve(root, cwd ?? '.') });
  };
  const run = (): Promise<GeneratorRun> => runGenerator(load);
  if (framework === 'webpack' || framework === 'rspack') {
    const hook = (compiler: Parameters<typeof hookCompiler>[0] & { readonly context: string }): void => {
      root = compiler.context;
      hookCompiler(compiler, run);
    };
    return { name: 'holonomic', webpack: hook, rspack: hook };
  }
  if (framework === 'esbuild') {
    return {
      name: 'holonomic',
      esbuild: {
        setup(build) {
          root = build.initialOptions.absWorkingDir ?? root;
          hookEsbuild(build, run);
        },
      },
    };
  }
  return {
    name: 'holonomic',
    async buildStart() {
      if (served) return;
      const { diagnostics, files, specs } = await run();
      for (const path of [...files, ...foldersOf(specs)]) this.addWatchFile(path);
      if (diagnostics.length === 0) return;
      const error = buildErrorOf(diagnostics);
      throw Object.assign(new Error(error.message), error);
    },
    vite: {
      configResolved(config) {
        root = config.root;
        served = config.command === 'serve' && config.server.watch !== null;
      },
      async configureServer(server) {
        if (!served) return;
        development = new ConstraintServer(server, load, resolve(root, options?.cwd ?? '.'));
        await development.ready;
      },
      // Before TypeScript becomes JavaScript, so that places are those of the source.
      enforce: 'pre',
      transform(code, id) {
        development?.checkImports(code, id);
      },
    },
  };
});
