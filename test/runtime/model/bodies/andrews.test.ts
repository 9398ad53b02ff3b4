import { describe, expect, it } from 'vitest';
import { dormandPrince, rk4, type WorldOptions } from '../../../../runtime/index.js';
import { andrews, TORQUE } from '../../fixtures/andrews.js';
import { readReference } from '../../fixtures/reference.js';

const END = 0.03;
const exact = readReference('andrews_rigid2d').states.find(({ t }) => t === END)!;

/**
 * Runs the mechanism to 0.03 s. Returns errors of angles, rad, of angular velocities, relative to
 * their sizes, and of the balance of energy, J.
 */
function run(options: Partial<WorldOptions>, dt?: number) {
  const { world, bodies, crank } = andrews(options);
  expect(world.degreesOfFreedom()).toBe(1);
  const energy = world.energy().total;
  const start = crank.angle.value;
  world.run({ until: END, ...(dt === undefined ? {} : { dt }) });
  let angle = 0;
  let rate = 0;
  bodies.forEach((body, i) => {
    const expected = exact.v[3 * i + 2]!;
    angle = Math.max(angle, Math.abs(body.angle.value - exact.q[3 * i + 2]!));
    rate = Math.max(rate, Math.abs(body.angularVelocity - expected) / Math.max(1, Math.abs(expected)));
  });
  // E − E0 = mom (β − β0): the constraints do no work.
  const work = TORQUE * (crank.angle.value - start);
  return { angle, rate, balance: Math.abs(world.energy().total - energy - work), work, world };
}

describe("Andrews' squeezing mechanism of seven rigid bodies", () => {
  it('is at the angles of the reference after 0.03 s, and has the energy that the torque gave it', () => {
    const { angle, rate, balance, work } = run({ integrator: dormandPrince({ rtol: 1e-11, atol: 1e-11 }) });
    // About two and a half turns of the crank.
    expect(work).toBeCloseTo(0.523792, 6);
    expect(angle).toBeLessThan(1e-10);
    expect(rate).toBeLessThan(1e-9);
    expect(balance).toBeLessThan(1e-11);
  });

  it.each([1e-6, 1e-8, 1e-10])('meets the tolerance of dormandPrince within a factor of ten: %d', (tolerance) => {
    const { angle, rate, world } = run({ integrator: dormandPrince({ rtol: tolerance, atol: tolerance }) });
    expect(angle).toBeLessThan(10 * tolerance);
    // Rates of 10 rad/s change by 5e5 rad/s², so an error of the phase is larger in them.
    expect(rate).toBeLessThan(40 * tolerance);
    expect(angle).toBeGreaterThan(tolerance / 100);
    expect(world.residual().position).toBeLessThan(tolerance);
  });

  it('comes out alike with RK4', () => {
    const { angle, balance } = run({ integrator: rk4() }, END / 3000);
    expect(angle).toBeLessThan(1e-7);
    expect(balance).toBeLessThan(1e-8);
  });
});
