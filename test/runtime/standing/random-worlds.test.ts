import { expect, it } from 'vitest';
import { IS_FULL } from '../../support/scope.js';
import { findFault } from './check-worlds.js';

it('random worlds go on, and none gains energy from nowhere', () => {
  expect(findFault(IS_FULL ? 400 : 50, 1)).toBeUndefined();
}, 300_000);
