import { it } from 'vitest';
import { checkWorlds } from './check-worlds.js';

it('100 random worlds go on, and none gains energy from nowhere', () => {
  checkWorlds(100, 1);
});
