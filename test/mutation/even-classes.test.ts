import { describe } from 'vitest';
import { LIBRARY_TYPES } from '../support/library.js';
import { describeMutations } from './describe-mutations.js';

// Two files, so that two processors share the work: every second class each.
describe('a fault in any statement of any emitted class fails its verification', () => {
  describeMutations(LIBRARY_TYPES.filter((_, i) => i % 2 === 0));
});
