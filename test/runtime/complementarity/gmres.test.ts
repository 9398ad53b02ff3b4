import { expect, it } from 'vitest';
import { Gmres, type PreconditionedOperator } from '../../../runtime/complementarity/gmres.js';
import { largestDifference, multiply, random, type Matrix } from '../fixtures/oracle.js';

function operatorOf(A: Matrix, inverse: readonly number[]): PreconditionedOperator & { products: number } {
  return {
    products: 0,
    apply(x, out) {
      this.products++;
      out.set(multiply(A, [...x]));
    },
    precondition(x, out) {
      x.forEach((entry, i) => (out[i] = inverse[i]! * entry));
      return out.every(Number.isFinite);
    },
  };
}

const next = random(4);
const n = 12;
const A: Matrix = Array.from({ length: n }, (_, i) =>
  Array.from({ length: n }, (__, j) => next() + (i === j ? 8 + i : 0)),
);
const diagonal = A.map((row, i) => 1 / row[i]!);

it('solves an unsymmetric system to its tolerance, and stops there', () => {
  const b = Float64Array.from({ length: n }, next);
  const x = new Float64Array(n);
  const counts = [1e-3, 1e-12].map((tolerance) => {
    const operator = operatorOf(A, diagonal);
    expect(new Gmres(n).solve(operator, b, x, tolerance)).toBe(true);
    expect(Math.hypot(...multiply(A, [...x]).map((entry, i) => entry - b[i]!))).toBeLessThan(2 * tolerance);
    return operator.products;
  });
  expect(counts[0]).toBeLessThan(counts[1]!);
  expect(counts[1]).toBeLessThanOrEqual(n);
});

it('solves a singular system whose right-hand side is in its range', () => {
  const singular = A.map((row, i) => row.map((entry, j) => (i === 0 || j === 0 ? 0 : entry)));
  const b = Float64Array.from({ length: n }, (_, i) => (i === 0 ? 0 : next()));
  const x = new Float64Array(n);
  expect(new Gmres(n).solve(operatorOf(singular, diagonal), b, x, 1e-12)).toBe(true);
  expect(largestDifference(multiply(singular, [...x]), b)).toBeLessThan(1e-11);
  expect(x[0]).toBe(0);
});

it('takes no product for zero, and says where something is not finite', () => {
  const operator = operatorOf(A, diagonal);
  const x = new Float64Array(n).fill(7);
  expect(new Gmres(n).solve(operator, new Float64Array(n), x, 1e-12)).toBe(true);
  expect([Math.max(...x), operator.products]).toEqual([0, 0]);
  const b = new Float64Array(n).fill(1);
  expect(new Gmres(n).solve(operatorOf(A, diagonal.fill(NaN, 3, 4)), b, x, 1e-12)).toBe(false);
  expect(new Gmres(n).solve(operator, b.fill(NaN), x, 1e-12)).toBe(false);
});
