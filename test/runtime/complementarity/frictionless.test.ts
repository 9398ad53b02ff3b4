import { describe, expect, it } from 'vitest';
import { chainScene, netScene } from '../fixtures/contact/ropes.js';
import { tower } from '../fixtures/contact/scenes.js';
import { mean, run } from '../fixtures/contact/stepping.js';

/*
 * Factorizations per step, as a prototype with the same method had them. Where they grow, the warm
 * start or the exchanges have become worse.
 */
describe('bounds without friction, over time', () => {
  it.each([
    ['a chain of 40 rods falls on a floor', chainScene(40, 'rod'), 480, 1.1],
    ['a chain of 40 ropes falls on a floor', chainScene(40, 'rope'), 480, 1.5],
    ['a net of 100 particles falls on a floor', netScene(10), 360, 0.5],
  ])('%s', (_, { bodies, rows }, steps, most) => {
    const { factorizations, residuals, converged } = run(bodies, rows, steps);
    expect(converged).toBe(true);
    expect(Math.max(...residuals)).toBeLessThanOrEqual(1e-12);
    expect(mean(factorizations)).toBeLessThanOrEqual(most);
    // Nothing has fallen through the floor, and all has fallen.
    const heights = bodies.map(({ x }) => x[2]);
    expect(Math.min(...heights)).toBeGreaterThan(-1e-6);
    expect(Math.min(...heights)).toBeLessThan(1e-6);
  });

  it('opens 40 contacts with one factorization where gravity flips, and closes them again', () => {
    const { bodies, rows } = tower(10, { mu: 0 });
    const flip = 20;
    const { factorizations, converged } = run(bodies, rows, 120, {
      g: (step) => [0, 0, step >= flip && step < 2 * flip ? 9.81 : -9.81],
    });
    expect(converged).toBe(true);
    expect(factorizations[flip]).toBeLessThanOrEqual(1);
    expect(Math.max(...factorizations)).toBeLessThanOrEqual(12);
    expect(bodies.map(({ x }) => x[2])).toEqual(bodies.map((__, k) => expect.closeTo(0.5 * (k + 0.5), 6) as number));
  });
});
