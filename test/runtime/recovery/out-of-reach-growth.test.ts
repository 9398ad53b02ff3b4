import { describe, expect, it } from 'vitest';
import { complaintOf } from '../standing/check-worlds.js';
import { live, type Recipe } from '../standing/random-worlds.js';

/*
 * Worlds whose handle asks for what cannot be reached. Near a stretched arm, velocities that obey it
 * grow without bound.
 */

const arm: Recipe = {
  seed: 799190,
  space: 2,
  shape: 'loop',
  bodies: 2,
  rigid: false,
  lightness: 0,
  heaviness: 0,
  extra: 0,
  contradiction: 0,
  bounds: 'none',
  floor: [0, 0],
  handle: 'circles',
  integrator: 'velocityStep',
  rate: 240,
};

describe('an arm of two links, pinned at its end and dragged beyond its reach', () => {
  it('is told of by velocityStep, which gives it no more than the handle does', () => {
    const { codes, gain, work } = live(arm);
    expect(codes).toContain('W_OUT_OF_REACH');
    expect(gain).toBeLessThan(3 * work);
  });

  it('gets no more from steps that are taken again', () => {
    const { codes, gain, work } = live({ ...arm, seed: 13, handle: 'jumps', integrator: 'rk4', rate: 30 });
    expect(codes).toContain('W_OUT_OF_REACH');
    expect(gain).toBeLessThan(10 * work);
  });
});

it.each<Partial<Recipe>>([
  { seed: 1, space: 3, shape: 'tree', bodies: 2, lightness: 6 },
  { seed: 644711, space: 2, shape: 'chain', bodies: 8, heaviness: 4 },
])('bars of which some hold others twice are not thrown away by a handle that jumps', (recipe) => {
  // Far from the surface on which rows depend on each other, they do not.
  const bars = { ...arm, rigid: true, extra: 3, handle: 'jumps', integrator: 'rk4', rate: 30, ...recipe } as const;
  expect(complaintOf(bars)).toBeUndefined();
});

// Bodies that turn far take a step in parts: velocities that have grown in one of them are no cause of growth in the next.
it.each([30, 60, 120, 240] as const)(
  'a chain of bars with masses 1e8 apart is not thrown away in parts of a step, at %i Hz',
  (rate) => {
    const chain = { ...arm, seed: 1, space: 3, shape: 'chain', bodies: 6, rigid: true, lightness: 6, heaviness: 2, extra: 3, handle: 'jumps', integrator: 'velocityStep' } as const; // prettier-ignore
    const { gain } = live({ ...chain, rate: rate as Recipe['rate'] });
    expect(gain).toBeLessThan(1e6);
  },
);

it('dormandPrince ends in an error where redundant rows and a handle leave it no step long enough', () => {
  const { thrown } = live({
    ...arm,
    seed: 22,
    bodies: 4,
    extra: 3,
    handle: 'jumps',
    integrator: 'dormandPrince',
    rate: 60,
  });
  expect(thrown).toBe('E_STEP_UNDERFLOW');
});
