import fc from 'fast-check';
import { expect, it } from 'vitest';
import { exact } from '../../src/reference/big.js';
import { ReferenceTally } from '../../src/verify/reference-tally.js';
import type { Place, ReferenceCheck } from '../../src/verify/report.js';

const PLACE: Place = {
  sample: 0,
  row: 0,
  analytic: 0,
  numeric: 0,
  configuration: { inputs: {}, rates: {}, params: {}, t: 0 },
};

/** Judges values that are off by `errors`, with a bound for each. */
function judged(value: number, errors: readonly number[], bound: number, size = Math.abs(value)): ReferenceCheck {
  const tally = new ReferenceTally();
  for (const error of errors)
    tally.add({
      entry: 0,
      computed: value + error,
      reference: exact(value),
      bound,
      terms: 1,
      size,
      place: () => PLACE,
    });
  return tally.result();
}

const value = fc.double({ min: 0.01, max: 100, noNaN: true });
const relative = fc.double({ min: 1e-14, max: 1e-3, noNaN: true });

it('allows four bounds of an entry, and no more', () => {
  fc.assert(
    fc.property(value, relative, fc.double({ min: 0.01, max: 40, noNaN: true }), (x, part, times) => {
      fc.pre(Math.abs(times - 4) > 0.1);
      const bound = part * x;
      const { pass, worstPart } = judged(x, [0, times * bound, -bound / 2], bound);
      expect(pass).toBe(times < 4);
      expect(worstPart).toBeCloseTo(Math.max(times, 0.5) / 4, 1);
    }),
  );
});

it('allows four units in the last place where the formula rounds less, and nothing where it is infinite', () => {
  expect(judged(1, [4 * 2 ** -52], 0)).toMatchObject({ pass: true, worstUlps: 4, wellConditioned: 1 });
  expect(judged(1, [5 * 2 ** -52], 0)).toMatchObject({ pass: false, worstUlps: 5 });
  expect(judged(1, [NaN], 1)).toMatchObject({ pass: false, worstPart: null });
});

it('does not judge what the formula leaves open, unless it is right', () => {
  expect(judged(1, [0.5, 0], Infinity)).toMatchObject({ pass: true, compared: 1, undecided: 1 });
  expect(judged(1, [0.5], NaN)).toMatchObject({ pass: false, compared: 0, undecided: 1 });
  expect(judged(1, [Infinity], Infinity).pass).toBe(false);
});

it('counts lost digits from the usual size of an entry, not from a value that is near zero for once', () => {
  const tally = (size: number, bound: number): ReferenceCheck => {
    const errors = Array.from({ length: 100 }, () => 1e-10);
    return judged(1, errors, bound, size);
  };
  // An error of 1e-10 beside 1 leaves ten of sixteen digits.
  expect(tally(1, 1e-10).lost).toMatchObject({ digits: 5, at: PLACE });
  expect(tally(1, 1e-11).lost).toBeUndefined();
  expect(tally(1e4, 1e-10).lost).toBeUndefined();

  const once = new ReferenceTally();
  for (let k = 0; k < 100; k++) {
    const x = k === 50 ? 1e-9 : 1;
    const computed = x + 1e-15;
    once.add({ entry: 0, computed, reference: exact(x), bound: 1e-15, terms: 1, size: x, place: () => PLACE });
  }
  expect(once.result()).toMatchObject({ pass: true });
  expect(once.result().lost).toBeUndefined();
});
