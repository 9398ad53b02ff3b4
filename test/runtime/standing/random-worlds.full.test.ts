import { it } from 'vitest';
import { checkWorlds } from './check-worlds.js';

it.each([1, 2, 3, 4, 5, 6, 7, 8, 9, 10])(
  'a thousand random worlds go on, and none gains energy from nowhere: seed %i',
  (seed) => {
    checkWorlds(1000, 100 + seed);
  },
  600_000,
);
