import type { PartialMessage } from 'esbuild';
import type { UnpluginOptions } from 'unplugin';
import type { Diagnostic } from '../diagnostics/index.js';
import { headlineOf } from './build-error.js';
import { foldersOf, type GeneratorRun } from './run.js';

/** A build of esbuild as unplugin hands it on: the types of this package do not need esbuild. */
type PluginBuild = Parameters<NonNullable<NonNullable<UnpluginOptions['esbuild']>['setup']>>[0];

/**
 * Generates before each build of esbuild, and has it watch the specs, which no module of the bundle
 * imports.
 */
export function hookEsbuild(build: PluginBuild, run: () => Promise<GeneratorRun>): void {
  let last: GeneratorRun = { diagnostics: [], files: [], specs: [] };
  build.onStart(async () => {
    last = await run();
    return { errors: last.diagnostics.map(messageOf) };
  });
  // A callback that resolves may name files to watch. It resolves entry points as esbuild does, by a
  // second resolution that passes this callback.
  const passed = Symbol('passed');
  build.onResolve({ filter: /.*/ }, async ({ path, ...args }) => {
    if (args.kind !== 'entry-point' || args.pluginData === passed) return undefined;
    const resolved = await build.resolve(path, { ...args, pluginData: passed });
    return { ...resolved, watchFiles: [...last.files], watchDirs: foldersOf(last.specs) };
  });
}

/**
 * A mistake in the form that esbuild shows with its place. esbuild counts columns from 0, in bytes.
 */
function messageOf(diagnostic: Diagnostic): PartialMessage {
  const { file, source, hint } = diagnostic;
  const lineText = source?.excerpt?.find(({ line }) => line === source.line)?.text ?? '';
  return {
    text: headlineOf(diagnostic),
    ...(hint !== undefined && { notes: [{ text: `hint: ${hint}` }] }),
    ...(file !== undefined && {
      location: {
        file,
        ...(source && {
          line: source.line,
          column: Buffer.byteLength(lineText.slice(0, source.column - 1)),
          length: Buffer.byteLength(lineText.slice(source.column - 1, source.column - 1 + (source.length ?? 1))),
          lineText,
        }),
      },
    }),
  };
}
