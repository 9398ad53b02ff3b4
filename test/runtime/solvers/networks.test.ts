import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  automatic,
  blockLDL,
  conjugateGradient,
  conjugateResiduals,
  dense,
  gaussSeidel,
  type Solver,
} from '../../../runtime/index.js';
import { network, type NetworkOptions } from '../fixtures/networks.js';
import { IS_FULL } from '../../support/scope.js';
import { assemble, eigen, largestDifference } from '../fixtures/oracle.js';

const solvers: readonly (readonly [string, Solver])[] = [
  ['blockLDL', blockLDL()],
  ['automatic', automatic()],
  ['conjugateGradient', conjugateGradient()],
  ['conjugateResiduals', conjugateResiduals()],
  ['blockJacobi', conjugateResiduals({ preconditioner: 'blockJacobi' })],
  ['incompleteCholesky', conjugateResiduals({ preconditioner: 'incompleteCholesky' })],
  ['gaussSeidel', gaussSeidel()],
];

const RUNS = Number(process.env['RUNS'] ?? (IS_FULL ? 15 : 6));

const networks = fc.record({
  seed: fc.integer({ min: 1, max: 1e6 }),
  space: fc.constantFrom(2 as const, 3 as const),
  particles: fc.integer({ min: 2, max: 9 }),
  constraints: fc.integer({ min: 0, max: 22 }),
});

/**
 * Computes accelerations and their rounding error, by the ratio of the largest to the least
 * eigenvalue of `A` that is not zero.
 */
function accelerations(options: NetworkOptions, solver: Solver): Float64Array {
  const world = network(options, { solver });
  world.evaluate();
  return world.accelerations.slice();
}

function conditionOf(options: NetworkOptions): number {
  const { A } = assemble(network(options));
  if (A.length === 0) return 1;
  const { values } = eigen(A);
  const largest = Math.max(...values);
  // Values between rounding and 1e-9 may be zero for one solver and not for another.
  return largest / Math.min(...values.filter((value) => value > 1e-14 * largest), largest);
}

describe.each(solvers)('%s', (name, solver) => {
  it('accelerates networks like dense(), redundant ones too', () => {
    fc.assert(
      fc.property(networks, (options) => {
        const condition = conditionOf(options);
        fc.pre(condition < 1e6);
        const expected = accelerations(options, dense());
        const scale = 1 + Math.max(...expected.map(Math.abs));
        const limit = 1e-12 * condition * scale + 1e-10;
        expect(largestDifference(accelerations(options, solver), expected)).toBeLessThan(limit);
      }),
      { numRuns: RUNS, seed: 1 },
    );
  });

  it('accelerates contradictory networks like dense()', () => {
    fc.assert(
      fc.property(networks, (options) => {
        const moving = { ...options, moving: true, constraints: options.constraints + 8 };
        const condition = conditionOf(moving);
        fc.pre(condition < 1e5);
        const expected = accelerations(moving, dense());
        const scale = 1 + Math.max(...expected.map(Math.abs));
        const limit = 1e-11 * condition * scale + 1e-9;
        expect(largestDifference(accelerations(moving, solver), expected)).toBeLessThan(limit);
      }),
      { numRuns: RUNS, seed: 2 },
    );
  });

  if (name === 'blockLDL' || name === 'incompleteCholesky' || name === 'automatic') {
    it('bears mass ratios of a million', () => {
      fc.assert(
        fc.property(networks, (options) => {
          const heavy = { ...options, massRatio: 1e6, constraints: Math.min(options.constraints, options.particles) };
          const condition = conditionOf(heavy);
          fc.pre(condition < 1e9);
          const expected = accelerations(heavy, dense());
          const scale = 1 + Math.max(...expected.map(Math.abs));
          expect(largestDifference(accelerations(heavy, solver), expected)).toBeLessThan(
            1e-14 * condition * scale + 1e-9,
          );
        }),
        { numRuns: RUNS, seed: 3 },
      );
    });
  }
});
