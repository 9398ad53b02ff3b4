import { createRequire } from 'node:module';
import { pathToFileURL } from 'node:url';
import { packageFolder } from '../files/package-files.js';

/**
 * The arguments of Node for a thread whose module has this extension. Threads of a toolkit that
 * runs from its sources load through a loader of TypeScript; with `ownOnly`, it leaves other
 * modules alone, as Node does without it: Node would keep for ever what it imports.
 */
export const threadArguments = (extension: string, ownOnly = false): string[] =>
  extension === '.ts' ? ['--import', sourceLoader(ownOnly)] : [];

/** The module that installs a loader of TypeScript. */
function sourceLoader(ownOnly: boolean): string {
  const api = pathToFileURL(
    createRequire(import.meta.url)
      .resolve('tsx/esm/api')
      .replace(/\.cjs$/, '.mjs'),
  ).href;
  const lines = [`import { register } from ${JSON.stringify(api)};`, 'register();'];
  if (ownOnly) {
    const own = JSON.stringify(pathToFileURL(packageFolder()).href);
    const hook = `export function load(url, context, next) {
      const isForeign = url.startsWith('file:') && !url.startsWith(${own}) && !url.includes('/node_modules/');
      if (isForeign) throw new Error('Not imported: ' + url);
      return next(url, context);
    }`;
    lines.push(`import module from 'node:module';`, `module.register(${JSON.stringify(dataUrl(hook))});`);
  }
  return dataUrl(lines.join(' '));
}

const dataUrl = (text: string): string => `data:text/javascript,${encodeURIComponent(text)}`;
