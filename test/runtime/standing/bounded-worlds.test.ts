import { describe, expect, it } from 'vitest';
import { JUMPING, ROPE_BESIDE_ROD, SPECK } from './bounded-recipes.js';
import { live } from './random-worlds.js';
import { inFull } from '../../support/scope.js';

/*
 * Worlds with inequalities that once gained energy from nowhere: `npm run worlds` found them.
 */

describe('inequalities give no energy', () => {
  it('where a taut rope joins the ends of a pinned rod: errors of 1e-9 m would take stress of 1e10 N', () => {
    const { codes, gain } = live(ROPE_BESIDE_ROD);
    // It is left out: rows contradict each other by 4e-8 m/s, which nobody sees.
    expect(codes).toEqual([]);
    expect(gain).toBeLessThan(1e-3);
  });

  it('where rods that are off by their curvature drive a speck at the floor, which gives it back', () => {
    const { gain } = live(SPECK);
    expect(gain).toBeLessThan(0.01);
  });
});

describe('a hand that jumps by half a metre in a step of 4 ms', () => {
  inFull('throws nothing, and gives no more than it has, levers apart', () => {
    for (const recipe of JUMPING) {
      const { codes, thrown, gain, work } = live(recipe);
      expect(thrown).toBeUndefined();
      // Bodies in space, whose gyroscopic torque is bounded, do not get so far.
      if (recipe.space === 2) expect(codes).toContain('W_UNSTABLE');
      expect(gain).toBeLessThan(10 * work);
    }
  });
});
