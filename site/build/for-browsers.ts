import { fileURLToPath } from 'node:url';

/** A plug-in of Vite or Rollup, as far as it is one here. */
interface ResolvingPlugin {
  readonly name: string;
  readonly enforce: 'pre';
  readonly resolveId: (source: string) => string | undefined;
}

const LIBRARY = fileURLToPath(new URL('../../src/mathjs/library-browser.ts', import.meta.url));

/** Takes the modules for browsers, as package.json names them for the built package. */
export const forBrowsers = (): ResolvingPlugin => ({
  name: 'for-browsers',
  enforce: 'pre',
  resolveId: (source) => (source.endsWith('/mathjs/library.js') ? LIBRARY : undefined),
});
