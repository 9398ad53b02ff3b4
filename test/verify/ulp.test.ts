import { describe, expect, it } from 'vitest';
import { exact, literal } from '../../src/reference/big.js';
import { ulp } from '../../src/verify/ulp.js';
import { errorInUlps } from '../support/error-in-ulps.js';

describe('the unit in the last place', () => {
  it.each([
    [1, 2 ** -52],
    [-1.5, 2 ** -52],
    [2 - 2 ** -52, 2 ** -52],
    [2, 2 ** -51],
    [1 - 2 ** -53, 2 ** -53],
    [0.1, 2 ** -56],
    [2 ** -1022, 2 ** -1074],
    [0, 2 ** -1074],
    [Number.MAX_VALUE, 2 ** 971],
  ])('of %d is %d', (x, unit) => {
    expect(ulp(x)).toBe(unit);
  });

  it('is the gap to the next double', () => {
    for (let exponent = -300; exponent < 300; exponent += 7) {
      const x = 1.3 * 2 ** exponent;
      expect(x + ulp(x)).toBeGreaterThan(x);
      expect(x + ulp(x) / 4).toBe(x);
    }
  });
});

describe('the error in units in the last place', () => {
  it('measures against the exact value, not the nearest double', () => {
    const third = literal(1).div(3);
    const error = errorInUlps(1 / 3, third, 1 / 3);
    expect(error).toBeGreaterThan(0.3);
    expect(error).toBeLessThan(0.5);
    expect(errorInUlps(1 / 3 + 2 ** -54, third, 1 / 3)).toBeCloseTo(1 - error, 12);
  });

  it('reads doubles as they are, not as they print', () => {
    expect(exact(0.1).minus(literal('0.1')).toNumber()).toBeCloseTo(5.551115123125783e-18, 30);
    expect(errorInUlps(0.1, exact(0.1), 0.1)).toBe(0);
  });

  it('is infinite for NaN', () => {
    expect(errorInUlps(NaN, literal(1), 1)).toBe(Infinity);
    expect(errorInUlps(Infinity, literal(1), 1)).toBe(Infinity);
  });
});
