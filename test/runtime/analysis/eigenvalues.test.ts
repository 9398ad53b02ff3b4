import { describe, expect, it } from 'vitest';
import { eigenvalues } from '../../../runtime/analysis/eigenvalues.js';

/** Eigenvalues as [real, imaginary], in an order that does not depend on rounding. */
const sorted = (pairs: readonly (readonly [number, number])[]): (readonly [number, number])[] =>
  [...pairs].sort(([a, b], [c, d]) => (Math.abs(a - c) > 1e-6 ? a - c : b - d));

const found = (A: Float64Array, n: number): (readonly [number, number])[] => {
  const { re, im } = eigenvalues(A, n);
  return sorted(Array.from(re, (real, k) => [real, im[k]!] as const));
};

describe('eigenvalues of a real matrix', () => {
  it.each([1, 2, 5, 12, 40])('are those of blocks of rotations and numbers, turned, with %s rows', (n) => {
    const expected: [number, number][] = [];
    const A = new Float64Array(n * n);
    for (let i = 0; i < n;) {
      if (i % 3 === 0 && i + 1 < n) {
        const [a, b] = [Math.sin(i), 1 + i / 7];
        A.set([a, b], i * n + i);
        A.set([-b, a], (i + 1) * n + i);
        expected.push([a, b], [a, -b]);
        i += 2;
      } else {
        A[i * n + i] = 2 - i / 5;
        expected.push([2 - i / 5, 0]);
        i++;
      }
    }
    // Entries above the blocks, then a similarity by reflections.
    for (let i = 0; i < n; i++) for (let j = i + 2; j < n; j++) A[i * n + j]! += 0.1 * Math.cos(3 * i + j);
    for (let turn = 0; turn < 2; turn++) {
      const u = Array.from({ length: n }, (_, i) => Math.cos(1 + i * (3 + turn)));
      const square = u.reduce((sum, entry) => sum + entry * entry, 0);
      for (let j = 0; j < n; j++) {
        const sum = u.reduce((s, entry, i) => s + entry * A[i * n + j]!, 0);
        for (let i = 0; i < n; i++) A[i * n + j]! -= (2 * sum * u[i]!) / square;
      }
      for (let i = 0; i < n; i++) {
        const sum = u.reduce((s, entry, j) => s + entry * A[i * n + j]!, 0);
        for (let j = 0; j < n; j++) A[i * n + j]! -= (2 * sum * u[j]!) / square;
      }
    }
    const before = A.slice();
    found(A, n).forEach(([real, imaginary], k) => {
      const [a, b] = sorted(expected)[k]!;
      expect(Math.hypot(real - a, imaginary - b)).toBeLessThan(1e-9);
    });
    expect(A).toEqual(before);
  });

  it('are found where steps without exceptional shifts would go round: of a cyclic permutation', () => {
    const A = Float64Array.of(0, 0, 0, 1, 1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0);
    const roots = sorted([
      [1, 0],
      [-1, 0],
      [0, 1],
      [0, -1],
    ]);
    found(A, 4).forEach(([real, imaginary], k) => {
      expect(real).toBeCloseTo(roots[k]![0], 13);
      expect(imaginary).toBeCloseTo(roots[k]![1], 13);
    });
    expect(found(new Float64Array(9), 3)).toEqual([
      [0, 0],
      [0, 0],
      [0, 0],
    ]);
  });
});
