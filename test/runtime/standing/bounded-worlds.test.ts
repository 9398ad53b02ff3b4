import { describe, expect, it } from 'vitest';
import { live, type Recipe } from './random-worlds.js';

/*
 * Worlds with inequalities that once gained energy from nowhere: `npm run worlds` found them.
 */

const chain: Recipe = {
  seed: 765640,
  space: 2,
  shape: 'chain',
  bodies: 1,
  rigid: true,
  lightness: 0,
  heaviness: 0,
  extra: 1,
  contradiction: 0,
  bounds: 'both',
  floor: [1.5, 0],
  handle: 'none',
  integrator: 'rk4',
  rate: 240,
};

describe('inequalities give no energy', () => {
  it('where a taut rope joins the ends of a pinned rod: errors of 1e-9 m would take stress of 1e10 N', () => {
    const { codes, gain } = live(chain);
    // It is left out: rows contradict each other by 4e-8 m/s, which nobody sees.
    expect(codes).toEqual([]);
    expect(gain).toBeLessThan(1e-3);
  });

  it('where rods that are off by their curvature drive a speck at the floor, which gives it back', () => {
    const { gain } = live({
      ...chain,
      seed: 152184,
      bodies: 3,
      rigid: false,
      lightness: 6,
      extra: 0,
      bounds: 'floor',
      floor: [0, 0.8],
      integrator: 'velocityStep',
      rate: 30,
    });
    expect(gain).toBeLessThan(0.01);
  });
});

describe('a hand that jumps by half a metre in a step of 4 ms', () => {
  const jumping: Recipe = { ...chain, handle: 'jumps', floor: [0, 0], bounds: 'ropes' };

  it('throws nothing, and gives no more than it has, levers apart', () => {
    for (const recipe of [
      { ...jumping, seed: 616730, shape: 'loop', bodies: 2 },
      { ...jumping, seed: 7, shape: 'loop', bodies: 2, rigid: false, extra: 0 },
      ...[327257, 327259].map((seed): Recipe => ({
        ...jumping,
        seed,
        space: 3,
        shape: 'tree',
        bodies: 4,
        heaviness: 4,
        extra: 0,
        bounds: 'both',
        floor: [1.5, 0],
      })),
    ] satisfies Recipe[]) {
      const { codes, thrown, gain, work } = live(recipe);
      expect(thrown).toBeUndefined();
      // Bodies in space, whose gyroscopic torque is bounded, do not get so far.
      if (!('space' in recipe)) expect(codes).toContain('W_UNSTABLE');
      expect(gain).toBeLessThan(10 * work);
    }
  });
});
