import { describe, expect, it } from 'vitest';
import type { MultiplierEquations } from '../../../runtime/equations/multiplier-equations.js';
import { internalsOf } from '../../../runtime/world/internals.js';
import { network } from '../fixtures/networks.js';
import { rigidStoreEquations } from '../fixtures/rigid-store.js';

/** Compares `H Hᵀ`, its diagonal and `J B W Bᵀ Jᵀ` of the equations themselves, entry by entry. */
function expectFactors(equations: MultiplierEquations): void {
  const { size, factors } = equations;
  const diagonal = new Float64Array(size);
  factors.outdate();
  factors.load();
  factors.diagonal(diagonal);
  const scale = diagonal.reduce((most, entry) => Math.max(most, entry), 0);
  expect(scale).toBeGreaterThan(0);
  for (let j = 0; j < size; j++) {
    const unit = new Float64Array(size);
    const [column, expected] = [new Float64Array(size), new Float64Array(size)];
    unit[j] = 1;
    factors.multiply(unit, column);
    equations.multiply(unit, expected);
    expect(Math.abs(diagonal[j]! - expected[j]!) / scale).toBeLessThan(1e-14);
    column.forEach((entry, i) => {
      expect(Math.abs(entry - expected[i]!) / scale, `entry (${i}, ${j})`).toBeLessThan(1e-14);
    });
  }
}

describe('the factor of A', () => {
  it.each([
    [1, 2],
    [2, 3],
    [3, 3],
    [4, 2],
  ] as const)('is that of particles, and follows their masses: %i in %i dimensions', (seed, space) => {
    const world = network({ seed, space, particles: 6, constraints: 14 });
    world.evaluate();
    const { multipliers } = internalsOf(world).stepped;
    expectFactors(multipliers);
    const before = new Float64Array(multipliers.size);
    multipliers.factors.diagonal(before);
    for (const particle of world.particles) particle.mass *= 2;
    expectFactors(multipliers);
    const after = new Float64Array(multipliers.size);
    multipliers.factors.diagonal(after);
    after.forEach((entry, i) => {
      expect(entry).toBeCloseTo(before[i]! / 2, 12);
    });
  });

  it.each([1, 2, 3, 4, 5])('is that of rigid bodies: %i', (seed) => {
    expectFactors(rigidStoreEquations(seed));
  });
});
