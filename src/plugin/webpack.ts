import { buildErrorOf } from './build-error.js';
import { foldersOf, type GeneratorRun } from './run.js';

/** The part of a compiler that webpack and Rspack have in common, as far as it is used here. */
interface Compiler {
  readonly hooks: {
    readonly beforeRun: AsyncHook;
    readonly watchRun: AsyncHook;
    readonly thisCompilation: { tap(name: string, begin: (compilation: Compilation) => void): void };
  };
}

interface AsyncHook {
  tapPromise(name: string, work: () => Promise<void>): void;
}

interface Compilation {
  readonly errors: { push(error: Error): unknown };
  readonly fileDependencies: { add(path: string): unknown };
  readonly contextDependencies: { add(path: string): unknown };
}

/**
 * Generates before each run of webpack or Rspack. Their hook `make`, which unplugin calls the
 * beginning of a build, comes too late: entries are resolved at the same time. Mistakes become
 * errors of the compilation, each with its place, so that watching continues.
 */
export function hookCompiler({ hooks }: Compiler, run: () => Promise<GeneratorRun>): void {
  let last: GeneratorRun = { diagnostics: [], files: [], specs: [] };
  const generate = async (): Promise<void> => {
    last = await run();
  };
  hooks.beforeRun.tapPromise('holonomic', generate);
  hooks.watchRun.tapPromise('holonomic', generate);
  hooks.thisCompilation.tap('holonomic', ({ errors, fileDependencies, contextDependencies }) => {
    for (const diagnostic of last.diagnostics) {
      const { message, frame, loc } = buildErrorOf([diagnostic]);
      const place = loc && `${loc.file}:${loc.line}:${loc.column}`;
      const text = [place, message, frame].filter((part) => part !== undefined).join('\n');
      // The stack would lead into the generator.
      errors.push(Object.assign(new Error(text), { stack: text }));
    }
    for (const file of last.files) fileDependencies.add(file);
    for (const folder of foldersOf(last.specs)) contextDependencies.add(folder);
  });
}
