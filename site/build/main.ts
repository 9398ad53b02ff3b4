import { build } from './build.js';
import { serve } from './serve.js';

// Builds the site, or serves it while documents change: npm run site, npm run site:dev. Without the
// pages of the API: npm run site -- --no-api
const args = process.argv.slice(2);
try {
  if (args.includes('dev')) await serve();
  else await build({ api: !args.includes('--no-api') });
} catch (error) {
  console.error(error instanceof Error ? error.message : error);
  process.exitCode = 1;
}
