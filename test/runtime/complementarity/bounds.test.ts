import { describe, expect, it } from 'vitest';
import { ComplementaritySolver } from '../../../runtime/complementarity/complementarity-solver.js';
import type { ComplementarityProblem } from '../../../runtime/complementarity/problem.js';
import { emptyComplementarityReport } from '../../../runtime/complementarity/report.js';
import { denseProblem, randomGram } from '../fixtures/contact/dense-problem.js';
import { largestDifference, multiply, pseudoSolve, random } from '../fixtures/oracle.js';

const report = emptyComplementarityReport();
const near = (values: readonly number[]): number[] => values.map((x) => expect.closeTo(x, 12) as number);
const solve = (problem: ComplementarityProblem): number[] => {
  new ComplementaritySolver().solve(problem, report);
  return [...problem.multipliers];
};

/**
 * Finds the solution by trying every assignment of rows to "free", "at the lower bound" and "at the
 * upper bound", and returns the velocities, which are the same for all solutions.
 */
function enumerate(A: number[][], b: number[], lower: number[], upper: number[]): number[] | undefined {
  const n = b.length;
  const states = new Array<number>(n).fill(0);
  const values = (i: number): number[] => [NaN, lower[i]!, upper[i]!].filter((value) => Math.abs(value) !== Infinity);
  for (;;) {
    const x = states.map((state, i) => values(i)[state]!);
    const free = x.flatMap((value, i) => (Number.isNaN(value) ? [i] : []));
    const rest = b.map((bi, i) => bi - A[i]!.reduce((sum, a, j) => sum + (Number.isNaN(x[j]) ? 0 : a * x[j]!), 0));
    const y = pseudoSolve(
      free.map((i) => free.map((j) => A[i]![j]!)),
      free.map((i) => rest[i]!),
    );
    free.forEach((i, k) => (x[i] = y[k]!));
    const u = multiply(A, x).map((entry, i) => entry - b[i]!);
    const right = x.every(
      (xi, i) =>
        xi > lower[i]! - 1e-9 &&
        xi < upper[i]! + 1e-9 &&
        (free.includes(i) ? Math.abs(u[i]!) < 1e-9 : xi === lower[i] ? u[i]! > -1e-9 : u[i]! < 1e-9),
    );
    if (right) return u;
    let i = 0;
    while (i < n && (states[i]! += 1) === values(i).length) states[i++] = 0;
    if (i === n) return undefined;
  }
}

const velocities = (A: number[][], { multipliers, rightHandSide }: ComplementarityProblem): number[] =>
  multiply(A, [...multipliers]).map((entry, i) => entry - rightHandSide[i]!);

