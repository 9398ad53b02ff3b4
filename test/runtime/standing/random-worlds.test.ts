import { describe, expect, it } from 'vitest';
import { IS_FULL } from '../../support/scope.js';
import { findFault, findFaultOfThrown } from './check-worlds.js';
import { throwBodies } from './colliding-worlds.js';

it('random worlds go on, and none gains energy from nowhere', () => {
  expect(findFault(IS_FULL ? 400 : 50, 1)).toBeUndefined();
}, 300_000);

it('bodies that are thrown at each other neither explode nor kick themselves', () => {
  expect(findFaultOfThrown(IS_FULL ? 250 : 60, 1)).toBeUndefined();
}, 600_000);

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
