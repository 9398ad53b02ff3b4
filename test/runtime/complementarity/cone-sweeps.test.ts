import { describe, expect, it } from 'vitest';
import { ComplementaritySolver } from '../../../runtime/complementarity/complementarity-solver.js';
import { ConeSweeps } from '../../../runtime/complementarity/cone-sweeps.js';
import { Iterate } from '../../../runtime/complementarity/iterate.js';
import { NaturalMap } from '../../../runtime/complementarity/natural-map.js';
import type { ComplementarityProblem, FrictionContacts } from '../../../runtime/complementarity/problem.js';
import { emptyComplementarityReport } from '../../../runtime/complementarity/report.js';
import { groupRows } from '../../../runtime/complementarity/row-groups.js';
import { denseFactors, denseProblem, randomGram } from '../fixtures/contact/dense-problem.js';
import { random } from '../fixtures/oracle.js';

/** A problem of `count` contacts and one equation before each, over as many freedoms as rows. */
function problemOf(count: number, tangents: 1 | 2, seed: number): { A: number[][]; problem: ComplementarityProblem } {
  const next = random(seed);
  const width = 2 + tangents;
  const size = width * count;
  const A = randomGram(size, size, next);
  for (let i = 0; i < size; i++) A[i]![i]! += 0.1 * size;
  const contacts: FrictionContacts = {
    normal: Int32Array.from({ length: count }, (_, k) => width * k + 1),
    tangents,
    coefficient: Float64Array.from({ length: count }, () => next() ** 2),
  };
  const free = Array.from({ length: size }, () => Infinity);
  return {
    A,
    problem: denseProblem(
      A,
      free.map(() => 2 * next() - 0.7),
      free.map((x) => -x),
      free,
      contacts,
    ),
  };
}

/** By how much Coulomb's law and the equations fail, m/s, computed from the dense matrix. */
function failure(A: readonly (readonly number[])[], problem: ComplementarityProblem, lambda: Float64Array): number {
  const { contacts, rightHandSide } = problem;
  const u = A.map((row, i) => row.reduce((sum, a, j) => sum + a * lambda[j]!, -rightHandSide[i]!));
  let worst = 0;
  contacts.normal.forEach((n, k) => {
    worst = Math.max(worst, Math.abs(u[n - 1]!));
    const tangents = Array.from({ length: contacts.tangents }, (_, t) => n + 1 + t);
    const slip = tangents.map((i) => u[i]!);
    const push = tangents.map((i) => lambda[i]!);
    const most = contacts.coefficient[k]! * lambda[n]!;
    expect(lambda[n]).toBeGreaterThanOrEqual(0);
    expect(Math.hypot(...push)).toBeLessThanOrEqual(most * (1 + 1e-12));
    worst = Math.max(worst, -u[n]!, Math.min(u[n]!, lambda[n]! * A[n]![n]!));
    const speed = Math.hypot(...slip);
    const opposed = -slip.reduce((sum, x, t) => sum + x * push[t]!, 0);
    // Where it slips, friction is at its limit and against the slip: u·λ = −|u| μ λ_N.
    if (most > 0) worst = Math.max(worst, speed - Math.max(0, opposed / most), Math.min(speed, 0));
  });
  return worst;
}

describe.each([1, 2] as const)('sweeps over contacts with %i tangents', (tangents) => {
  it.each([1, 2, 3, 4])('solve contacts and equations to a tolerance: %i', (seed) => {
    const { A, problem } = problemOf(30, tangents, seed);
    const groups = groupRows(problem.size, problem.contacts);
    const sweeps = new ConeSweeps(denseFactors(A), groups);
    sweeps.load(undefined);
    const map = new NaturalMap(groups);
    map.scale(Float64Array.from(A, (row, i) => row[i]!));
    const iterate = new Iterate(sweeps, map, groups);
    const solveTo = (tolerance: number): number => {
      iterate.begin(problem);
      return sweeps.solve(problem, iterate, tolerance);
    };
    const counts = [1e-2, 1e-4, 1e-6].map((tolerance) => {
      const count = solveTo(tolerance);
      expect(iterate.bestResidual).toBeLessThanOrEqual(tolerance);
      // The natural map weighs rows by mean diagonal entries; the law itself may fail by somewhat more.
      expect(failure(A, problem, iterate.best)).toBeLessThan(10 * tolerance);
      return count;
    });
    expect(counts[2]).toBeLessThan(200);

    const exact = { ...problem, multipliers: problem.multipliers.slice() };
    new ComplementaritySolver().solve(exact, emptyComplementarityReport());
    expect(failure(A, problem, exact.multipliers)).toBeLessThan(1e-11);
    exact.multipliers.forEach((lambda, i) => {
      expect(Math.abs(lambda - iterate.best[i]!) * A[i]![i]!).toBeLessThan(1e-4);
    });
  });
});

describe('a problem with a tolerance', () => {
  it('of many rows is left where it suffices, and of few rows solved to rounding', () => {
    for (const [count, isExact] of [
      [60, false],
      [10, true],
    ] as const) {
      const { A, problem: stated } = problemOf(count, 2, 7);
      const problem = { ...stated, factors: denseFactors(A), tolerance: 1e-3 };
      problem.multipliers.fill(1e-3);
      const report = emptyComplementarityReport();
      new ComplementaritySolver().solve(problem, report);
      expect(report.converged).toBe(true);
      expect(report.residual).toBeLessThanOrEqual(1e-3);
      expect(report.factorizations > 0).toBe(isExact);
      expect(report.residual < 1e-10).toBe(isExact);
    }
  });
});
