import { describe, expect, it } from 'vitest';
import { BasisFactorization } from '../../../runtime/complementarity/basis-factorization.js';
import { FrictionNewton } from '../../../runtime/complementarity/friction-newton.js';
import { GroupedMatrix } from '../../../runtime/complementarity/grouped-matrix.js';
import { Iterate } from '../../../runtime/complementarity/iterate.js';
import { NaturalMap } from '../../../runtime/complementarity/natural-map.js';
import type { ComplementarityProblem } from '../../../runtime/complementarity/problem.js';
import { ProximalNewton } from '../../../runtime/complementarity/proximal-newton.js';
import { groupRows } from '../../../runtime/complementarity/row-groups.js';
import { denseProblem, randomGram } from '../fixtures/contact/dense-problem.js';
import { multiply, random } from '../fixtures/oracle.js';

function setUp(A: readonly (readonly number[])[], problem: ComplementarityProblem) {
  const groups = groupRows(problem.size, problem.contacts);
  const matrix = new GroupedMatrix(problem.matrix, groups);
  matrix.load();
  const map = new NaturalMap(groups);
  map.scale(Float64Array.from(A, (row, i) => row[i]!));
  const iterate = new Iterate(matrix, map, groups);
  iterate.begin(problem);
  const newton = new FrictionNewton(matrix, new BasisFactorization(matrix, groups), groups);
  return { matrix, iterate, proximal: new ProximalNewton(matrix, newton, groups) };
}

describe('the proximal point method', () => {
  it.each([1, 2] as const)('solves contacts that depend on each other, with %i tangents', (tangents) => {
    for (let seed = 1; seed < 20; seed++) {
      const next = random(seed);
      const [count, width] = [4, 1 + tangents];
      // Four contacts of one body, with fewer velocities than rows.
      const A = randomGram(count * width, 3 * tangents, next);
      const contacts = {
        normal: Int32Array.from({ length: count }, (_, k) => k * width),
        tangents,
        coefficient: new Float64Array(count).fill(0.2),
      };
      // b = A λ for some λ inside the cones, so that there is a solution.
      const inside = A.map((_, i) => (i % width === 0 ? 1 : 0.2 * (next() - 0.5)));
      const problem = denseProblem(A, multiply(A, inside), undefined, undefined, contacts);
      const { matrix, iterate, proximal } = setUp(A, problem);
      proximal.solve(problem, iterate);
      expect(iterate.isSolved()).toBe(true);
      // The matrix is what it was.
      const out = new Float64Array(A.length);
      matrix.multiply(Float64Array.from(inside), out);
      multiply(A, inside).forEach((value, i) => {
        expect(Math.abs(out[i]! - value)).toBeLessThan(1e-12);
      });
    }
  });

  it('ends at what rows contradict each other by, with small multipliers', () => {
    // The same row twice, with velocities that differ by c.
    const c = 1e-6;
    const A = [
      [2, 2],
      [2, 2],
    ];
    const free = [-Infinity, -Infinity];
    const problem = denseProblem(A, [1, 1 + c], free);
    const { iterate, proximal } = setUp(A, problem);
    proximal.solve(problem, iterate);
    expect(proximal.contradicts).toBe(true);
    expect(iterate.bestResidual).toBeCloseTo(c / 2, 8);
    expect(Math.max(...iterate.best.map(Math.abs))).toBeLessThan(20);
  });
});
