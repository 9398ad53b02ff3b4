import { describe, expect, it } from 'vitest';
import { EigenDecomposition } from '../../../runtime/linear/symmetric-eigen.js';
import { random } from '../fixtures/oracle.js';

/** Entries of `A − Σ λ v vᵀ` and of `Vᵀ V − I` at most, relative to the largest entry of `A`. */
const ROUNDING = 20 * Number.EPSILON;

/** A symmetric matrix of rank `rank` or less, with entries of about `size`, behind `skipped` other numbers. */
function matrixOf(n: number, rank: number, size: number, skipped: number, next: () => number): Float64Array {
  const A = new Float64Array(skipped + n * n);
  for (let k = 0; k < rank; k++) {
    const u = Array.from({ length: n }, () => next());
    const weight = size * next();
    for (let i = 0; i < n; i++) for (let j = 0; j < n; j++) A[skipped + i * n + j]! += weight * u[i]! * u[j]!;
  }
  return A;
}

describe('the eigenvalues and eigenvectors of a symmetric matrix', () => {
  it('compose it again, one matrix after the other, at any scale', () => {
    const next = random(3);
    for (const n of [1, 2, 3, 9, 12]) {
      const eigen = new EigenDecomposition(n);
      for (const size of [1, 1e-200, 1e200]) {
        for (const rank of [0, 1, n]) {
          const A = matrixOf(n, rank, size, 5, next);
          const kept = A.slice();
          eigen.decompose(A, 5);
          expect(A).toEqual(kept);
          const { values, vectors } = eigen;
          const largest = Math.max(...A.map(Math.abs));
          let worst = 0;
          for (let i = 0; i < n; i++) {
            if (i > 0) expect(values[i]!).toBeGreaterThanOrEqual(values[i - 1]!);
            for (let j = 0; j < n; j++) {
              let [composed, product] = [0, i === j ? -1 : 0];
              for (let k = 0; k < n; k++) {
                composed += values[k]! * vectors[k * n + i]! * vectors[k * n + j]!;
                product += vectors[i * n + k]! * vectors[j * n + k]!;
              }
              const error = Math.abs(A[5 + i * n + j]! - composed);
              worst = Math.max(worst, largest > 0 ? error / largest : error, Math.abs(product));
            }
          }
          expect(worst, `${n} rows, rank ${rank}, ${size}`).toBeLessThan(n * ROUNDING);
        }
      }
    }
  });

  it('of a chain of equal springs are those of the closed form', () => {
    const n = 12;
    const A = new Float64Array(n * n);
    for (let i = 0; i < n; i++) {
      A[i * n + i] = 2;
      if (i > 0) A[i * n + i - 1] = A[(i - 1) * n + i] = -1;
    }
    const eigen = new EigenDecomposition(n);
    eigen.decompose(A);
    eigen.values.forEach((value, k) => {
      expect(value).toBeCloseTo(4 * Math.sin(((k + 1) * Math.PI) / (2 * (n + 1))) ** 2, 14);
    });
  });
});
