import { Distance2D } from 'holonomic/library';
import { expect, it } from 'vitest';
import { accuracyOf } from '../../bench/accuracy.js';
import type { ConstraintType } from '../../runtime/model/constraint-type.js';

it('measures errors in the last places of the value, and finds one that is put in', () => {
  const { type } = Distance2D;
  const own = accuracyOf(type, 40);
  for (const quantity of ['C', 'J', 'gamma', 'Jdot'] as const) {
    expect(own[quantity].wellConditioned).toBeLessThan(8);
    expect(own[quantity].cancelled).toBeLessThan(1);
  }
  // Four entries of J in each of 40 samples, none of them zero; half an ulp of rounding somewhere.
  expect(own.J.counts.all).toBe(160);
  expect(own.J.wellConditioned).toBeGreaterThan(0.4);

  const coarse: ConstraintType = {
    ...type,
    kernel(count, slots, x, v, p, t, C, Cdot, J, gamma) {
      type.kernel(count, slots, x, v, p, t, C, Cdot, J, gamma);
      for (let i = 0; i < J.length; i++) J[i]! *= 1 + 2 ** -45;
    },
  };
  // A value has 2^52 to 2^53 units in its last place: 2^-45 of it is 128 to 256 of them.
  const { wellConditioned } = accuracyOf(coarse, 40).J;
  expect(wellConditioned).toBeGreaterThan(120);
  expect(wellConditioned).toBeLessThan(264);
});
