import { describe, expect, it } from 'vitest';
import { GroupedMatrix } from '../../../runtime/complementarity/grouped-matrix.js';
import { Iterate } from '../../../runtime/complementarity/iterate.js';
import { NaturalMap } from '../../../runtime/complementarity/natural-map.js';
import type { ComplementarityProblem } from '../../../runtime/complementarity/problem.js';
import { ProjectedSweeps } from '../../../runtime/complementarity/projected-sweeps.js';
import { groupRows } from '../../../runtime/complementarity/row-groups.js';
import { denseSource, randomGram } from '../fixtures/contact/dense-problem.js';
import { multiply, random } from '../fixtures/oracle.js';

/** Rows 0, a unilateral, and 4, a motor, stand alone; the others are contacts. */
function setUp(seed: number, tangents: 1 | 2) {
  const next = random(seed);
  const width = 1 + tangents;
  const size = 2 + 2 * width;
  const normal = Int32Array.of(1, width + 2);
  const contacts = { normal, tangents, coefficient: Float64Array.of(0.3, 0.8) };
  const A = randomGram(size, size, next).map((row, i) => row.map((entry, j) => entry + (i === j ? 1 : 0)));
  const lower = new Float64Array(size).fill(0);
  const upper = new Float64Array(size).fill(Infinity);
  [lower[width + 1], upper[width + 1]] = [-0.1, 0.1];
  const rightHandSide = Float64Array.from({ length: size }, () => 2 * next() - 0.5);
  const matrix = denseSource(A);
  const multipliers = new Float64Array(size);
  const problem: ComplementarityProblem = { size, matrix, rightHandSide, multipliers, lower, upper, contacts };
  const groups = groupRows(size, contacts);
  const grouped = new GroupedMatrix(matrix, groups);
  grouped.load();
  const map = new NaturalMap(groups);
  map.scale(Float64Array.from(A, (row, i) => row[i]!));
  const iterate = new Iterate(grouped, map, groups);
  iterate.begin(problem);
  return { A, problem, iterate, sweeps: new ProjectedSweeps(grouped, groups) };
}

describe.each([1, 2] as const)('sweeps over contacts with %i tangents', (tangents) => {
  it('keep multipliers in their bounds and cones, and velocities up to date', () => {
    const { A, problem, iterate, sweeps } = setUp(11, tangents);
    const { lambda, u } = iterate;
    sweeps.run(problem, iterate, 3);
    const product = multiply(A, [...lambda]);
    u.forEach((value, i) => {
      expect(Math.abs(value - (product[i]! - problem.rightHandSide[i]!))).toBeLessThan(1e-12);
    });
    expect(lambda[0]).toBeGreaterThanOrEqual(0);
    expect(Math.abs(lambda[tangents + 2]!)).toBeLessThanOrEqual(0.1);
    [1, tangents + 3].forEach((row, k) => {
      const slip = Math.hypot(...lambda.subarray(row + 1, row + 1 + tangents));
      expect(slip).toBeLessThanOrEqual(problem.contacts.coefficient[k]! * lambda[row]! + 1e-15);
    });
  });

  it('come to the solution', () => {
    for (let seed = 1; seed < 20; seed++) {
      const { problem, iterate, sweeps } = setUp(seed, tangents);
      const before = iterate.residual;
      sweeps.run(problem, iterate, 40);
      expect(iterate.residual).toBeLessThan(0.1 * before);
      sweeps.run(problem, iterate, 400);
      expect(iterate.residual).toBeLessThan(1e-9);
    }
  });
});
