import { createRequire } from 'node:module';
import { pathToFileURL } from 'node:url';

/**
 * The arguments of Node for a thread whose module has this extension. Threads of a toolkit that
 * runs from its sources load through a loader of TypeScript.
 */
export const threadArguments = (extension: string): string[] =>
  extension === '.ts' ? ['--import', sourceLoader()] : [];

/**
 * The module that installs a loader of TypeScript. Data files are left to `require`, as Node leaves
 * them: an imported one would be kept for ever, and a change of it would not be seen.
 */
function sourceLoader(): string {
  const api = pathToFileURL(
    createRequire(import.meta.url)
      .resolve('tsx/esm/api')
      .replace(/\.cjs$/, '.mjs'),
  ).href;
  const withoutData =
    "export const load = (url, context, next) => { if (/\\.json($|[?])/.test(url)) throw new Error('Data is not imported.'); return next(url, context); };";
  const lines = [
    `import { register } from ${JSON.stringify(api)};`,
    "import module from 'node:module';",
    'register();',
    `module.register(${JSON.stringify(`data:text/javascript,${encodeURIComponent(withoutData)}`)});`,
  ];
  return `data:text/javascript,${encodeURIComponent(lines.join(' '))}`;
}