describe('problems with bounds', () => {
  it.each([
    [6, 6],
    [6, 3],
    [5, 2],
  ])('have the velocities that enumeration of all sets finds: %i rows of rank %i', (rows, rank) => {
    const next = random(11 + rank);
    let checked = 0;
    for (let k = 0; k < 15; k++) {
      const A = randomGram(rows, rank, next);
      // In the range of J, as velocities are: then equalities do not contradict each other.
      const b = multiply(
        A,
        Array.from({ length: rows }, () => 3 * next()),
      );
      const kind = b.map(() => Math.floor(2 * (next() + 1)));
      const lower = kind.map((c) => (c === 0 ? -Infinity : c === 3 ? -0.3 : 0));
      const upper = kind.map((c) => (c === 3 ? 0.3 : Infinity));
      const expected = enumerate(A, b, lower, upper);
      if (!expected) continue;
      checked++;
      const problem = denseProblem(A, b, lower, upper);
      solve(problem);
      expect(report).toMatchObject({ converged: true });
      expect(report.residual).toBeLessThanOrEqual(1e-12);
      expect(report.factorizations).toBeLessThanOrEqual(25);
      expect(largestDifference(velocities(A, problem), expected)).toBeLessThan(1e-7);
    }
    expect(checked).toBeGreaterThan(12);
  });

  it('are solved where exchanges of rows that depend on each other go in circles', () => {
    const next = random(7);
    for (let k = 0; k < 400; k++) {
      const rows = 6 + Math.floor(4 * (next() + 1));
      const scale = Array.from({ length: rows }, () => 10 ** (1.5 * next()));
      const A = randomGram(rows, rows - 3, next).map((row, i) => row.map((x, j) => x * scale[i]! * scale[j]!));
      const b = multiply(
        A,
        scale.map(() => 3 * next()),
      );
      solve(denseProblem(A, b));
      expect(report).toMatchObject({ converged: true });
      expect(report.factorizations).toBeLessThanOrEqual(90);
    }
  });

  it('are solved without a factorization from their own solution', () => {
    const next = random(2);
    const problem = denseProblem(randomGram(20, 12, next), Array.from({ length: 20 }, next));
    solve(problem);
    expect(report.factorizations).toBeGreaterThan(0);
    const first = problem.multipliers.slice();
    solve(problem);
    expect(report).toMatchObject({ converged: true, factorizations: 0, iterations: 0 });
    expect(largestDifference(problem.multipliers, first)).toBeLessThan(1e-14);
  });

  it('change as little as possible where solutions are not unique', () => {
    // Two equal rows carry 1 N s together, of which the estimate gives 0.7 to the first.
    const problem = denseProblem([[1, 1], [1, 1]], [1.2, 1.2]); // prettier-ignore
    problem.multipliers.set([0.7, 0.3]);
    expect(largestDifference(solve(problem), [0.8, 0.4])).toBeLessThan(1e-8);
  });

  it('begin with any estimate', () => {
    const A = [[2, 1], [1, 2]]; // prettier-ignore
    for (const estimate of [
      [-5, 5],
      [NaN, 0],
      [1e12, Infinity],
    ]) {
      // prettier-ignore
      const problem = denseProblem(A, [3, -3]);
      problem.multipliers.set(estimate);
      expect(solve(problem)).toEqual(near([1.5, 0]));
    }
  });

  it('treat a contact without friction as a unilateral row', () => {
    const A = [[2, 0.5, 0.25], [0.5, 3, 0], [0.25, 0, 3]]; // prettier-ignore
    const problem = denseProblem(A, [1, 1, 1], undefined, undefined, {
      normal: Int32Array.of(0),
      tangents: 2,
      coefficient: Float64Array.of(0),
    });
    expect(solve(problem)).toEqual(near([0.5, 0, 0]));
    expect(report.converged).toBe(true);
  });

  it('hold a motor at its largest force, and below it let it do what it should', () => {
    const bounds = [[-2, -0.5], [2, 0.5]] as const; // prettier-ignore
    const problem = denseProblem([[1, 0], [0, 1]], [1.5, -3], [...bounds[0]], [...bounds[1]]); // prettier-ignore
    expect(solve(problem)).toEqual(near([1.5, -0.5]));
    const off = denseProblem([[1]], [4], [0], [0]);
    expect(solve(off)).toEqual([0]);
    expect(report.converged).toBe(true);
  });

  it('take no rows at all', () => {
    expect(solve(denseProblem([], []))).toEqual([]);
    expect(report.converged).toBe(true);
  });
});

describe('rows that contradict each other', () => {
  it('end with the best multipliers that were met, their residual, and the row that fails', () => {
    // Walls that close on a rigid body by 1 and 2 m/s, and a row of its own that is fine.
    const A = [[1, -1, 0], [-1, 1, 0], [0, 0, 1]]; // prettier-ignore
    const problem = denseProblem(A, [1, 2, 4]);
    const x = solve(problem);
    expect(report.converged).toBe(false);
    expect(report.residual).toBeGreaterThan(0.5);
    expect(report.residual).toBeLessThanOrEqual(2);
    expect(report.worstRow).toBeLessThan(2);
    expect(report.factorizations).toBeLessThanOrEqual(35);
    expect(x.every((entry) => Number.isFinite(entry) && entry >= 0)).toBe(true);
  });

  it('are solved where they have compliance', () => {
    const A = [[1 + 1e-4, -1, 0], [-1, 1 + 1e-4, 0], [0, 0, 1]]; // prettier-ignore
    const problem = denseProblem(A, [1, 2, 4]);
    const [a, b, c] = solve(problem);
    expect(report.converged).toBe(true);
    // From the sum of both rows, and their difference.
    expect(a! + b!).toBeCloseTo(3 / 1e-4, 6);
    expect(a! - b!).toBeCloseTo(-1 / (2 + 1e-4), 6);
    expect(c).toBeCloseTo(4, 12);
  });
});

describe('rows that are not finite', () => {
  it('have no solution that looks like one', () => {
    for (const bad of [NaN, Infinity]) {
      expect([...solve(denseProblem([[1]], [bad]))]).toEqual([NaN]);
      expect(report.converged).toBe(false);
    }
  });
});
