import { describe, expect, it } from 'vitest';
import { compile } from '../../src/toolkit.js';
import { SCALAR_FUNCTIONS } from '../../src/symbolic/functions.js';
import { errorOf } from '../support/function-errors.js';
import { SAMPLES } from '../support/function-samples.js';
import { someOf } from '../support/scope.js';

describe('each function of the language, emitted: value, first and second derivative over its domain against 160 digits', () => {
  it('every function has its samples', () => {
    expect(Object.keys(SAMPLES).map((call) => call.split('(')[0]!)).toEqual(
      expect.arrayContaining([...SCALAR_FUNCTIONS.keys()]),
    );
  });

  it.each(someOf(Object.entries(SAMPLES), 3))('%s', (call, { of, at, limit = 4 }) => {
    const names = ['x', 'y', 'z'].slice(0, at[0]!.at.length);
    const { F } = compile('F', {
      summary: call,
      space: 2,
      inputs: Object.fromEntries(names.map((name) => [name, 'scalar' as const])),
      C: call,
    });
    let compared = 0;
    for (const sample of at) {
      const errors = errorOf(F.type, of, sample);
      compared += errors.length;
      for (const { quantity, ulps, computed, expected } of errors)
        expect(
          ulps,
          `${quantity} of ${call} at ${sample.at.join(', ')} is ${expected}, not ${computed}: ${ulps} ulps`,
        ).toBeLessThanOrEqual(limit);
    }
    expect(compared).toBeGreaterThanOrEqual(at.length);
  });
});
