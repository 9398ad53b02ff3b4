import { fileURLToPath } from 'node:url';

/** A plug-in of Vite or Rollup, as far as it is one here. */
interface ResolvingPlugin {
  readonly name: string;
  readonly enforce: 'pre';
  readonly resolveId: (source: string) => string | undefined;
}

const file = (path: string): string => fileURLToPath(new URL(path, import.meta.url));

/** Modules that pages have in place of others. */
const REPLACED: readonly (readonly [end: string, by: string])[] = [
  // As package.json names it for the built package.
  ['/mathjs/library.js', file('../../src/mathjs/library-browser.ts')],
];

/** Takes the modules for pages. */
export const forBrowsers = (): ResolvingPlugin => ({
  name: 'for-browsers',
  enforce: 'pre',
  resolveId: (source) => REPLACED.find(([end]) => source.endsWith(end))?.[1],
});
