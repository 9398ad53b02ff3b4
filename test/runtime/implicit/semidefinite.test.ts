import { expect, it } from 'vitest';
import { projectSemidefinite } from '../../../runtime/implicit/semidefinite.js';
import { symmetricEigen } from '../../../runtime/linear/symmetric-eigen.js';
import { random } from '../fixtures/oracle.js';

/** A symmetric matrix over `m` points of `d` components; `relative` if it takes equal displacements of all to 0. */
function matrixOf(m: number, d: number, isRelative: boolean, next: () => number): Float64Array {
  const n = m * d;
  const H = new Float64Array(n * n);
  for (let k = 0; k < n; k++) {
    const u = Array.from({ length: n }, () => next() - 0.5);
    if (isRelative) for (let c = 0; c < d; c++) u[c]! -= u.reduce((sum, x, i) => (i % d === c ? sum + x : sum), 0);
    const weight = next() - 0.5;
    for (let i = 0; i < n; i++) for (let j = 0; j < n; j++) H[i * n + j]! += weight * u[i]! * u[j]!;
  }
  return H;
}

/** `Σ max(0, λ) v vᵀ` over all eigenvectors. */
function nearest(H: Float64Array, n: number): Float64Array {
  const { values, vectors } = symmetricEigen(H, n);
  return H.map((_, at) => {
    const [i, j] = [Math.floor(at / n), at % n];
    return values.reduce((sum, value, e) => sum + Math.max(0, value) * vectors[e * n + i]! * vectors[e * n + j]!, 0);
  });
}

it.each([
  [3, 3, true],
  [4, 3, true],
  [2, 2, true],
  [2, 1, true],
  [3, 3, false],
  [1, 3, false],
])('makes matrices over %i points of %i components semidefinite, relative: %s', (m, d, isRelative) => {
  const next = random(9);
  const n = m * d;
  const all = Array.from({ length: 20 }, () => matrixOf(m, d, isRelative, next));
  const H = Float64Array.from(all.flatMap((one) => [...one]));
  projectSemidefinite(H, Array<number>(m).fill(d));
  for (const [k, one] of all.entries()) {
    const largest = one.reduce((most, entry) => Math.max(most, Math.abs(entry)), 0);
    const near = nearest(one, n);
    for (const [i, entry] of near.entries())
      // A part of 1e-12 of the trace counts as none.
      expect(Math.abs(H[k * n * n + i]! - entry)).toBeLessThan(1e-11 * n * largest);
  }
});

it('leaves what is semidefinite as it is, to the bit', () => {
  const next = random(4);
  const one = nearest(matrixOf(3, 3, true, next), 9);
  const H = one.slice();
  projectSemidefinite(H, [3, 3, 3]);
  expect(H).toEqual(one);
});
