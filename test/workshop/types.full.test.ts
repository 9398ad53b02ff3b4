import { test } from 'vitest';
import { ROOT } from '../docs/pages.js';
import { run } from '../support/tarball.js';
import { isMissing } from './workshop-page.js';

// `npm run typecheck` is for Node; the page has the types of browsers.
test.skipIf(isMissing)('types of the page', { timeout: 300_000 }, () => run(ROOT, 'npx', 'tsc', '-p', 'site/workshop'));
