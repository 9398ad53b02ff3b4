import { describe, expect, it } from 'vitest';
import { conjugateResiduals, dense, World, type Solver } from '../../../runtime/index.js';
import { Distance2D } from 'holonomic/library';
import { largestDifference } from '../fixtures/oracle.js';

/**
 * Builds a square of particles. Three pairs are held by two rods each, whose lengths disagree by a
 * thousandth.
 */
function disagreeingSquare(solver: Solver): World {
  const world = new World({ space: 2, solver, onWarning: () => undefined });
  const corners = [
    [0, 0],
    [1, 0],
    [1, 1],
    [0, 1],
  ].map((position) => world.addParticle({ mass: 1, position }));
  for (let i = 0; i < 3; i++) {
    for (const length of [1, 1.001]) world.add(new Distance2D({ a: corners[i]!, b: corners[i + 1]!, length }));
  }
  return world;
}

describe.each(['blockJacobi', 'incompleteCholesky'] as const)('%s', (preconditioner) => {
  it('bears rods that all but agree, for as long as they are held', () => {
    const world = disagreeingSquare(conjugateResiduals({ preconditioner }));
    const expected = disagreeingSquare(dense());
    for (let step = 0; step < 300; step++) {
      world.step(1 / 500);
      expected.step(1 / 500);
    }
    const positions = ({ particles }: World): number[] => particles.flatMap(({ position }) => [...position]);
    expect(largestDifference(positions(world), positions(expected))).toBeLessThan(1e-8);
    // Half-way between the two lengths.
    expect(world.constraints.map(({ C }) => C[0] * 1000)).toEqual(
      [0.5, -0.5, 0.5, -0.5, 0.5, -0.5].map((half) => expect.closeTo(half, 2) as number),
    );
  });
});
