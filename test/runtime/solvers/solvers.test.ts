import { describe, expect, it } from 'vitest';
import {
  blockLDL,
  conjugateGradient,
  conjugateResiduals,
  dense,
  emptyReport,
  type MultiplierProblem,
  type Solver,
  type SolverReport,
} from '../../../runtime/index.js';
import { largestDifference, multiply, pseudoSolve, random, transpose, type Matrix } from '../fixtures/oracle.js';

function solve(
  solver: Solver,
  A: Matrix,
  b: readonly number[],
  start: readonly number[] = b.map(() => 0),
): { x: number[]; report: SolverReport } {
  const problem: MultiplierProblem = {
    size: b.length,
    rightHandSide: Float64Array.from(b),
    multipliers: Float64Array.from(start),
    multiply: (x, out) => {
      out.set(multiply(A, Array.from(x)));
    },
  };
  const report = { ...emptyReport(), residual: NaN, converged: false };
  solver.create().solve(problem, report);
  return { x: Array.from(problem.multipliers), report };
}

/** Makes `F Fᵀ` for a random `n × k` matrix `F`: rank `k`. */
function semidefinite(n: number, k: number, seed: number): Matrix {
  const next = random(seed);
  const F = Array.from({ length: n }, () => Array.from({ length: k }, next));
  return F.map((row) => multiply(F, row));
}

const residual = (A: Matrix, b: readonly number[], x: readonly number[]): number[] =>
  multiply(A, x).map((value, i) => b[i]! - value);
const norm = (a: readonly number[]): number => Math.hypot(...a);
const randomVector = (n: number, seed: number): number[] => Array.from({ length: n }, random(seed));

describe.each([conjugateGradient(), conjugateResiduals(), dense(), blockLDL()])('$name', (solver) => {
  it.each([1, 2, 7, 20])('solves %i independent rows', (n) => {
    const A = semidefinite(n, n + 2, n);
    const exact = randomVector(n, 99);
    const { x, report } = solve(solver, A, multiply(A, exact));
    expect(largestDifference(x, exact)).toBeLessThan(1e-9);
    expect(report).toMatchObject({ converged: true, contradictory: false });
  });

  it('solves redundant rows by the shortest solution', () => {
    const A = semidefinite(12, 7, 3);
    const b = multiply(A, randomVector(12, 5));
    const { x, report } = solve(solver, A, b);
    expect(norm(residual(A, b, x))).toBeLessThan(1e-11 * norm(b));
    expect(largestDifference(x, pseudoSolve(A, b))).toBeLessThan(1e-10);
    expect(report.contradictory).toBe(false);
  });

  it('ends at the shortest least-squares solution of contradictory rows, and says so', () => {
    const A = semidefinite(12, 7, 3);
    const b = randomVector(12, 8);
    const { x, report } = solve(solver, A, b);
    const expected = pseudoSolve(A, b);
    expect(norm(residual(A, b, expected))).toBeGreaterThan(0.1 * norm(b));
    expect(largestDifference(x, expected)).toBeLessThan(1e-9);
    expect(report.contradictory).toBe(true);
    expect(report.residual).toBeCloseTo(norm(residual(A, b, expected)) / norm(b), 9);
  });

  it('answers zero where the right-hand side is out of reach altogether', () => {
    const A = [
      [2, 2],
      [2, 2],
    ];
    const { x, report } = solve(solver, A, [-3, 3]);
    expect(x[0]).toBeCloseTo(0, 14);
    expect(x[1]).toBeCloseTo(0, 14);
    expect(report.contradictory).toBe(true);
  });

  it('answers zero for zero', () => {
    expect(solve(solver, semidefinite(3, 3, 1), [0, 0, 0], [1, 2, 3]).x.map(Math.abs)).toEqual([0, 0, 0]);
  });

  it('comes back from numbers that are none', () => {
    expect(solve(solver, [[NaN]], [1]).x[0]).toSatisfy((value) => value === 0 || Number.isNaN(value));
  });
});

describe.each([
  ['conjugateGradient', conjugateGradient, 2],
  ['conjugateResiduals', conjugateResiduals, 1],
] as const)('%s', (name, make, products) => {
  it('minimises the residual, where the method on `½ xᵀAx − bᵀx` diverges', () => {
    const A = semidefinite(12, 7, 3);
    const b = randomVector(12, 8);
    const best = norm(residual(A, b, pseudoSolve(A, b)));
    const errors = plainConjugateGradient(A, b, 40);
    // 7 steps would be enough in exact arithmetic if b were in the range of A.
    expect(Math.min(...errors.slice(7))).toBeGreaterThan(1.5 * best);
    expect(errors.at(-1)).toBeGreaterThan(1e3 * best);
    const { x, report } = solve(make(), A, b);
    expect(norm(residual(A, b, x))).toBeLessThan(best * (1 + 1e-12));
    expect(report.iterations).toBeLessThan(30 * products);
  });

  it('needs fewer iterations from a good start, and is not led astray by a bad one', () => {
    const A = semidefinite(30, 40, 11);
    const exact = randomVector(30, 12);
    const b = multiply(A, exact);
    const cold = solve(make({ tolerance: 1e-8 }), A, b);
    const near = solve(
      make({ tolerance: 1e-8 }),
      A,
      b,
      exact.map((value, i) => value + 1e-6 * Math.sin(i)),
    );
    const far = solve(
      make({ tolerance: 1e-8 }),
      A,
      b,
      exact.map(() => 1e9),
    );
    expect(near.report.iterations).toBeLessThan(0.7 * cold.report.iterations);
    expect(far.x).toEqual(cold.x);
  });

  it('does not let multipliers pile up from one contradictory solution to the next', () => {
    const A = semidefinite(12, 7, 3);
    const b = randomVector(12, 8);
    let x = b.map(() => 0);
    for (let k = 0; k < 50; k++) x = solve(make(), A, b, x).x;
    expect(largestDifference(x, pseudoSolve(A, b))).toBeLessThan(1e-8);
  });

  it('stops at maxIterations, and admits it', () => {
    const A = semidefinite(30, 40, 11);
    const { report } = solve(make({ maxIterations: 3 }), A, randomVector(30, 2));
    expect(report.converged).toBe(false);
    // And one at the start.
    expect(report.iterations).toBe(3 * products + 1);
  });

  it.each([0, -1, NaN])('refuses the tolerance %d', (tolerance) => {
    expect(() => make({ tolerance })).toThrow(`Option 'tolerance' of ${name} must be positive`);
  });
});

/**
 * Computes residual norms of the textbook method (Hestenes & Stiefel 1952), which minimises the
 * error in the norm of `A`.
 */
function plainConjugateGradient(A: Matrix, b: readonly number[], iterations: number): number[] {
  const inner = (u: readonly number[], w: readonly number[]): number =>
    transpose([[...u]]).reduce((s, [a], i) => s + a! * w[i]!, 0);
  let x = b.map(() => 0);
  let r = [...b];
  let p = [...b];
  const norms: number[] = [];
  for (let k = 0; k < iterations; k++) {
    const Ap = multiply(A, p);
    const rr = inner(r, r);
    const alpha = rr / inner(p, Ap);
    x = x.map((value, i) => value + alpha * p[i]!);
    r = r.map((value, i) => value - alpha * Ap[i]!);
    const beta = inner(r, r) / rr;
    p = r.map((value, i) => value + beta * p[i]!);
    norms.push(norm(residual(A, b, x)));
  }
  return norms;
}
