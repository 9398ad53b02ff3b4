import { describe, expect, test } from 'vitest';
import { Coincident2D, Distance2D, Distance3D } from '../../../generated/index.js';
import { blockLDL, gravity, World } from '../../../runtime/index.js';
import { MatrixAssembly } from '../../../runtime/equations/matrix-assembly.js';
import { internalsOf } from '../../../runtime/world/internals.js';

/** A particle with `n` rods to others around it, of masses that differ. */
function star(n: number, solver?: ReturnType<typeof blockLDL>): World {
  const world = new World({ space: 2, forces: [gravity([0, -9.81])], ...(solver && { solver }) });
  const hub = world.addParticle({ mass: 1, position: [0, 0] });
  for (let i = 0; i < n; i++) {
    const angle = (2 * Math.PI * i) / n;
    const tip = world.addParticle({
      mass: 1 + (i % 7),
      position: [Math.cos(angle), Math.sin(angle)],
      velocity: [-Math.sin(angle), Math.cos(angle)],
    });
    world.add(new Distance2D({ a: hub, b: tip, length: 1 }));
  }
  return world;
}

describe('thousands of rods on one particle', () => {
  test('no dense matrix is made', () => {
    const world = star(9000);
    for (let k = 0; k < 3; k++) world.step(1 / 240);
    // Factors would have 40 million entries, and each 10¹¹ operations.
    expect(world.stats.factorizations).toBe(0);
    expect(world.residual().position).toBeLessThan(1e-9);
    expect(world.degreesOfFreedom()).toBe(2 * 9001 - 9000);
    expect(world.warnings).toEqual([]);
  });

  test('the forces are those of a factorization', () => {
    const [iterated, direct] = [star(600), star(600, blockLDL())];
    for (const world of [iterated, direct]) world.evaluate();
    expect(iterated.stats.factorizations).toBe(0);
    expect(direct.stats.factorizations).toBeGreaterThan(0);
    iterated.constraints.forEach(({ lambda }, i) => {
      expect(lambda[0]).toBeCloseTo(direct.constraints[i]!.lambda[0], 9);
    });
  });

  test('rods from one particle to the ground leave two rows that count', () => {
    const world = new World({ space: 2 });
    const hub = world.addParticle({ mass: 1, position: [0, 0] });
    for (let i = 0; i < 3000; i++) {
      const point = world.ground.point([Math.cos(i), Math.sin(i)]);
      world.add(new Distance2D({ a: hub, b: point, length: 1 }));
    }
    world.step(1 / 240);
    expect(world.degreesOfFreedom()).toBe(0);
  });
});

/** The rank that the rows give, and that of the pivots of `J W Jᵀ`. */
function ranks(world: World): { rows: number; pivots: number } {
  const dof = world.degreesOfFreedom();
  const { stepped, structure } = internalsOf(world);
  const matrix = stepped.multipliers.matrix;
  expect(matrix).toBeInstanceOf(MatrixAssembly);
  const immovable = structure.stores.reduce((sum, store) => sum + store.immovableCount, 0);
  return { rows: matrix.rowRank(), pivots: structure.state.v.length - immovable - dof };
}

test('the rank of the rows is that of the matrix: bodies, redundant rows, infinite masses', () => {
  const plane = new World({ space: 2 });
  const bars = [0, 1, 2].map((i) =>
    plane.addBody({ mass: i === 1 ? Infinity : 2, inertia: i === 1 ? Infinity : 0.3, position: [i, 0.1 * i] }),
  );
  for (const [a, b] of [
    [0, 1],
    [1, 2],
    [0, 2],
  ] as const)
    for (let twice = 0; twice < 2; twice++)
      plane.add(new Coincident2D({ a: bars[a]!.point([0.5, 0]), b: bars[b]!.point([-0.5 + a, 0.2]) }));
  // A rod between two points of one body holds nothing.
  plane.add(new Distance2D({ a: bars[0]!.point([0.5, 0]), b: bars[0]!.point([-0.5, 0.3]), length: 1.04 }));
  expect(ranks(plane).rows).toBe(ranks(plane).pivots);

  const space = new World({ space: 3 });
  const hub = space.addBody({ mass: 1, inertia: [0.1, 0.2, 0.25], position: [0, 0, 0] });
  for (let i = 0; i < 9; i++) {
    const at = [Math.cos(i), Math.sin(i), Math.sin(3 * i)];
    const position = at.map((x, k) => 2 * x + Math.sin(i * (k + 1)));
    const end = i < 7 ? space.ground.point(position) : space.addParticle({ mass: 1, position });
    const length = Math.hypot(...position.map((x, k) => x - at[k]! / 2));
    space.add(new Distance3D({ a: hub.point(at.map((x) => x / 2)), b: end, length }));
  }
  expect(ranks(space).rows).toBe(ranks(space).pivots);
  expect(ranks(space).rows).toBe(8);
});
