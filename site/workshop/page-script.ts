import type { Plugin } from 'vite';
import { pageScript as bundle } from '../../scripts/bundle-page.js';

const NAME = 'page-script';
/** Marks what no file holds. */
const MARK = '\0';

/** The script of exported pages as a text: the module `page-script`. */
export const pageScript = (): Plugin => ({
  name: NAME,
  resolveId: (source) => (source === NAME ? MARK + NAME : undefined),
  load: async (id) => (id === MARK + NAME ? `export default ${JSON.stringify(await bundle())};\n` : undefined),
});
