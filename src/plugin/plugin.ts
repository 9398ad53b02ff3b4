import { resolve } from 'node:path';
import { createUnplugin, type UnpluginInstance } from 'unplugin';
import { loadProject, type Project } from '../config/project.js';
import { generateProject } from '../generate/generate-project.js';
import { buildErrorFrom, buildErrorOf, type BuildError } from './build-error.js';
import { serveConstraints } from './serve.js';

/** What a plugin may be told; what it is not, the configuration says. */
export interface PluginOptions {
  /** The project's folder; that of the build if left out. Paths are relative to it. */
  readonly cwd?: string;
  /** The configuration's file. */
  readonly config?: string;
  readonly specs?: string | readonly string[];
  readonly out?: string;
}

/**
 * Generates before a build begins and whenever a spec changes, for every bundler that unplugin knows. A mistake in a spec fails the build,
 * with the place in the spec file; a development server of Vite shows it in the browser and goes on.
 */
export const plugin: UnpluginInstance<PluginOptions | undefined, false> = createUnplugin((options, { framework }) => {
  let root = process.cwd();
  /** A development server that watches generates by itself. */
  let served = false;
  const load = (): Promise<Project> => {
    const { cwd, ...more } = options ?? {};
    return loadProject({ ...more, cwd: resolve(root, cwd ?? '.') });
  };
  return {
    name: 'holonomic',
    async buildStart() {
      if (served) return;
      const { error, files } = await run(load);
      // esbuild has no way to watch a file that no module imports.
      if (framework !== 'esbuild') for (const file of files) this.addWatchFile(file);
      if (error) throw Object.assign(new Error(error.message), error);
    },
    vite: {
      configResolved(config) {
        root = config.root;
        served = config.command === 'serve' && config.server.watch !== null;
      },
      async configureServer(server) {
        if (served) await serveConstraints(server, load, resolve(root, options?.cwd ?? '.'));
      },
    },
  };
});

/** One run: its mistake, if any, and the files that it depends on. */
async function run(
  load: () => Promise<Project>,
): Promise<{ readonly error?: BuildError; readonly files: readonly string[] }> {
  try {
    const project = await load();
    const results = await generateProject(project);
    const errors = results.flatMap((result) => result.errors);
    const files = results.flatMap((result) => result.dependencies);
    const watched = project.configFile === undefined ? files : [...files, project.configFile];
    return errors.length === 0 ? { files: watched } : { error: buildErrorOf(errors), files: watched };
  } catch (error) {
    return { error: buildErrorFrom(error), files: [] };
  }
}
