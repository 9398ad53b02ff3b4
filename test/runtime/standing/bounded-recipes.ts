import type { Recipe } from './random-worlds.js';

/** A taut rope that joins the ends of a pinned rod: errors of 1e-9 m would take stress of 1e10 N. */
export const ROPE_BESIDE_ROD: Recipe = {
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

/** Rods that are off by their curvature, and drive a speck at the floor, which gives it back. */
export const SPECK: Recipe = {
  ...ROPE_BESIDE_ROD,
  seed: 152184,
  bodies: 3,
  rigid: false,
  lightness: 6,
  extra: 0,
  bounds: 'floor',
  floor: [0, 0.8],
  integrator: 'velocityStep',
  rate: 30,
};

const jumping: Recipe = { ...ROPE_BESIDE_ROD, handle: 'jumps', floor: [0, 0], bounds: 'ropes' };

/** Worlds with a hand that jumps by half a metre in a step of 4 ms. */
export const JUMPING: readonly Recipe[] = [
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
];
