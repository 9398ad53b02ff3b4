import { createRequire } from 'node:module';
import { pathToFileURL } from 'node:url';

/**
 * The arguments of Node for a thread whose module has this extension. Threads of a toolkit that
 * runs from its sources load through a loader of TypeScript.
 */
export const threadArguments = (extension: string): string[] =>
  extension === '.ts' ? ['--import', sourceLoader()] : [];

/** The module that installs a loader of TypeScript. */
function sourceLoader(): string {
  const api = pathToFileURL(
    createRequire(import.meta.url)
      .resolve('tsx/esm/api')
      .replace(/\.cjs$/, '.mjs'),
  ).href;
  return `data:text/javascript,import { register } from ${JSON.stringify(api)}; register();`;
}
