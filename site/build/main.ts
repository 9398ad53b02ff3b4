import { parseArgs } from 'node:util';
import { build } from './build.js';
import { serve } from './serve.js';

// Builds the site, or serves it while documents change: npm run site, npm run site:dev. A site that a
// host serves from a folder names that: npm run site -- --base /folder/.
try {
  const { values, positionals } = parseArgs({ options: { base: { type: 'string' } }, allowPositionals: true });
  const base = `/${values.base ?? ''}/`.replace(/\/+/g, '/');
  if (positionals[0] === 'dev') await serve();
  else await build({ base });
} catch (error) {
  console.error(error instanceof Error ? error.message : error);
  process.exitCode = 1;
}
