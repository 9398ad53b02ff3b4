import { describe, expect, it } from 'vitest';
import { chainInSteps, largestDistance } from '../../bench/chain-reference.js';
import { readReference } from '../runtime/fixtures/reference.js';

describe('the chain that other engines are measured against', () => {
  it('is that of the published solution in quadruple precision', () => {
    const { states } = readReference('chain10_horizontal');
    for (const { t, q } of states.slice(1)) {
      // Rounding of some hundred steps; the solution has 18 digits.
      expect(largestDistance(chainInSteps(10, t, 480 * t), q), `t = ${t}`).toBeLessThan(1e-11);
    }
  });

  it('is a pendulum for one rod: through the lowest point after K(1/√2)/√g, and at the other side after twice that', () => {
    const quarter = 1.854074677301372 / Math.sqrt(9.81);
    expect(largestDistance(chainInSteps(1, quarter, 200), [0, -1])).toBeLessThan(1e-12);
    expect(largestDistance(chainInSteps(1, 2 * quarter, 400), [-1, 0])).toBeLessThan(1e-12);
  });

  it('has the order of its extrapolation', () => {
    const exact = chainInSteps(10, 0.5, 120);
    const coarse = largestDistance(chainInSteps(10, 0.5, 2), exact);
    const fine = largestDistance(chainInSteps(10, 0.5, 4), exact);
    expect(Math.log2(coarse / fine)).toBeGreaterThan(12);
  });

  it('tells a lost state', () => {
    expect(largestDistance([0, 0, 3, 4], [0, 0, 0, 0])).toBe(5);
    expect(largestDistance([0, 0, NaN, 4], [0, 0, 0, 0])).toBeNaN();
  });
});
