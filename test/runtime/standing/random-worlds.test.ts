import { describe, expect, it } from 'vitest';
import { inFull, IS_FULL } from '../../support/scope.js';
import { findFault, findFaultOfThrown } from './check-worlds.js';
import { throwBodies } from './colliding-worlds.js';
import { live, type Recipe } from './random-worlds.js';

inFull(
  'random worlds go on, and none gains energy from nowhere',
  () => {
    expect(findFault(IS_FULL ? 400 : 50, 1)).toBeUndefined();
  },
  300_000,
);

inFull(
  'bodies that are thrown at each other neither explode nor kick themselves',
  () => {
    expect(findFaultOfThrown(IS_FULL ? 250 : 60, 1)).toBeUndefined();
  },
  600_000,
);

/*
 * Newton's law of restitution and friction together can give energy to bodies that a joint holds, where the impulse
 * does not pass through the centre of mass (Kane and Levinson 1985). No more than earlier impulses have taken.
 */
describe('rebounds in full, with friction, of bodies that a pin joins', () => {
  const two = { seed: 15, space: 2, bodies: 2, speed: 0, spin: 5, spread: 1, mu: 1.5, e: 1, place: 'floor', joint: 'pin', rate: 60 } as const; // prettier-ignore
  const eight = { ...two, seed: 835_775, bodies: 8, speed: 3, spread: 3, rate: 240 } as const;

  it.each([
    [two, 'rk4'],
    [two, 'secondOrder'],
    [two, 'velocityStep'],
    [eight, 'rattle'],
  ] as const)('give no energy: %o, %s', (recipe, integrator) => {
    expect(throwBodies({ ...recipe, integrator }).gain).toBeLessThan(1e-3);
  });

  it('leave the joint where rattle() must begin, so that no step closes a gap by any force', () => {
    const three = { ...two, seed: 999_997, space: 3, bodies: 3, speed: 3, spin: 20, mu: 0, place: 'bin' } as const;
    expect(throwBodies({ ...three, integrator: 'rattle' }).gain).toBeLessThan(0.02);
  });
});

/*
 * Impulses change momenta, and bodies in space turn by momenta, with other inertias at the end of a step than at its
 * beginning: by rates found for the momenta before, energy comes from nowhere.
 */
describe('energy is kept by bodies that turn far in a step', () => {
  const hulls = { seed: 561_812, space: 3, bodies: 6, speed: 30, spin: 100, spread: 0, mu: 0, e: 1, place: 'bin', joint: 'none', integrator: 'rk4', rate: 60 } as const; // prettier-ignore
  const two = { seed: 3, space: 3, bodies: 2, speed: 0, spin: 20, spread: 0, mu: 0, e: 1, place: 'floor', joint: 'rod', integrator: 'velocityStep', rate: 60 } as const; // prettier-ignore

  it('where they fly freely between contacts, by more than a radian', () => {
    const { gain, thrown } = throwBodies(hulls);
    expect(thrown).toBeUndefined();
    expect(gain).toBeLessThan(1e-3);
  });

  // The energy shown is that of mean velocities, which swings by 1 % or so where bodies turn by 1.4 rad in a step.
  it.each([
    [two, 0.015],
    [{ ...two, spread: 3 }, 0.015],
    [{ ...two, speed: 3, spread: 1, rate: 240 }, 0.01],
    [{ ...two, seed: 407_756 }, 0.01],
    [{ ...two, seed: 407_756, speed: 3, spread: 1, mu: 1.5 }, 0.01],
  ] as const)('where they hang on rods and rebound: %o', (recipe, most) => {
    expect(throwBodies(recipe).gain).toBeLessThan(most);
  });
});

it('a speck that turns by half a turn a step, wedged between a wall and what it hangs on, lifts nothing', () => {
  const wedged = { seed: 999_984, space: 2, bodies: 2, speed: 3, spin: 5, spread: 1, mu: 0, e: 1, place: 'bin', joint: 'rod', integrator: 'velocityStep', rate: 60 } as const; // prettier-ignore
  const { gain, turn } = throwBodies(wedged);
  expect(turn).toBeGreaterThan(3);
  expect(gain).toBeLessThan(1e-3);
});

it('parts of a step are taken again where contacts that have come and gone since are met elsewhere', () => {
  const thrown = { seed: 999_986, space: 3, bodies: 8, speed: 30, spin: 100, spread: 3, mu: 1.5, e: 0.5, place: 'free', joint: 'rope', integrator: 'secondOrder', rate: 60 } as const; // prettier-ignore
  expect(throwBodies(thrown).thrown).toBeUndefined();
});

/* Constraints at acceleration level lead bodies along the tangents of their arcs, and so outwards. */
it.each([
  { seed: 993_164, bodies: 3, speed: 3, spin: 100, spread: 0, mu: 0, e: 0.5, rate: 60 },
  { seed: 993_164, bodies: 3, speed: 30, spin: 20, spread: 0, mu: 0, e: 0, rate: 60 },
  { seed: 1, bodies: 4, speed: 0, spin: 20, spread: 3, mu: 0.5, e: 1, rate: 240 },
  { seed: 56_759, bodies: 3, speed: 0, spin: 100, spread: 3, mu: 0, e: 1, rate: 60 },
  { seed: 56_759, bodies: 4, speed: 30, spin: 0, spread: 0, mu: 0, e: 0, rate: 240 },
] as const)('pins of semiImplicitEuler() add no energy, however fast bodies turn: %o', (recipe) => {
  const { gain } = throwBodies({ ...recipe, space: 2, place: 'free', joint: 'pin', integrator: 'semiImplicitEuler' });
  expect(gain).toBeLessThan(0.01);
});

describe('rods that contradict each other, above a floor', () => {
  const chain = { seed: 841_593, space: 3, shape: 'chain', bodies: 7, rigid: true, lightness: 1, heaviness: 0, extra: 3, contradiction: 0.3, bounds: 'floor', floor: [0, 0.8], handle: 'none', integrator: 'rk4', rate: 30 } as const satisfies Recipe; // prettier-ignore

  it.each([
    chain,
    { ...chain, lightness: 3, heaviness: 2 },
    { ...chain, space: 2, bodies: 1, lightness: 3, heaviness: 4, extra: 1, floor: [1.5, 0] },
  ] as const)('hold as nearly as possible, and do not drive the motion: %o', (recipe) => {
    const { gain, codes } = live(recipe);
    expect(codes).toContain('W_OUT_OF_REACH');
    expect(gain).toBeLessThan(0.2);
  });
});
