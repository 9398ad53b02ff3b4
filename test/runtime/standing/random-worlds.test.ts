import { expect, it } from 'vitest';
import { IS_FULL } from '../../support/scope.js';
import { findFault, findFaultOfThrown } from './check-worlds.js';

it('random worlds go on, and none gains energy from nowhere', () => {
  expect(findFault(IS_FULL ? 400 : 50, 1)).toBeUndefined();
}, 300_000);

it('bodies that are thrown at each other neither explode nor kick themselves', () => {
  expect(findFaultOfThrown(IS_FULL ? 250 : 60, 1)).toBeUndefined();
}, 600_000);
