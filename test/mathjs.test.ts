import bundle from 'mathjs/lib/browser/math.js';
import { expect, test } from 'vitest';
import { MATHJS_FUNCTIONS } from '../src/mathjs/function-names.js';

test('the list of the functions of mathjs is complete', () => {
  const functions = Object.entries(bundle as unknown as Readonly<Record<string, unknown>>)
    .filter(([name, value]) => typeof value === 'function' && /^[a-z]/.test(name))
    .map(([name]) => name);
  expect([...MATHJS_FUNCTIONS].sort()).toEqual(functions.sort());
});
