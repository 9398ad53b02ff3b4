import { build } from './build.js';
import { serve } from './serve.js';

// Builds the site, or serves it while documents change: npm run site, npm run site:dev.
try {
  if (process.argv[2] === 'dev') await serve();
  else await build();
} catch (error) {
  console.error(error instanceof Error ? error.message : error);
  process.exitCode = 1;
}
